import { Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { doToMany, failuresOf, type ItemAnswer, type Outcome } from '../api/many.ts';
import { refreshShifts } from '../api/mutation.ts';
import { canOverride, overrideOf } from '../api/override.ts';
import { ApiProblem } from '../api/problem.ts';
import { Problem } from './problem.tsx';
import { OverrideForm } from './refused-dialog.tsx';

export interface Run<Item> {
  readonly total: number;
  readonly done: number;
  /** Once it is over. */
  readonly outcomes?: readonly Outcome<Item>[];
}

/** Does something to many and remembers how each went. What shows them is read again once, at the end. */
export function useMany<Item>() {
  const [run, setRun] = useState<Run<Item>>();
  const start = async (
    items: readonly Item[],
    most: number,
    call: (some: readonly Item[]) => Promise<{ readonly items: readonly ItemAnswer[] }>,
  ): Promise<readonly Outcome<Item>[]> => {
    const total = items.length;
    setRun({ total, done: 0 });
    const progress = (done: number) => setRun({ total, done });
    const outcomes = await doToMany(items, { most, call, progress });
    setRun({ total, done: total, outcomes });
    void refreshShifts();
    return outcomes;
  };
  return { run, isRunning: run !== undefined && run.outcomes === undefined, start };
}

interface ManyReportProps<Item> {
  readonly run: Run<Item>;
  readonly name: (item: Item) => ReactNode;
  readonly itemKey: (item: Item) => string | number;
  /** Tries those again that a coordinator may override. */
  readonly again?: (items: readonly Item[], override: ReturnType<typeof overrideOf>) => Promise<unknown>;
  readonly close: () => void;
}

/** How far it is; then how many went well, and each that did not by name, with its reason. */
export function ManyReport<Item>({ run, name, itemKey, again, close }: ManyReportProps<Item>) {
  const t = useTranslations('common.run');
  const words = useTranslations('common.action');
  const { total, done, outcomes } = run;
  // The button that started it is gone.
  const status = useRef<HTMLParagraphElement>(null);
  const isOver = outcomes !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text at its end is another element
  useEffect(() => status.current?.focus(), [isOver]);
  if (outcomes === undefined) {
    return (
      <Stack>
        <Progress value={(100 * done) / Math.max(1, total)} aria-label={t('progress', { done, total })} />
        <Text ref={status} tabIndex={-1} role="status" fw={600}>
          {t('progress', { done, total })}
        </Text>
      </Stack>
    );
  }
  const failed = failuresOf(outcomes);
  const liftable = failed.filter(({ error }) => canOverride(error));
  return (
    <Stack>
      <Text ref={status} tabIndex={-1} role="status" fw={600}>
        {t('finished', { good: total - failed.length, failed: failed.length })}
      </Text>
      <List spacing="xs" listStyleType="none" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
        {failed.map(({ item, error }) => (
          <List.Item key={itemKey(item)} icon={<IconX size={18} aria-hidden />}>
            {name(item)} <span className="only-read-aloud">{t('failed')}</span>
            <Problem error={error} />
          </List.Item>
        ))}
      </List>
      {again !== undefined && liftable.length > 0 ? (
        <OverrideForm
          override={async (reason) => {
            const errors = liftable.map(({ error }) => error as ApiProblem);
            await again(
              liftable.map(({ item }) => item),
              overrideOf(mergedOf(errors), reason),
            );
          }}
          cancel={close}
        />
      ) : (
        <Group justify="flex-end">
          <Button onClick={close}>{words('close')}</Button>
        </Group>
      )}
    </Stack>
  );
}

/** All reasons of all of them: what the coordinator has read is what is lifted. */
export function mergedOf(errors: readonly ApiProblem[]): ApiProblem {
  return new ApiProblem(409, { code: 'conflict', errors: errors.flatMap((error) => [...error.errors]) });
}

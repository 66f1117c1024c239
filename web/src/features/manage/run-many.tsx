import { Button, List, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../components/problem.tsx';

export interface Outcome<Item> {
  readonly item: Item;
  /** Undefined where it went well. */
  readonly error: unknown;
}

export interface Run<Item> {
  readonly total: number;
  readonly outcomes: readonly Outcome<Item>[];
}

/** Does something to many things, one after the other, and remembers how each went. */
export function useRun<Item>() {
  const [run, setRun] = useState<Run<Item>>();
  const isRunning = run !== undefined && run.outcomes.length < run.total;
  const start = async (items: readonly Item[], act: (item: Item) => Promise<unknown>) => {
    const outcomes: Outcome<Item>[] = [];
    setRun({ total: items.length, outcomes });
    for (const item of items) {
      const error: unknown = await act(item).then(
        () => undefined,
        (problem: unknown) => problem,
      );
      outcomes.push({ item, error });
      setRun({ total: items.length, outcomes: [...outcomes] });
    }
    return outcomes;
  };
  return { run, isRunning, start, clear: () => setRun(undefined) };
}

interface RunReportProps<Item> {
  readonly run: Run<Item>;
  readonly name: (item: Item) => ReactNode;
  readonly itemKey: (item: Item) => string | number;
  readonly close: () => void;
}

/** How far it is, then what became of each. */
export function RunReport<Item>({ run, name, itemKey, close }: RunReportProps<Item>) {
  const t = useTranslations('manage.run');
  const words = useTranslations('common.action');
  const { total, outcomes } = run;
  const failed = outcomes.filter(({ error }) => error !== undefined);
  const isDone = outcomes.length === total;
  return (
    <Stack>
      <Progress
        value={(100 * outcomes.length) / Math.max(1, total)}
        aria-label={t('progress', { done: outcomes.length, total })}
      />
      <Text role="status" fw={600}>
        {isDone
          ? t('finished', { good: total - failed.length, failed: failed.length })
          : t('progress', { done: outcomes.length, total })}
      </Text>
      <List spacing="xs" listStyleType="none" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
        {outcomes.map(({ item, error }) => (
          <List.Item
            key={itemKey(item)}
            icon={error === undefined ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
          >
            {name(item)} <span className="only-read-aloud">{t(error === undefined ? 'good' : 'failed')}</span>
            {error !== undefined && <Problem error={error} />}
          </List.Item>
        ))}
      </List>
      {isDone && <Button onClick={close}>{words('close')}</Button>}
    </Stack>
  );
}

import { Alert, Button, Group, List, Progress, Radio, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refreshShifts } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { TextLink } from '../../ui/links.tsx';
import { Problem } from '../../ui/problem.tsx';

type SeriesChange = Schemas['SeriesChange'];

const pollMs = 1_000;

function isRunning({ status }: SeriesChange): boolean {
  return status === 'queued' || status === 'running';
}

/** Whether there is more to say about a change than that it is done. */
export function isWorthShowing(change: SeriesChange | undefined): change is SeriesChange {
  return change !== undefined && (change.status !== 'done' || change.unchanged.length > 0);
}

interface SeriesProgressProps {
  /** As the answer to the request had it. */
  readonly started: SeriesChange;
  readonly close: () => void;
}

/** How far a change to a long series is, and in the end which shifts it left as they were. */
export function SeriesProgress({ started, close }: SeriesProgressProps) {
  const t = useTranslations('manageShifts.progress');
  const words = useTranslations('common.action');
  const { data: change, error } = useQuery({
    ...apiQuery('/api/v1/series-changes/{id}', { path: { id: started.id } }),
    initialData: started,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
  });
  const { kind, total, done, changed } = change;
  useEffect(() => {
    if (done > 0) void refreshShifts();
  }, [done]);
  return (
    <Stack>
      <Progress
        value={(100 * done) / Math.max(1, total)}
        animated={isRunning(change)}
        aria-label={t('bar', { done, total })}
      />
      <Text role="status" fw={600}>
        {isRunning(change) ? t('running', { kind, done, total }) : t('finished', { kind, changed })}
      </Text>
      {isRunning(change) && <Text>{t('goesOn')}</Text>}
      {change.status === 'failed' && <Text>{t('stopped', { done, total })}</Text>}
      <Problem error={error} />
      <LeftUnchanged change={change} />
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          {words('close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** A change to the series that is still running, also one that was started before the page was opened. */
export function OpenSeriesChange({ seriesId }: { readonly seriesId: number }) {
  const { data } = useQuery({
    ...apiQuery('/api/v1/series-changes', { query: { series_id: seriesId, limit: 1 } }),
    staleTime: 0,
  });
  const [started, setStarted] = useState<SeriesChange>();
  const newest = data?.items[0];
  useEffect(() => {
    if (newest && isRunning(newest)) setStarted(newest);
  }, [newest]);
  if (started === undefined) return null;
  return (
    <Alert color="clay" mb="md">
      <SeriesProgress started={started} close={() => setStarted(undefined)} />
    </Alert>
  );
}

function LeftUnchanged({ change: { unchanged } }: { readonly change: SeriesChange }) {
  const t = useTranslations('manageShifts.progress');
  if (unchanged.length === 0) return null;
  return (
    <>
      <Text>{t('unchanged', { count: unchanged.length })}</Text>
      <List spacing="xs">
        {unchanged.map(({ shift_id, message }) => (
          <List.Item key={shift_id}>
            <TextLink to="/manage/shifts/$id" params={{ id: String(shift_id) }}>
              {message}
            </TextLink>
          </List.Item>
        ))}
      </List>
    </>
  );
}

export type Scope = 'this' | 'following' | 'all';
const scopes: readonly Scope[] = ['this', 'following', 'all'];

interface ScopeChoiceProps {
  readonly value: Scope;
  readonly onChange: (scope: Scope) => void;
  /** In a dialog that asks this first. */
  readonly isFocused?: boolean;
}

/** Which shifts of a series something is about. */
export function ScopeChoice({ value, onChange, isFocused = false }: ScopeChoiceProps) {
  const t = useTranslations('manageShifts.scope');
  return (
    <Radio.Group size="md" label={t('label')} value={value} onChange={(next) => onChange(next as Scope)}>
      <Stack mt="xs" gap="sm">
        {scopes.map((scope) => (
          <Radio
            key={scope}
            size="md"
            value={scope}
            label={t(scope)}
            data-autofocus={(isFocused && scope === value) || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

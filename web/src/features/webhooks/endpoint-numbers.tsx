import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { apiQuery } from '../../api/query.ts';
import { dayMs, isoOf } from '../../time/calendar.ts';
import { useMomentText } from '../../ui/moment.tsx';
import classes from '../../ui/parts.module.css';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';

const refreshMs = 10_000;

/** How an endpoint fared lately. */
export function EndpointNumbers({ endpointId }: { readonly endpointId: number }) {
  const t = useTranslations('webhooks.numbers');
  const [since] = useState(() => isoOf(Date.now() - 7 * dayMs));
  const query = useQuery({
    ...apiQuery('/api/v1/webhooks/endpoints/{id}/statistics', { path: { id: endpointId }, query: { since } }),
    refetchInterval: refreshMs,
  });
  return (
    <Section title={t('title')}>
      <Loaded query={query}>{(numbers) => <Figures numbers={numbers} />}</Loaded>
    </Section>
  );
}

function Figures({ numbers }: { readonly numbers: Schemas['WebhookStatistics'] }) {
  const t = useTranslations('webhooks.numbers');
  const never = useTranslations('common')('never');
  const momentText = useMomentText();
  const { average_duration_ms: average, slowest_duration_ms: slowest, paused_until } = numbers;
  const time = (at: string | null) => (at === null ? never : momentText(at));
  const figures = [
    [t('succeeded'), numbers.succeeded],
    [t('failed'), numbers.failed],
    [t('given_up'), numbers.given_up],
    [t('waiting'), numbers.waiting + numbers.delivering],
    [t('average'), average === null ? '–' : t('ms', { ms: average })],
    [t('slowest'), slowest === null ? '–' : t('ms', { ms: slowest })],
  ] as const;
  return (
    <>
      {paused_until !== null && (
        <Alert color="clay">{t('pausedUntil', { time: momentText(paused_until) })}</Alert>
      )}
      <dl className={classes['figures']}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes['lead']}>
        {t('lastSuccess')}: {time(numbers.last_success_at)} · {t('lastFailure')}:{' '}
        {time(numbers.last_failure_at)}
      </p>
    </>
  );
}

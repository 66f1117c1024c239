import { Alert, Button, Group, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconPencil, IconPower, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { dayMs, isoOf, localInstant, localText } from '../../../time/calendar.ts';
import { useMomentText } from '../../../ui/moment.tsx';
import { notify, useProblemNotice } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import classes from '../../../ui/parts.module.css';
import { Problem } from '../../../ui/problem.tsx';
import { Section } from '../../../ui/section.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { DeliveryLog } from '../delivery-log.tsx';
import { EndpointAbout, endpointReads } from '../endpoint-about.tsx';
import { ChangeEndpoint } from '../endpoint-form.tsx';

const route = getRouteApi('/manage/webhooks/$id');

export function WebhookPage() {
  const t = useTranslations('webhooks');
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(apiQuery('/api/v1/webhooks/endpoints/{id}', { path: { id } }));
  return (
    <Page
      title={query.data?.name ?? t('title.endpoint')}
      width="wide"
      actions={query.data && <EndpointActions endpoint={query.data} />}
    >
      <Loaded query={query}>
        {(endpoint) => (
          <>
            <EndpointAbout endpoint={endpoint} />
            <EndpointNumbers endpointId={id} />
            <Section title={t('log.title')} lead={t('log.lead')}>
              <DeliveryLog
                endpointId={id}
                search={search}
                change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
              />
            </Section>
            <RecoverMissed endpoint={endpoint} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Props = { readonly endpoint: Schemas['WebhookEndpoint'] };

/** What is done often; the rest is below, at the endpoint's description. */
function EndpointActions({ endpoint }: Props) {
  const t = useTranslations('common.action');
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      {endpoint.status === 'active' ? <SendTest endpoint={endpoint} /> : <Activate endpoint={endpoint} />}
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setChanging(true)}
      >
        {t('edit')}
      </Button>
      {isChanging && <ChangeEndpoint endpoint={endpoint} close={() => setChanging(false)} />}
    </>
  );
}

function SendTest({ endpoint: { id } }: Props) {
  const t = useTranslations('webhooks.endpoint');
  const showProblem = useProblemNotice();
  const test = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/test', {
    invalidates: endpointReads(id),
    onSuccess: () => void notify.success(t('tested')),
  });
  return (
    <Button
      leftSection={<IconSend size={18} aria-hidden />}
      loading={test.isPending}
      onClick={() => test.mutate({ path: { id } }, { onError: showProblem })}
    >
      {t('test')}
    </Button>
  );
}

function Activate({ endpoint: { id } }: Props) {
  const t = useTranslations('webhooks.endpoint');
  const showProblem = useProblemNotice();
  const activate = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/activate', {
    invalidates: endpointReads(id),
  });
  return (
    <Button
      leftSection={<IconPower size={18} aria-hidden />}
      loading={activate.isPending}
      onClick={() => activate.mutate({ path: { id } }, { onError: showProblem })}
    >
      {t('activate')}
    </Button>
  );
}

const refreshMs = 10_000;

/** How an endpoint fared lately. */
function EndpointNumbers({ endpointId }: { readonly endpointId: number }) {
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

/** For a system that was away: sends it everything that it has not taken since. */
function RecoverMissed({ endpoint }: { readonly endpoint: Schemas['WebhookEndpoint'] }) {
  const t = useTranslations('webhooks.recover');
  const { id, inactive_since } = endpoint;
  const [since, setSince] = useState(() => localText(inactive_since ?? Date.now() - dayMs));
  const recover = useApiMutation('post', '/api/v1/webhooks/endpoints/{id}/recover', {
    invalidates: endpointReads(id),
  });
  return (
    <Section title={t('title')} lead={t('lead')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          recover.mutate({ path: { id }, body: { since: localInstant(since) } });
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t('since')}
            type="datetime-local"
            required
            miw={0}
            value={since}
            onChange={({ currentTarget: { value } }) => setSince(value)}
          />
          <Button type="submit" variant="default" loading={recover.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </form>
      <span role="status">{recover.data && t('queued', { count: recover.data.queued })}</span>
      <Problem error={recover.error} />
    </Section>
  );
}

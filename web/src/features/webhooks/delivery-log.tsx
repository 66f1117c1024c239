import { NativeSelect } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { apiPages, apiQuery } from '../../api/query.ts';
import { CursorList } from '../../ui/cursor-list.tsx';
import { type Column, DataTable, useOpenColumn } from '../../ui/data-table.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Moment } from '../../ui/moment.tsx';
import classes from '../../ui/parts.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { DeliveryDetails, tones } from './delivery-details.tsx';
import { type DeliverySearch, results } from './delivery-search.ts';

type Attempt = Schemas['WebhookAttempt'];

/** While something is on its way the log is read again soon. */
const soonMs = 1_500;
const laterMs = 20_000;

interface DeliveryLogProps {
  readonly endpointId?: number;
  readonly search: DeliverySearch;
  readonly change: (search: DeliverySearch) => void;
}

export function DeliveryLog({ endpointId, search, change }: DeliveryLogProps) {
  const t = useTranslations('webhooks.log');
  const query = useDeliveries(endpointId, search);
  const isFiltered = search.event !== undefined || search.result !== undefined;
  const { delivery, ...filters } = search;
  return (
    <>
      <Filters search={search} change={change} />
      <CursorList
        query={query}
        empty={
          isFiltered ? (
            <EmptyState title={t('emptyFiltered')} />
          ) : (
            <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      >
        {(attempts) => <Attempts attempts={attempts} open={(id) => change({ ...search, delivery: id })} />}
      </CursorList>
      {delivery !== undefined && <DeliveryDetails attemptId={delivery} close={() => change(filters)} />}
    </>
  );
}

function useDeliveries(endpointId: number | undefined, { event, result }: DeliverySearch) {
  const organizationId = useOrganizationId();
  return useInfiniteQuery({
    ...apiPages('/api/v1/webhooks/status', {
      query: {
        organization_id: organizationId,
        limit: 25,
        ...(endpointId !== undefined && { endpoint_id: endpointId }),
        ...(event !== undefined && { event }),
        ...(result !== undefined && { status: result }),
      },
    }),
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages[0]?.items ?? [];
      return newest.some(({ status }) => status === 'pending' || status === 'delivering') ? soonMs : laterMs;
    },
  });
}

function Filters({ search, change }: Pick<DeliveryLogProps, 'search' | 'change'>) {
  const t = useTranslations('webhooks');
  const events = useQuery(apiQuery('/api/v1/webhooks/events'));
  const { event, result, ...rest } = search;
  return (
    <search aria-label={t('log.filters')} className={classes['filters']}>
      <NativeSelect
        label={t('log.event')}
        value={event ?? ''}
        data={[
          { value: '', label: t('log.allEvents') },
          ...(events.data?.items ?? []).map(({ name }) => name),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ ...rest, ...(result && { result }), ...(value !== '' && { event: value }) })
        }
      />
      <NativeSelect
        label={t('log.status')}
        value={result ?? ''}
        data={[
          { value: '', label: t('log.allStatus') },
          ...results.map((value) => ({ value, label: t(`result.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const found = results.find((one) => one === value);
          change({ ...rest, ...(event && { event }), ...(found && { result: found }) });
        }}
      />
    </search>
  );
}

function Attempts({
  attempts,
  open,
}: {
  readonly attempts: readonly Attempt[];
  readonly open: (attemptId: number) => void;
}) {
  const t = useTranslations('webhooks');
  const columns: readonly Column<Attempt>[] = [
    {
      key: 'event',
      label: t('log.event'),
      isTitle: true,
      render: ({ event }) => <code>{event}</code>,
      sortBy: ({ event }) => event,
    },
    {
      key: 'when',
      label: t('log.when'),
      render: ({ created_at }) => <Moment at={created_at} />,
      sortBy: ({ created_at }) => created_at,
    },
    {
      key: 'status',
      label: t('log.status'),
      render: ({ status }) => <Mark tone={tones[status]}>{t(`result.${status}`)}</Mark>,
      sortBy: ({ status }) => t(`result.${status}`),
    },
    {
      key: 'attempt',
      label: t('log.attempt'),
      render: ({ attempt, cause }) => t('delivery.nth', { count: attempt, cause: t(`cause.${cause}`) }),
      sortBy: ({ attempt }) => attempt,
      isOptional: true,
    },
    {
      key: 'answer',
      label: t('log.answer'),
      align: 'end',
      render: ({ response_status, duration_ms }) =>
        `${response_status ?? t('log.noAnswer')}${duration_ms === null ? '' : ` · ${t('numbers.ms', { ms: duration_ms })}`}`,
      sortBy: ({ response_status }) => response_status ?? 0,
      isOptional: true,
    },
    useOpenColumn<Attempt>(
      ({ event }) => t('log.open', { event }),
      ({ attempt_id }) => open(attempt_id),
    ),
  ];
  return (
    <DataTable
      label={t('log.label')}
      columns={columns}
      rows={attempts}
      rowKey={({ attempt_id }) => attempt_id}
      name="deliveries"
    />
  );
}

import { Button } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { DeliveryLog } from '../delivery-log.tsx';
import { CreateEndpoint } from '../endpoint-form.tsx';

type Endpoint = Schemas['WebhookEndpoint'];
const route = getRouteApi('/manage/webhooks');

export function WebhooksPage() {
  const t = useTranslations('webhooks');
  const organizationId = useOrganizationId();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<Schemas['WebhookEndpointWithSecret']>();
  const endpoints = useInfiniteQuery(
    apiPages('/api/v1/webhooks/endpoints', { query: { organization_id: organizationId } }),
  );
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      {t('list.create')}
    </Button>
  );
  return (
    <Page title={t('title.list')} lead={t('lead')} actions={create} width="wide">
      <Section title={t('list.label')}>
        <CursorList
          query={endpoints}
          empty={<EmptyState title={t('list.emptyTitle')} text={t('list.emptyText')} />}
        >
          {(rows) => <Endpoints endpoints={rows} />}
        </CursorList>
      </Section>
      <Section title={t('list.recent')} lead={t('list.recentLead')}>
        <DeliveryLog
          search={search}
          change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      </Section>
      {isCreating && (
        <CreateEndpoint
          close={() => setCreating(false)}
          created={(endpoint) => {
            setCreating(false);
            setCreated(endpoint);
          }}
        />
      )}
      {created !== undefined && (
        <ShownOnce
          title={t('secret.title')}
          label={t('secret.label')}
          text={created.secret}
          warning={t('secret.warning')}
          close={() => {
            setCreated(undefined);
            void navigate({
              to: '/manage/webhooks/$id',
              params: { id: String(created.id) },
              ignoreBlocker: true,
            });
          }}
        />
      )}
    </Page>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const t = useTranslations('webhooks');
  const columns: readonly Column<Endpoint>[] = [
    {
      key: 'name',
      label: t('list.name'),
      isTitle: true,
      render: ({ id, name }) => (
        <TextLink to="/manage/webhooks/$id" params={{ id: String(id) }} fw={600}>
          {name}
        </TextLink>
      ),
    },
    { key: 'url', label: t('list.url'), render: ({ url }) => <code>{url}</code>, isFreeText: true },
    {
      key: 'events',
      label: t('list.events'),
      render: ({ events }) => t('list.eventCount', { count: events.length }),
    },
    { key: 'status', label: t('list.status'), render: (endpoint) => <EndpointState endpoint={endpoint} /> },
  ];
  return <DataTable label={t('list.label')} columns={columns} rows={endpoints} rowKey={({ id }) => id} />;
}

function EndpointState({ endpoint: { status, inactive_reason } }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('webhooks.status');
  const tone = status === 'active' ? 'good' : inactive_reason === 'manual' ? 'quiet' : 'bad';
  return <Mark tone={tone}>{t(status)}</Mark>;
}

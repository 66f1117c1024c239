import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { PublishedMark } from '../../../ui/publish-state.tsx';
import { NameDialog, ResourcePage, useArchived } from '../../../ui/resource-page.tsx';

type Journey = Schemas['Journey'];

export function ManageJourneysPage() {
  const t = useTranslations('manageJourneys');
  const organizationId = useOrganizationId();
  const archived = useArchived();
  const journeys = useInfiniteQuery(
    apiPages('/api/v1/journeys', {
      query: { organization_id: organizationId, ...(archived && { status: 'archived' as const }) },
    }),
  );
  return (
    <ResourcePage
      words={{
        title: t('title.list'),
        lead: t('lead'),
        create: t('create'),
        label: t('label'),
        emptyTitle: t('emptyTitle'),
        emptyText: t('emptyText'),
      }}
      query={journeys}
      create={(close) => <CreateJourney close={close} />}
    >
      {(rows) => <JourneyList journeys={rows} />}
    </ResourcePage>
  );
}

function JourneyList({ journeys }: { readonly journeys: readonly Journey[] }) {
  const t = useTranslations('manageJourneys');
  const columns: readonly Column<Journey>[] = [
    {
      key: 'name',
      label: t('name'),
      isTitle: true,
      render: ({ id, name }) => (
        <TextLink to="/manage/journeys/$id" params={{ id: String(id) }} fw={600}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'steps',
      label: t('steps'),
      render: ({ steps }) => t('stepCount', { count: steps.length }),
    },
    { key: 'version', label: t('version'), align: 'end', render: ({ version }) => version },
    { key: 'state', label: t('state'), render: ({ status }) => <PublishedMark status={status} /> },
  ];
  return <DataTable label={t('label')} columns={columns} rows={journeys} rowKey={({ id }) => id} />;
}

function CreateJourney({ close }: { readonly close: () => void }) {
  const t = useTranslations('manageJourneys');
  const organizationId = useOrganizationId();
  const navigate = useNavigate();
  const creation = useApiMutation('post', '/api/v1/journeys', {
    invalidates: [['/api/v1/journeys']],
    onSuccess: ({ id }) =>
      void navigate({ to: '/manage/journeys/$id', params: { id: String(id) }, ignoreBlocker: true }),
  });
  return (
    <NameDialog
      title={t('create')}
      label={t('name')}
      submitLabel={t('submit')}
      creation={creation}
      submit={(name) => creation.mutate({ body: { name, organization_id: organizationId } })}
      close={close}
    />
  );
}

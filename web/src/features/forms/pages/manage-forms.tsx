import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { PublishedMark } from '../../../ui/publish-state.tsx';
import { NameDialog, ResourcePage, useArchived } from '../../../ui/resource-page.tsx';

type Form = Schemas['Form'];

export function ManageFormsPage() {
  const t = useTranslations('manageForms');
  const organizationId = useOrganizationId();
  const archived = useArchived();
  const forms = useInfiniteQuery(
    apiPages('/api/v1/forms', {
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
      query={forms}
      create={(close) => <CreateForm close={close} />}
    >
      {(rows) => <FormList forms={rows} />}
    </ResourcePage>
  );
}

function FormList({ forms }: { readonly forms: readonly Form[] }) {
  const t = useTranslations('manageForms');
  const columns: readonly Column<Form>[] = [
    {
      key: 'title',
      label: t('name'),
      isTitle: true,
      render: ({ id, title }) => (
        <TextLink to="/manage/forms/$id" params={{ id: String(id) }} fw={600}>
          {title}
        </TextLink>
      ),
    },
    { key: 'version', label: t('version'), align: 'end', render: ({ version }) => version },
    { key: 'changed', label: t('changed'), render: ({ updated_at }) => <Moment at={updated_at} /> },
    { key: 'state', label: t('state'), render: ({ status }) => <PublishedMark status={status} /> },
  ];
  return <DataTable label={t('label')} columns={columns} rows={forms} rowKey={({ id }) => id} />;
}

/** Whoever sends a form answers something, also where every question may be left out. */
const emptySchema = { type: 'object', properties: {}, minProperties: 1 };

function CreateForm({ close }: { readonly close: () => void }) {
  const t = useTranslations('manageForms');
  const organizationId = useOrganizationId();
  const navigate = useNavigate();
  const creation = useApiMutation('post', '/api/v1/forms', {
    invalidates: [['/api/v1/forms']],
    onSuccess: ({ id }) =>
      void navigate({ to: '/manage/forms/$id', params: { id: String(id) }, ignoreBlocker: true }),
  });
  return (
    <NameDialog
      title={t('create')}
      label={t('name')}
      submitLabel={t('submit')}
      creation={creation}
      submit={(title) =>
        creation.mutate({ body: { title, organization_id: organizationId, schema: emptySchema } })
      }
      close={close}
    />
  );
}

import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { ArchivedSwitch } from '../../../ui/archived-switch.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { FormDialog } from '../../../ui/dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { PublishedMark } from '../../../ui/published-mark.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';

type Form = Schemas['Form'];
const route = getRouteApi('/manage/forms');

export function ManageFormsPage() {
  const t = useTranslations('manageForms');
  const organizationId = useOrganizationId();
  const { archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const forms = useInfiniteQuery(
    apiPages('/api/v1/forms', {
      query: { organization_id: organizationId, ...(archived && { status: 'archived' as const }) },
    }),
  );
  return (
    <Page
      title={t('title.list')}
      lead={t('lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          {t('create')}
        </Button>
      }
    >
      <Section
        title={t('label')}
        actions={
          <ArchivedSwitch
            checked={archived}
            onChange={(next) => void navigate({ search: next ? { archived: true } : {}, replace: true })}
          />
        }
      >
        <CursorList query={forms} empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}>
          {(rows) => <FormList forms={rows} />}
        </CursorList>
      </Section>
      {isCreating && (
        <CreateForm
          close={() => setCreating(false)}
          created={(id) =>
            void navigate({ to: '/manage/forms/$id', params: { id: String(id) }, ignoreBlocker: true })
          }
        />
      )}
    </Page>
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

function CreateForm({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (id: number) => void;
}) {
  const t = useTranslations('manageForms');
  const organizationId = useOrganizationId();
  const [title, setTitle] = useState('');
  const create = useApiMutation('post', '/api/v1/forms', {
    invalidates: [['/api/v1/forms']],
    onSuccess: ({ id }) => created(id),
  });
  return (
    <FormDialog
      title={t('create')}
      close={close}
      submitLabel={t('submit')}
      isSending={create.isPending}
      error={create.error}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          body: { title, organization_id: organizationId, schema: emptySchema },
        });
      }}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={200}
        data-autofocus
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </FormDialog>
  );
}

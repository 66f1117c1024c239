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
import { Page } from '../../../ui/page.tsx';
import { PublishedMark } from '../../../ui/published-mark.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';

type Journey = Schemas['Journey'];
const route = getRouteApi('/manage/journeys');

export function ManageJourneysPage() {
  const t = useTranslations('manageJourneys');
  const organizationId = useOrganizationId();
  const { archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const journeys = useInfiniteQuery(
    apiPages('/api/v1/journeys', {
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
        <CursorList query={journeys} empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}>
          {(rows) => <JourneyList journeys={rows} />}
        </CursorList>
      </Section>
      {isCreating && (
        <CreateJourney
          close={() => setCreating(false)}
          created={(id) =>
            void navigate({ to: '/manage/journeys/$id', params: { id: String(id) }, ignoreBlocker: true })
          }
        />
      )}
    </Page>
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

function CreateJourney({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (id: number) => void;
}) {
  const t = useTranslations('manageJourneys');
  const organizationId = useOrganizationId();
  const [name, setName] = useState('');
  const create = useApiMutation('post', '/api/v1/journeys', {
    invalidates: [['/api/v1/journeys']],
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
        create.mutate({ body: { name, organization_id: organizationId } });
      }}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}

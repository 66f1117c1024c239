import type { Schemas } from '@muster/client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CursorListProps } from './cursor-list.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { TextLink } from './links.tsx';
import { PublishedMark } from './publish-state.tsx';
import { NameDialog, ResourcePage } from './resource-page.tsx';

type Words =
  | ('title.list' | 'lead' | 'create' | 'emptyTitle' | 'emptyText' | 'label')
  | ('name' | 'version' | 'state' | 'submit');

interface PublishedPageProps<Row, Change> {
  readonly to: '/manage/forms/$id' | '/manage/journeys/$id';
  readonly t: (key: Words) => string;
  readonly query: CursorListProps<Row>['query'];
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly creation: UseMutationResult<{ readonly id: number }, Error, Change, unknown>;
  readonly changeOf: (name: string) => NoInfer<Change>;
}

/** The list of drafts and published items, each with its own page. */
export function PublishedPage<Row extends Schemas['Form'] | Schemas['Journey'], Change>(
  props: PublishedPageProps<Row, Change>,
) {
  const { to, t, query, nameOf, columns, creation, changeOf } = props;
  const navigate = useNavigate();
  const all: readonly Column<Row>[] = [
    {
      key: 'name',
      label: t('name'),
      isTitle: true,
      render: (row) => (
        <TextLink to={to} params={{ id: String(row.id) }} fw={600}>
          {nameOf(row)}
        </TextLink>
      ),
      sortBy: nameOf,
    },
    ...columns,
    { key: 'version', label: t('version'), align: 'end', render: ({ version }) => version },
    { key: 'state', label: t('state'), render: ({ status }) => <PublishedMark status={status} /> },
  ];
  return (
    <ResourcePage
      title={t('title.list')}
      t={t}
      label={t('label')}
      query={query}
      create={(close) => (
        <NameDialog
          title={t('create')}
          label={t('name')}
          submitLabel={t('submit')}
          creation={creation}
          submit={(name) =>
            creation.mutate(changeOf(name), {
              onSuccess: ({ id }) => void navigate({ to, params: { id: String(id) }, ignoreBlocker: true }),
            })
          }
          close={close}
        />
      )}
    >
      {(rows) => <DataTable label={t('label')} columns={all} rows={rows} rowKey={({ id }) => id} />}
    </ResourcePage>
  );
}

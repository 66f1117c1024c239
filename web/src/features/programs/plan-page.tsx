import { Button, Group } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import type { CursorListProps } from '../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { ResourcePage } from '../../ui/resource-page.tsx';

interface Plan {
  readonly id: number;
  readonly name: string;
  readonly archived: boolean;
}

export interface EditProps {
  readonly id: number;
  readonly close: () => void;
}

interface PlanPageProps<Row> {
  readonly kind: 'programs' | 'missions';
  readonly query: CursorListProps<Row>['query'];
  /** Between the name and the actions. */
  readonly columns: readonly Column<Row>[];
  readonly Create: ComponentType<Pick<EditProps, 'close'>>;
  readonly Edit: ComponentType<EditProps>;
}

/** The list of programs and the list of missions. */
export function PlanPage<Row extends Plan>({ kind, query, columns, Create, Edit }: PlanPageProps<Row>) {
  const [editing, setEditing] = useState<number>();
  const t = useTranslations(`programs.${kind}`);
  const actions = useActionsColumn<Row>(kind, setEditing);
  const name: Column<Row> = {
    key: 'name',
    label: t('name'),
    isTitle: true,
    render: (row) => <strong>{row.name}</strong>,
    sortBy: (row) => row.name,
  };
  return (
    <ResourcePage
      title={t('title')}
      t={t}
      label={t('label')}
      archivedEmpty={useTranslations('programs')('archivedEmpty')}
      query={query}
      create={(close) => <Create close={close} />}
    >
      {(rows) => (
        <>
          <DataTable
            label={t('label')}
            columns={[name, ...columns, actions]}
            rows={rows}
            rowKey={({ id }) => id}
          />
          {editing !== undefined && <Edit id={editing} close={() => setEditing(undefined)} />}
        </>
      )}
    </ResourcePage>
  );
}

function useActionsColumn<Row extends Plan>(
  kind: PlanPageProps<Row>['kind'],
  edit: (id: number) => void,
): Column<Row> {
  const t = useTranslations('programs');
  const words = useTranslations('common');
  const texts = useTranslations(`programs.${kind}`);
  const invalidates = [[`/api/v1/${kind}`]];
  const archive = useApiMutation('post', `/api/v1/${kind}/{id}/archive`, { invalidates });
  const restore = useApiMutation('post', `/api/v1/${kind}/{id}/restore`, { invalidates });
  return {
    key: 'actions',
    label: words('actions'),
    align: 'end',
    render: ({ id, name, archived }) =>
      archived ? (
        <Button
          variant="default"
          aria-label={t('restoreOf', { name })}
          onClick={() => restore.mutate({ path: { id } })}
        >
          {words('action.restore')}
        </Button>
      ) : (
        <Group gap="xs" justify="flex-end">
          <Button variant="default" aria-label={t('changeOf', { name })} onClick={() => edit(id)}>
            {words('action.edit')}
          </Button>
          <ConfirmAction
            title={texts('archiveTitle', { name })}
            text={texts('archiveText')}
            confirmLabel={words('action.archive')}
            onConfirm={() => archive.mutateAsync({ path: { id } })}
          >
            {(ask) => (
              <Button variant="subtle" aria-label={t('archiveOf', { name })} onClick={ask}>
                {words('action.archive')}
              </Button>
            )}
          </ConfirmAction>
        </Group>
      ),
  };
}

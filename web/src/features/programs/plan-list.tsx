import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';

interface Plan {
  readonly id: number;
  readonly name: string;
  readonly archived: boolean;
}

interface PlanListProps<Row extends Plan> {
  readonly label: string;
  readonly nameLabel: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly change: (id: number) => void;
  readonly archive: (id: number) => Promise<unknown>;
  readonly restore: (id: number) => Promise<unknown>;
  readonly archiveTitle: (name: string) => string;
  readonly archiveText: string;
}

/** Programs and missions look alike: a name, something between, and what can be done. */
export function PlanList<Row extends Plan>(props: PlanListProps<Row>) {
  const { label, nameLabel, rows, columns, change, archive, restore, archiveTitle, archiveText } = props;
  const t = useTranslations('programs');
  const words = useTranslations('common');
  const all: readonly Column<Row>[] = [
    { key: 'name', label: nameLabel, isTitle: true, render: ({ name }) => <strong>{name}</strong> },
    ...columns,
    {
      key: 'actions',
      label: words('actions'),
      align: 'end',
      render: ({ id, name, archived }) =>
        archived ? (
          <Button variant="default" aria-label={t('restoreOf', { name })} onClick={() => void restore(id)}>
            {words('action.restore')}
          </Button>
        ) : (
          <Group gap="xs" justify="flex-end">
            <Button variant="default" aria-label={t('changeOf', { name })} onClick={() => change(id)}>
              {words('action.edit')}
            </Button>
            <ConfirmAction
              title={archiveTitle(name)}
              text={archiveText}
              confirmLabel={words('action.archive')}
              onConfirm={() => archive(id)}
            >
              {(ask) => (
                <Button variant="subtle" aria-label={t('archiveOf', { name })} onClick={ask}>
                  {words('action.archive')}
                </Button>
              )}
            </ConfirmAction>
          </Group>
        ),
    },
  ];
  return <DataTable label={label} columns={all} rows={rows} rowKey={({ id }) => id} />;
}

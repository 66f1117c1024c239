import { ActionIcon, Checkbox, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconColumns3 } from '@tabler/icons-react';
import { useContext, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readStored, writeStored } from '../browser/storage.ts';
import { IsWholeContext } from './cursor-list.tsx';
import classes from './data-table.module.css';
import { type Order, sorted, turned } from './rules.ts';
import { type ShownColumn, TableRows } from './table-rows.tsx';
import { useCards } from './use-cards.ts';

export interface Column<Row> extends ShownColumn<Row> {
  /** What the table can be sorted by once all rows are loaded. */
  readonly sortBy?: (row: Row) => string | number;
  /** The reader may hide it. */
  readonly isOptional?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table contains, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Under which name the device remembers hidden columns. */
  readonly name?: string;
}

/** A table where there is space, a card for each row where there is not. The roles keep it a table for everybody. */
export function DataTable<Row>({ label, columns, rows, rowKey, name }: DataTableProps<Row>) {
  const [order, setOrder] = useState<Order>();
  const isWhole = useContext(IsWholeContext);
  const { hidden, toggle } = useHidden(name);
  const shown = columns.filter(({ key, isOptional }) => !isOptional || !hidden.has(key));
  const by = isWhole ? columns.find(({ key }) => key === order?.key)?.sortBy : undefined;
  const ordered = useMemo(() => sorted(rows, by, order), [rows, by, order]);
  const frame = useRef<HTMLDivElement>(null);
  const isCards = useCards(frame, shown.map(({ label }) => label).join());
  return (
    <>
      {name !== undefined && <ColumnMenu columns={columns} hidden={hidden} toggle={toggle} />}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: as blocks, table elements lose their meaning on phones */}
      <div ref={frame}>
        <table
          className={classes['table']}
          aria-label={label}
          role="table"
          aria-rowcount={isWhole ? rows.length + 1 : -1}
          data-many={shown.length > 6 || undefined}
          data-cards={isCards || undefined}
        >
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {shown.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-align={column.align}
                  aria-sort={isWhole && order?.key === column.key ? order.direction : undefined}
                >
                  {isWhole && column.sortBy !== undefined ? (
                    <SortButton
                      column={column}
                      order={order}
                      turn={() => setOrder(turned(order, column.key))}
                    />
                  ) : (
                    column.label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <TableRows columns={shown} rows={ordered} rowKey={rowKey} />
        </table>
      </div>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </>
  );
}

/** The last column of a table whose rows open. */
export function useOpenColumn<Row>(labelOf: (row: Row) => string, open: (row: Row) => void): Column<Row> {
  const t = useTranslations('common');
  return {
    key: 'open',
    label: t('actions'),
    align: 'end',
    render: (row) => (
      <ActionIcon variant="default" aria-label={labelOf(row)} onClick={() => open(row)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    ),
  };
}

interface SortButtonProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | undefined;
  readonly turn: () => void;
}

function SortButton<Row>({ column: { key, label }, order, turn }: SortButtonProps<Row>) {
  const Arrow = order?.direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton className={classes['sort'] ?? ''} onClick={turn}>
      {label}
      <Arrow size={16} aria-hidden opacity={order?.key === key ? 1 : 0.25} />
    </UnstyledButton>
  );
}

interface ColumnMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
}

function ColumnMenu<Row>({ columns, hidden, toggle }: ColumnMenuProps<Row>) {
  const t = useTranslations('common.table');
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={classes['columns'] ?? ''}>
          <IconColumns3 size={18} aria-hidden />
          {t('columns')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ isOptional }) => isOptional)
          .map(({ key, label }) => (
            <Menu.Item
              key={key}
              role="menuitemcheckbox"
              aria-checked={!hidden.has(key)}
              leftSection={<Checkbox.Indicator checked={!hidden.has(key)} />}
              onClick={() => toggle(key)}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useHidden(name: string | undefined) {
  const storeAs = `muster.columns.${name}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(name === undefined ? [] : readStored(storeAs)?.split(' ')),
  );
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
    writeStored(storeAs, next.size === 0 ? null : [...next].join(' '));
  };
  return { hidden, toggle };
}

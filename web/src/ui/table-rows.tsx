import { Fragment, type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import classes from './data-table.module.css';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface ShownColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  readonly align?: 'end';
  /** The line that a card on a phone begins with; give it to one column. */
  readonly isTitle?: boolean;
  /** What people have written breaks anywhere: a place can be a link without a space. */
  readonly isFreeText?: boolean;
}

interface TableRowsProps<Row> {
  readonly columns: readonly ShownColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

/** So many rows are all there, to be found by the browser and printed. Of more, only those near the screen are. */
const mostWhole = 150;

export function TableRows<Row>({ columns, rows, rowKey }: TableRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { virtual, scrollMargin } = useVirtualRows({
    box: body,
    count: rows.length,
    estimate: () => 64,
    keyOf: (index) => rowKey(rows[index] as Row),
  });
  const isWhole = rows.length <= mostWhole;
  const near = isWhole ? [] : virtual.getVirtualItems();
  const drawn = isWhole
    ? rows.map((_, index) => ({ index, above: 0 }))
    : near.map(({ index, start }, at) => ({ index, above: start - (near[at - 1]?.end ?? scrollMargin) }));
  const below = isWhole ? 0 : virtual.getTotalSize() + scrollMargin - (near.at(-1)?.end ?? scrollMargin);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as blocks, table elements lose their meaning on phones
    <tbody ref={body} role="rowgroup" onKeyDown={moveByArrows}>
      {drawn.map(({ index, above }) => (
        <Fragment key={rowKey(rows[index] as Row)}>
          {above > 0 && <Space height={above} />}
          <TableRow row={rows[index]} columns={columns} index={index} measure={virtual.measureElement} />
        </Fragment>
      ))}
      {below > 0 && <Space height={below} />}
    </tbody>
  );
}

/** As high as the rows that are not there. */
function Space({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden className={classes['space']}>
      <td style={{ height }} />
    </tr>
  );
}

interface TableRowProps {
  readonly row: unknown;
  readonly columns: readonly ShownColumn<never>[];
  readonly index: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
}

/** Scrolling renders the rows with each frame: one that has not changed must cost nothing. */
const TableRow = memo(function TableRow({ row, columns, index, measure }: TableRowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr ref={measure} role="row" data-index={index} aria-rowindex={index + 2}>
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-label={column.label}
          data-align={column.align}
          data-title={column.isTitle}
          data-free={column.isFreeText}
        >
          {column.render(row as never)}
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
});

const reachable = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Up and down move to the same control in the next row. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as HTMLElement;
  const row = target.closest('tr');
  // Fields and open menus need the arrows for themselves.
  if (
    step === undefined ||
    row === null ||
    target.matches('input:not([type=checkbox]), select, textarea, [aria-haspopup]')
  )
    return;
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  const index = [...row.querySelectorAll(reachable)].indexOf(target);
  const there = next?.querySelectorAll<HTMLElement>(reachable);
  const found = there?.[Math.min(index, there.length - 1)];
  if (index === -1) return;
  event.preventDefault();
  // Where the row has scrolled away, the next one doesn't exist: it comes back into sight first.
  if (found === undefined) row.scrollIntoView({ block: 'center' });
  else found.focus();
}

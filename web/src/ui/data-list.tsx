import type { ReactNode } from 'react';
import classes from './data-list.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Numbers stand right. */
  readonly align?: 'end';
  /** The line that a card on a phone begins with; give it to one column. */
  readonly isTitle?: boolean;
}

export interface DataListProps<Row> {
  /** What the table holds, for those who hear it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

/** A table where there is room, a card for each row where there is not. The roles keep it a table for everybody. */
export function DataList<Row>({ label, columns, rows, rowKey }: DataListProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as blocks, table elements lose their meaning on phones
    <table className={classes['table']} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.label}
                data-align={column.align}
                data-title={column.isTitle}
              >
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

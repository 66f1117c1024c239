export interface Order {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/** A column's heading goes from ascending to descending to the order in which the rows came. */
export function turned(order: Order | undefined, key: string): Order | undefined {
  if (order?.key !== key) return { key, direction: 'ascending' };
  return order.direction === 'ascending' ? { key, direction: 'descending' } : undefined;
}

export function sorted<Row>(
  rows: readonly Row[],
  by: ((row: Row) => string | number) | undefined,
  order: Order | undefined,
): readonly Row[] {
  if (by === undefined || order === undefined) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    );
  });
}

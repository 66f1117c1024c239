import { refuseField } from '#kernel/refusal.ts';

/** Where a page ended: the sort keys of its last row. Opaque to callers, and never an offset. */
export type CursorKeys = readonly (string | number | null)[];

export function encodeCursor(keys: CursorKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

export type CursorKeyType = 'string' | 'number' | 'instant';

/**
 * Reads a cursor back. `shape` names the type of each key, so that a forged one cannot reach SQL as another
 * type; a number is an id or a count, an instant a text that PostgreSQL reads as a timestamp.
 */
export function decodeCursor(
  cursor: string | undefined,
  shape: readonly CursorKeyType[],
): CursorKeys | undefined {
  if (cursor === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(keys) &&
      keys.length === shape.length &&
      keys.every((key, index) => fits(key, shape[index]))
    )
      return keys as CursorKeys;
  } catch {
    // Falls through to the refusal.
  }
  throw refuseField(
    'cursor',
    'cursor',
    'is not a cursor of this list: send the next_cursor of the page before, or none',
  );
}

function fits(key: unknown, type: CursorKeyType | undefined): boolean {
  if (type === 'number') return Number.isSafeInteger(key);
  if (typeof key !== 'string' || !key.isWellFormed() || key.includes('\0')) return false;
  return type === 'string' || isInstant(key);
}

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
}

/** A page from one row more than asked for: the extra row only tells that there is a next page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => CursorKeys,
  present: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(present),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(keysOf(last)) : null,
  };
}

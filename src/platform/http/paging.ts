import { isWrittenInstant } from '#kernel/iso-texts.ts';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';

export interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

export const afterOf = (cursors: Cursors, page: PageInput): number | undefined =>
  cursors.decode(page.cursor)?.[0] as number | undefined;

/** Where a page ended: the sort keys of its last row. Opaque to callers, and never an offset. */
export type CursorKeys = readonly (string | number | null)[];

/** An id fits a bigint, a count an integer of PostgreSQL; an instant is written as `Temporal.Instant` writes it. */
export type CursorKeyType = 'string' | 'number' | 'count' | 'instant';

const mostCounted = 2_147_483_647;

/** The cursors of one list. They carry its name, so that one of another list is refused. */
export interface Cursors {
  encode(keys: CursorKeys): string;
  decode(cursor: string | undefined): CursorKeys | undefined;
}

/**
 * `shape` names the type of each key, so that a forged cursor cannot reach SQL as another type or beyond what its
 * column holds.
 */
export function cursorsOf(list: string, shape: readonly CursorKeyType[]): Cursors {
  return {
    encode: (keys) => Buffer.from(JSON.stringify([list, ...keys])).toString('base64url'),
    decode(cursor) {
      if (cursor === undefined) return undefined;
      const [name, ...keys] = read(cursor);
      if (
        name === list &&
        keys.length === shape.length &&
        keys.every((key, index) => fits(key, shape[index]))
      )
        return keys as CursorKeys;
      throw refuse(platformErrors.cursor('cursor'));
    },
  };
}

function read(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function fits(key: unknown, type: CursorKeyType | undefined): boolean {
  if (type === 'number' || type === 'count')
    return Number.isSafeInteger(key) && Number(key) >= 0 && (type === 'number' || Number(key) <= mostCounted);
  if (typeof key !== 'string' || !key.isWellFormed() || key.includes('\0')) return false;
  return type === 'string' || isWrittenInstant(key);
}

/** A page from one row more than asked for: the extra row only shows that there is a next page. */
export function toPage<Row, Item>(
  cursors: Cursors,
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => CursorKeys,
  present: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(present),
    next_cursor: rows.length > limit && last !== undefined ? cursors.encode(keysOf(last)) : null,
  };
}

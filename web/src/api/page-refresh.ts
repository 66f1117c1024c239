import type { CursorPage } from '@muster/client';

/** So many pages of a long list are read again in the background; what lies behind them stays as it was read. */
export const pagesRefreshed = 4;

type Pages = readonly CursorPage<unknown>[];

/** How far each reading of a list has come. A reading has one signal for all of its pages. */
const progress = new WeakMap<AbortSignal, CursorPage<unknown>[]>();

interface Reading {
  readonly signal: AbortSignal;
  readonly cursor: string | null;
  /** The list as it was before, where it is read again from its beginning. */
  readonly before: { readonly pages: Pages } | undefined;
}

/**
 * One page of a list. A list that was read to its fiftieth page is not read again fifty times because someone signed
 * up: its first pages are, and behind them comes what was there.
 */
export async function readPage(
  { signal, cursor, before }: Reading,
  read: () => Promise<CursorPage<unknown>>,
): Promise<CursorPage<unknown>> {
  const done = progress.get(signal) ?? [];
  progress.set(signal, done);
  const isLong = before !== undefined && before.pages.length > pagesRefreshed;
  const page =
    !isLong || done.length < pagesRefreshed ? await read() : pageBehind(before.pages, done, cursor);
  done.push(page);
  return page;
}

/** All that was behind the fresh pages becomes one page; those that follow it are empty, and no one asks for them. */
function pageBehind(before: Pages, fresh: Pages, cursor: string | null): CursorPage<unknown> {
  const end = { items: [], next_cursor: cursor };
  if (fresh.length > pagesRefreshed) return end;
  const old = before.flatMap(({ items }) => items);
  const last = fresh.at(-1)?.items.at(-1);
  const place = last === undefined ? -1 : old.findIndex((item) => keyOf(item) === keyOf(last));
  // So much has changed that the two do not meet: the list ends here until someone asks for more.
  if (place === -1) return end;
  const shown = new Set(fresh.flatMap(({ items }) => items.map(keyOf)));
  return {
    items: old.slice(place + 1).filter((item) => !shown.has(keyOf(item))),
    next_cursor: before.at(-1)?.next_cursor ?? null,
  };
}

/** What tells the lines of a list apart. */
function keyOf(item: unknown): string {
  const { id, user_id, program_id, month } = item as Record<string, unknown>;
  return id === undefined ? JSON.stringify([user_id, program_id, month]) : String(id);
}

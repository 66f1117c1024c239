import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CursorPage } from '@muster/client';
import { pagesRefreshed, readPage } from './page-refresh.ts';

/** A list on a server: two lines a page, newest first, with how often it was asked. */
function listOf(count: number) {
  const ids = Array.from({ length: count }, (_, index) => count - index);
  return {
    ids,
    asked: 0,
    page(cursor: string | null): CursorPage<{ id: number }> {
      this.asked += 1;
      const rest = cursor === null ? this.ids : this.ids.filter((id) => id < Number(cursor));
      const items = rest.slice(0, 2).map((id) => ({ id }));
      return { items, next_cursor: rest.length > 2 ? String(items.at(-1)?.id) : null };
    },
  };
}

type List = ReturnType<typeof listOf>;

/** Reads like an infinite query does: on from the fresh pages, as many as there were. */
async function readAgain(list: List, before: CursorPage<{ id: number }>[]) {
  const { signal } = new AbortController();
  const pages: CursorPage<{ id: number }>[] = [];
  let cursor: string | null = null;
  do {
    const at: string | null = cursor;
    const page = await readPage({ signal, cursor: at, before: { pages: before } }, async () => list.page(at));
    pages.push(page as CursorPage<{ id: number }>);
    cursor = page.next_cursor;
  } while (cursor !== null && pages.length < before.length);
  return pages;
}

function firstRead(list: List, pageCount: number): CursorPage<{ id: number }>[] {
  const pages: CursorPage<{ id: number }>[] = [];
  let cursor: string | null = null;
  for (let index = 0; index < pageCount; index += 1) {
    pages.push(list.page(cursor));
    cursor = pages.at(-1)?.next_cursor ?? null;
  }
  list.asked = 0;
  return pages;
}

const idsOf = (pages: readonly CursorPage<{ id: number }>[]) =>
  pages.flatMap(({ items }) => items.map(({ id }) => id));

describe('reading a list again', () => {
  it('asks for the first pages only, however many there are, and loses and doubles nothing', async () => {
    const list = listOf(200);
    const before = firstRead(list, 50);
    list.ids.unshift(203, 202, 201);
    const pages = await readAgain(list, before);
    assert.equal(list.asked, pagesRefreshed);
    assert.deepEqual(idsOf(pages), list.ids.slice(0, 103));
    assert.equal(pages.at(-1)?.next_cursor, before.at(-1)?.next_cursor);
  });

  it('shows what changed or went in the first pages', async () => {
    const list = listOf(40);
    const before = firstRead(list, 10);
    list.ids.splice(1, 1);
    assert.deepEqual(idsOf(await readAgain(list, before)), list.ids.slice(0, 19));
  });

  it('reads short lists whole', async () => {
    const list = listOf(20);
    const before = firstRead(list, 3);
    assert.deepEqual(idsOf(await readAgain(list, before)), list.ids.slice(0, 6));
    assert.equal(list.asked, 3);
  });

  it('ends where the fresh pages no longer meet the old ones, and can be read on from there', async () => {
    const list = listOf(40);
    const before = firstRead(list, 10);
    list.ids.unshift(...Array.from({ length: 30 }, (_, index) => 100 - index));
    const pages = await readAgain(list, before);
    assert.equal(list.asked, pagesRefreshed);
    assert.deepEqual(idsOf(pages), list.ids.slice(0, 2 * pagesRefreshed));
    assert.equal(pages.at(-1)?.next_cursor, String(list.ids[2 * pagesRefreshed - 1]));
  });
});

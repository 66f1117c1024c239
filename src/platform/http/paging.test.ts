import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '#kernel/refusal.ts';
import { decodeCursor, encodeCursor, toPage } from './paging.ts';

const rows = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `n${index + 1}` }));
const page = (from: number, limit: number) =>
  toPage(
    rows.slice(from, from + limit + 1),
    limit,
    (row) => [row.name, row.id],
    (row) => row.id,
  );

describe('a list', () => {
  it('is walked from page to page without a gap or a repetition', () => {
    const first = page(0, 2);
    assert.deepEqual(first.items, [1, 2]);
    assert.deepEqual(decodeCursor(first.next_cursor ?? '', ['string', 'number']), ['n2', 2]);
    assert.deepEqual(page(2, 2).items, [3, 4]);
  });

  it('ends with no cursor, also when the last page is exactly full', () => {
    assert.equal(page(4, 2).next_cursor, null);
    assert.equal(page(3, 2).next_cursor, null);
    assert.deepEqual(page(5, 2), { items: [], next_cursor: null });
  });

  it('starts at the beginning without a cursor', () => {
    assert.equal(decodeCursor(undefined, ['number']), undefined);
  });

  it('refuses a cursor that it did not give', () => {
    const forged = [
      '',
      'nonsense',
      '%%%',
      encodeCursor([1]),
      encodeCursor(['1', '2']),
      encodeCursor(['a', 1, 2]),
      encodeCursor(['a', null]),
      encodeCursor(['a\0', 1]),
      Buffer.from('{"0":"a","1":1,"length":2}').toString('base64url'),
      Buffer.from('["\\ud800",1]').toString('base64url'),
      encodeCursor(['a', 1.5]),
      encodeCursor(['a', 2 ** 60]),
      Buffer.from('["a",1e999]').toString('base64url'),
    ];
    for (const cursor of forged)
      assert.throws(
        () => decodeCursor(cursor, ['string', 'number']),
        (error) =>
          error instanceof Refusal &&
          error.code === 'validation_failed' &&
          error.errors[0]?.path === 'cursor',
        cursor,
      );
    for (const instant of [
      'yesterday',
      'infinity',
      '2026-11-14T09:00:00.1234567890Z',
      '2026-11-14T09:00:00+01:00',
      '+275760-09-13T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-11-14T23:59:60Z',
      '2026-11-14T09:00:00Z[UTC]',
    ])
      assert.throws(() => decodeCursor(encodeCursor([instant]), ['instant']), Refusal, instant);
    for (const count of [2 ** 31, -1, 2 ** 53, 0.5])
      assert.throws(() => decodeCursor(encodeCursor([count]), ['count']), Refusal, String(count));
    assert.throws(() => decodeCursor(encodeCursor([-1]), ['number']), Refusal);
    assert.deepEqual(decodeCursor(encodeCursor(['2026-11-14T09:00:00.123456Z']), ['instant']), [
      '2026-11-14T09:00:00.123456Z',
    ]);
  });
});

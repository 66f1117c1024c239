import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '#kernel/refusal.ts';
import { cursorsOf, toPage } from './paging.ts';

const cursors = cursorsOf('names', ['string', 'number']);
const rows = Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `n${index + 1}` }));
const page = (from: number, limit: number) =>
  toPage(
    cursors,
    rows.slice(from, from + limit + 1),
    limit,
    (row) => [row.name, row.id],
    (row) => row.id,
  );

describe('a list', () => {
  it('is walked from page to page without a gap or a repetition', () => {
    const first = page(0, 2);
    assert.deepEqual(first.items, [1, 2]);
    assert.deepEqual(cursors.decode(first.next_cursor ?? ''), ['n2', 2]);
    assert.deepEqual(page(2, 2).items, [3, 4]);
  });

  it('ends with no cursor, also when the last page is exactly full', () => {
    assert.equal(page(4, 2).next_cursor, null);
    assert.equal(page(3, 2).next_cursor, null);
    assert.deepEqual(page(5, 2), { items: [], next_cursor: null });
  });

  it('starts at the beginning without a cursor', () => {
    assert.equal(cursors.decode(undefined), undefined);
  });

  it('refuses a cursor that it did not give', () => {
    const forged = [
      '',
      'nonsense',
      '%%%',
      cursors.encode([1]),
      cursors.encode(['1', '2']),
      cursors.encode(['a', 1, 2]),
      cursors.encode(['a', null]),
      cursors.encode(['a\0', 1]),
      Buffer.from('{"0":"names","1":"a","2":1,"length":3}').toString('base64url'),
      Buffer.from('["names","\\ud800",1]').toString('base64url'),
      cursors.encode(['a', 1.5]),
      cursors.encode(['a', 2 ** 60]),
      Buffer.from('["names","a",1e999]').toString('base64url'),
    ];
    for (const cursor of forged)
      assert.throws(
        () => cursors.decode(cursor),
        (error) =>
          error instanceof Refusal &&
          error.code === 'validation_failed' &&
          error.errors[0]?.path === 'cursor',
        cursor,
      );
    const [instants, counts, ids] = [
      cursorsOf('times', ['instant']),
      cursorsOf('counts', ['count']),
      cursorsOf('ids', ['number']),
    ] as const;
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
      assert.throws(() => instants.decode(instants.encode([instant])), Refusal, instant);
    for (const count of [2 ** 31, -1, 2 ** 53, 0.5])
      assert.throws(() => counts.decode(counts.encode([count])), Refusal, String(count));
    assert.throws(() => ids.decode(ids.encode([-1])), Refusal);
    for (const instant of [
      '2026-11-14T09:00:00.123456Z',
      '9000-01-01T11:00:00.000000Z',
      '0999-12-31T23:00:00Z',
    ])
      assert.deepEqual(instants.decode(instants.encode([instant])), [instant]);
  });

  it('refuses a cursor of another list, also one of the same form', () => {
    const others = cursorsOf('titles', ['string', 'number']);
    assert.throws(() => cursors.decode(others.encode(['n2', 2])), Refusal);
    assert.throws(() => cursors.decode(Buffer.from('["n2",2]').toString('base64url')), Refusal);
  });
});

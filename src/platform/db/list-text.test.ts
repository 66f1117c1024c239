import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';

const { db } = await freshDatabase({ size: 1 });

async function roundTrip(list: readonly unknown[], type: string): Promise<unknown> {
  const { rows } = await sql<{ list: unknown }>`select ${list}::${sql.raw(type)} as list`.execute(db);
  return rows[0]?.list;
}

describe('a list in a statement', () => {
  it('arrives as it was, whatever is in it', async () => {
    const lists: readonly (readonly [string, readonly unknown[]])[] = [
      ['text[]', ['plain', 'NULL', '', ' with spaces ', 'a,b', '{}', 'two\nlines', 'Zoë', '🌊']],
      ['text[]', ['a "quote"', 'back\\slash', `'{},"\\`, null]],
      ['text[]', [null, null]],
      ['text[]', []],
      ['int[]', [1, -2, null, 0]],
      ['float8[]', [1.5, -0.25, 1e21, Number.POSITIVE_INFINITY]],
      ['bool[]', [true, false, null]],
      [
        'int[]',
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ];
    for (const [type, list] of lists) assert.deepEqual(await roundTrip(list, type), list, type);
  });

  it('is a text for PostgreSQL, also if it holds a number and a text', async () => {
    assert.deepEqual(await roundTrip([1, 'two'], 'text[]'), ['1', 'two']);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { jsonLines } from './index.ts';

const { db } = await freshDatabase({ size: 1 });

async function roundTrip(values: readonly unknown[]): Promise<unknown[]> {
  const texts = jsonLines(values.map((value) => JSON.stringify(value)));
  const { rows } = await sql<{ value: unknown }>`select unnest(${texts}::jsonb[]) as value`.execute(db);
  return rows.map(({ value }) => value);
}

describe('texts of JSON, sent as lines', () => {
  it('arrive as they were, whatever is in them', async () => {
    const values = [
      { text: 'two\nlines\r\nand \u2028 more' },
      { quotes: `"'{},\\`, nothing: null, empty: '' },
      '',
      null,
      ['NULL', 1.5, false],
    ];
    assert.deepEqual(await roundTrip(values), values);
  });

  it('are none, if there are none', async () => {
    assert.deepEqual(await roundTrip([]), []);
  });
});

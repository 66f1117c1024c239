import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { type Columns, inColumns } from './index.ts';

const { db } = await freshDatabase({ size: 1 });

interface Person {
  readonly id: number;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

const people = inColumns<Person>({ id: 'p.id', name: 'p.name', tags: 'p.tags', details: 'p.details' });

async function roundTrip(given: readonly Person[]): Promise<Person[]> {
  const { rows } = await sql<{ list: Columns<Person> }>`
    select ${people.json} as list from (
      select id, name, array(select jsonb_array_elements_text(tags)) as tags, details
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, name text, tags jsonb, details jsonb)
      order by id desc
    ) as p
  `.execute(db);
  return people.rowsOf(rows[0]?.list ?? []);
}

describe('rows that come column by column', () => {
  it('are as they were, in their order, whatever is in them', async () => {
    const given = [
      { id: 3, name: `"Ada", {}[]\n\\`, tags: ['null', ''], details: { deep: [null, { a: 1 }] } },
      { id: 2, name: null, tags: [], details: {} },
      { id: 1, name: 'NULL', tags: ['[', ','], details: { list: [] } },
    ];
    assert.deepEqual(await roundTrip(given), given);
  });

  it('are none, if there are none', async () => {
    assert.deepEqual(await roundTrip([]), []);
    assert.deepEqual(people.rowsOf([]), []);
  });
});

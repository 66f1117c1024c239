import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { guests, tablesOf } from '../../scripts/house-check/tables.ts';

const database = await freshDatabase();

describe('the owners of tables', () => {
  it('are named for every table of the database', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1
    `.execute(database.db);
    const listed = Object.values(tablesOf).flat().sort();
    assert.deepEqual(
      rows.map(({ name }) => name),
      listed,
    );
  });

  it('have no trigger or column of another slice that ARCHITECTURE.md does not show', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1
    `.execute(database.db);
    const listed = guests.flatMap(({ on, triggers = [] }) => triggers.map((trigger) => `${on}.${trigger}`));
    assert.deepEqual(
      rows.map(({ name }) => name),
      listed.sort(),
    );
    const lines = (await readFile('ARCHITECTURE.md', 'utf8')).split('\n');
    for (const { on, of, triggers = [], columns = [] } of guests) {
      const line = lines.find((one) => one.startsWith(`| \`${on}\` | ${of} |`));
      for (const name of [...triggers, ...columns])
        assert.ok(line?.includes(`\`${name}\``), `${on}: ${name}`);
      for (const column of columns)
        await sql`select ${sql.ref(column)} from ${sql.table(on)} limit 0`.execute(database.db);
    }
  });
});

describe('rows that are written a second time', () => {
  it('find space for that in every partition, also in those to come', async () => {
    await sql`
      select webhook_history.ensure_week(date '2040-01-02'), history.ensure_all(timestamptz '2040-01-02')
    `.execute(database.db);
    const { rows } = await sql<{ space: string; partitions: number }>`
      select array_to_string(c.reloptions, ',') as space, count(*)::int as partitions
      from unnest('{webhook_attempts,notifications}'::regclass[]) as parent,
        pg_partition_tree(parent) as part join pg_class c on c.oid = part.relid
      where part.isleaf group by 1
    `.execute(database.db);
    assert.deepEqual(
      rows.map(({ space }) => space),
      ['fillfactor=45'],
    );
    assert.ok(rows.every(({ partitions }) => partitions > 12));
  });
});

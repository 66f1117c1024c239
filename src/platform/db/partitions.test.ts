import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { inTransaction } from './index.ts';
import { dropPartitions, ensurePartitions } from './partitions.ts';

const database = await freshDatabase();
const at = (iso: string) => Temporal.Instant.from(iso);

async function plant(id: string, moment: string): Promise<void> {
  await sql`
    insert into events (id, organization_id, type, data, created_at) values (${id}, 1, 'note.created', '{}', ${moment})
  `.execute(database.db);
}

async function partitionOf(id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from events where id = ${id}
  `.execute(database.db);
  return rows[0]?.name;
}

describe('partitions', () => {
  it('exist from the first day on, and for the weeks ahead', async () => {
    const now = Temporal.Now.instant();
    for (const days of [0, 7, 14, 21, 28]) {
      const moment = now.add({ hours: 24 * days }).toString();
      await plant(`evt_${days}`, moment);
      assert.match((await partitionOf(`evt_${days}`)) ?? '', /^history\.events_\d{8}$/);
    }
  });

  it('leave no gap and no overlap at the turn of a week, a month and a year', async () => {
    for (const moment of ['2030-12-29T23:59:59.999Z', '2030-12-31T23:59:59Z', '2031-01-31T12:00:00Z'])
      await ensurePartitions(database.pool, at(moment));
    const { rows } = await sql<{ parent: string; gaps: number; count: number }>`
      select parent, count(*) filter (where low <> previous)::int as gaps, count(*)::int as count
      from (select parent, low, lag(high) over (partition by parent order by low) as previous
        from history.partitions where low >= '2030-12-01') as p group by parent order by parent
    `.execute(database.db);
    assert.ok(rows.length > 0);
    for (const { parent, gaps, count } of rows)
      assert.ok(gaps === 0 && count >= 3, `${parent}: ${gaps} of ${count}`);
    await plant('evt_old_year', '2030-12-31T23:59:59.999999Z');
    await plant('evt_new_year', '2031-01-01T00:00:00Z');
    for (const id of ['evt_old_year', 'evt_new_year'])
      assert.equal(await partitionOf(id), 'history.events_20301230');
  });

  it('take over what came before they were made', async () => {
    await plant('evt_early', '2040-06-06T12:00:00Z');
    assert.equal(await partitionOf('evt_early'), 'history.events_other');
    await Promise.all([1, 2, 3].map(() => ensurePartitions(database.pool, at('2040-06-05T00:00:00Z'))));
    assert.equal(await partitionOf('evt_early'), 'history.events_20400604');
  });

  it('are dropped when they were kept for long enough, but not while an event waits for the relay', async () => {
    await inTransaction(database, {}, (tx) =>
      sql`insert into outbox select position, organization_id, id, created_at from events where id = 'evt_new_year'`.execute(
        tx,
      ),
    );
    const isEvents = (name: string) => name.startsWith('events_20301') || name.startsWith('events_2031');
    const first = (await dropPartitions(database, at('2031-05-05T00:00:00Z'))).filter(isEvents);
    assert.ok(first.includes('events_20310106') && !first.includes('events_20301230'), first.join());
    await sql`delete from outbox`.execute(database.db);
    const second = await dropPartitions(database, at('2031-05-05T00:00:00Z'));
    assert.deepEqual(second.filter(isEvents), ['events_20301230']);
    assert.equal(await partitionOf('evt_old_year'), undefined);
  });

  it('that cannot be dropped keeps no other', async () => {
    await ensurePartitions(database.pool, at('2050-06-05T00:00:00Z'));
    const namesOf = async () => {
      const { rows } = await sql<{ name: string }>`
        select name from history.partitions where parent = 'events' and low >= '2050-01-01' order by low
      `.execute(database.db);
      return rows.map(({ name }) => name);
    };
    const [first = '', ...others] = await namesOf();
    assert.ok(others.length > 0);
    await sql`create view reader as select * from ${sql.table(`history.${first}`)}`.execute(database.db);
    await assert.rejects(dropPartitions(database, at('2051-06-05T00:00:00Z')), /other objects depend on it/);
    assert.deepEqual(await namesOf(), [first]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { freshDatabase, skipWithoutCitus } from '#test/database.ts';
import { until } from '#test/until.ts';
import { keepWhileUnchanged } from './kept-answers.ts';
import { readPool } from './replica.ts';

const database = await freshDatabase();
const { db } = database;
await sql`create table things (id int primary key, value int not null)`.execute(db);
await sql`insert into things select n, 0 from generate_series(1, 9) n`.execute(db);
await sql`create trigger things_count_changes before insert or update or delete or truncate on things
  for each statement execute function count_change('shift_changes')`.execute(db);

let reads = 0;
const readValue = keepWhileUnchanged({
  counter: 'shift_changes',
  keyOf: String,
  bytesOf: () => 8,
  async read({ db: from }, id: number) {
    reads += 1;
    const { rows } = await sql<{ value: number }>`select value from things where id = ${id}`.execute(from);
    return rows[0]?.value;
  },
});

/** Whether an answer is there without a read. */
async function isKept(id: number): Promise<boolean> {
  const before = reads;
  await readValue(database, id);
  return reads === before;
}

const untilKept = (id: number) => until(() => isKept(id));

const change = (id: number, value: number) =>
  sql`update things set value = ${value} where id = ${id}`.execute(db);

/** A transaction that stays open until the test ends it. */
async function openTransaction() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  return {
    run: (text: string) => client.query(text),
    async end(how: 'commit' | 'rollback') {
      await client.query(how);
      await client.end();
    },
  };
}

/** On a cluster, nothing is counted. */
describe('kept answers', { skip: skipWithoutCitus === false && 'nothing is kept on a cluster' }, () => {
  it('are used again while nothing changes, and never after a change', async () => {
    await untilKept(1);
    assert.ok(await isKept(1));
    for (let value = 1; value <= 50; value += 1) {
      await change(1, value);
      assert.equal(await readValue(database, 1), value);
    }
    await untilKept(1);
    assert.equal(await readValue(database, 1), 50);
  });

  for (const [what, text] of [
    ['an insert', 'insert into things values (100, 1)'],
    ['an update of another row', 'update things set value = 1 where id = 3'],
    ['a delete', 'delete from things where id = 100'],
    ['an update in a session that switches triggers off', 'update things set value = 2 where id = 3'],
  ] as const) {
    it(`end with ${what}`, async () => {
      await untilKept(2);
      const other = await openTransaction();
      if (what.includes('switches')) {
        await sql`alter table things enable always trigger things_count_changes`.execute(db);
        await other.run('set local session_replication_role = replica');
      }
      await other.run(text);
      await other.end('commit');
      assert.equal(await isKept(2), false);
    });
  }

  it('are not kept while a change is not committed, and contain it afterwards', async () => {
    await untilKept(4);
    const writer = await openTransaction();
    await writer.run('update things set value = 7 where id = 4');
    for (let again = 0; again < 200; again += 1) assert.equal(await readValue(database, 4), 0);
    assert.equal(await isKept(4), false, 'a change is under way');
    await writer.end('commit');
    assert.equal(await readValue(database, 4), 7);
    await untilKept(4);
    assert.equal(await readValue(database, 4), 7);
  });

  it('come back after a change that was rolled back', async () => {
    const writer = await openTransaction();
    await writer.run('update things set value = 9 where id = 5');
    await writer.end('rollback');
    await untilKept(5);
    assert.equal(await readValue(database, 5), 0);
  });

  it('are kept when nothing is found, until something is', async () => {
    await untilKept(77);
    assert.equal(await readValue(database, 77), undefined);
    await sql`insert into things values (77, 5)`.execute(db);
    assert.equal(await readValue(database, 77), 5);
  });

  it('are not those of a replica', async () => {
    await untilKept(6);
    const before = reads;
    await readPool.run(database.pool, () => readValue(database, 6));
    assert.equal(reads, before + 1);
  });

  it('are not used after their end', async () => {
    let endMs = Date.now() + 3_600_000;
    let asked = 0;
    const passing = keepWhileUnchanged({
      counter: 'shift_changes',
      keyOf: () => '',
      bytesOf: () => 8,
      endMsOf: () => endMs,
      async read() {
        asked += 1;
        return asked;
      },
    });
    const isSame = async () => {
      const first = await passing(database, undefined);
      return (await passing(database, undefined)) === first;
    };
    await until(isSame);
    endMs = Date.now();
    await change(9, 1);
    await passing(database, undefined);
    await untilKept(8);
    for (let again = 0; again < 5; again += 1) assert.equal(await isSame(), false);
  });

  it('end when the server is another one', async () => {
    await untilKept(6);
    // A sequence that is created again has the same number: only its id tells it from the one before.
    await sql`create sequence created_again`.execute(db);
    await sql`select setval('created_again', (select last_value from shift_changes))`.execute(db);
    await sql`alter sequence shift_changes rename to made_before`.execute(db);
    await sql`alter sequence created_again rename to shift_changes`.execute(db);
    assert.equal(await isKept(6), false);
  });

  it('are never older than what was committed before the question, with many who write and read', async () => {
    const committed = new Map<number, number>();
    const ids = [1, 2, 3];
    for (const id of ids) {
      await change(id, 1_000);
      committed.set(id, 1_000);
    }
    let isOver = false;
    const write = async (id: number) => {
      for (let value = 1_001; value <= 1_060; value += 1) {
        const writer = await openTransaction();
        await writer.run(`update things set value = ${value} where id = ${id}`);
        if (value % 3 === 0) await writer.run('select count(*) from pg_attribute a, generate_series(1, 10)');
        await writer.end('commit');
        committed.set(id, value);
        // From time to time, an answer is kept.
        if (value % 10 === 0) await untilKept(id);
      }
    };
    const read = async () => {
      while (!isOver) {
        for (const id of ids) {
          const least = committed.get(id) ?? 0;
          const value = (await readValue(database, id)) ?? 0;
          assert.ok(value >= least, `${value} was read after ${least} was committed`);
        }
      }
    };
    const readers = Promise.all([read(), read(), read()]);
    const before = reads;
    await Promise.all(ids.map(write)).finally(() => {
      isOver = true;
    });
    await readers;
    assert.ok(reads > before);
  });
});

describe('counted changes', () => {
  const tables = ['missions', 'programs', 'sessions', 'shift_roles', 'shift_seats', 'shifts', 'users'];

  it('are those of all tables that kept answers are made of, whoever makes them', {
    skip: skipWithoutCitus === false && 'nothing is counted on a cluster',
  }, async () => {
    const { rows } = await sql<{ name: string; enabled: string; events: number }>`
      select tgrelid::regclass::text as name, tgenabled as enabled, (tgtype & 60)::int as events from pg_trigger
      where tgfoid = 'count_change'::regproc and tgrelid <> 'things'::regclass order by 1`.execute(db);
    // Insert, delete, update and truncate; always.
    assert.deepEqual(
      rows,
      tables.map((name) => ({ name, enabled: 'A', events: 4 + 8 + 16 + 32 })),
    );
  });
});

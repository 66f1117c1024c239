import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import { sql } from 'kysely';
import { testSecret } from '#test/database.ts';
import { eventually, until } from '#test/until.ts';
import { createSealer, openDatabase } from './index.ts';
import { keepWhileUnchanged } from './kept-answers.ts';

// What is drawn from a sequence and rolled back stays in memory for so long, and is lost in a crash.
const settings = { wal_writer_delay: '10s', shared_buffers: '32MB' };
const dataDir = await mkdtemp(path.join(tmpdir(), 'muster-kept-'));
const server = await startEmbeddedPostgres({ dataDir, settings });
const sealer = createSealer(testSecret);
const database = openDatabase({ url: server.url, size: 2, name: 'kept answers', sealer });
const { db } = database;
after(async () => {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

await sql`create sequence shift_changes`.execute(db);
await sql`create table things (value int)`.execute(db);
await sql`insert into things values (1)`.execute(db);
await sql`
  create function count_change() returns trigger language plpgsql as $$
  begin perform nextval('shift_changes'); return null; end $$
`.execute(db);
await sql`create trigger counted before update on things execute function count_change()`.execute(db);

let reads = 0;
const readValue = keepWhileUnchanged({
  counter: 'shift_changes',
  keyOf: String,
  bytesOf: () => 8,
  async read() {
    reads += 1;
    const { rows } = await sql<{ value: number }>`select value from things`.execute(db);
    return rows[0]?.value;
  },
});

async function isKept(): Promise<boolean> {
  const before = reads;
  await readValue(database, 'value');
  return reads === before;
}

const numbersInLog = async () =>
  (await sql<{ log_cnt: number }>`select log_cnt from shift_changes`.execute(db)).rows[0]?.log_cnt;

const undone = new Error('undone');
const changeAndUndo = () =>
  db
    .transaction()
    .execute(async (tx) => {
      await sql`update things set value = 0`.execute(tx);
      throw undone;
    })
    .catch((error: unknown) => assert.equal(error, undone));

it('are forgotten when PostgreSQL starts over after a crash, where numbers of changes come again', async () => {
  do await changeAndUndo();
  while ((await numbersInLog()) !== 0);
  await sql`checkpoint`.execute(db);
  await changeAndUndo();
  await until(isKept);
  const { rows } = await sql<{ pid: number; last: number }>`
    select pg_backend_pid() as pid, last_value as last from shift_changes
  `.execute(db);
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await eventually(() => sql`update things set value = 2`.execute(db));
  const again = await sql<{ last: number }>`select last_value as last from shift_changes`.execute(db);
  assert.equal(again.rows[0]?.last, rows[0]?.last, 'the crash must have taken the number back');
  assert.equal(await readValue(database, 'value'), 2);
});

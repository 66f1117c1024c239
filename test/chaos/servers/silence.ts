import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import { sql } from 'kysely';
import { classifyFailure, createSealer, inTransaction, openDatabase } from '#platform/db/index.ts';
import { testSecret } from '#test/database.ts';
import { eventually, until } from '#test/until.ts';
import { layWire } from '#test/wire.ts';
import { pgBouncerProgram, startPgBouncer } from './pgbouncer.ts';

const connections = 6;

/** PostgreSQL is gone without a word, and PgBouncer waits for it: those who wait for PgBouncer don't wait as long. */
it('a PostgreSQL behind PgBouncer that no longer answers', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muster-silence-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const wire = await layWire(postgres.url);
  const bouncer = await startPgBouncer(pgBouncerProgram, postgres.url, wire.url);
  const url = postgres.url.replace(new URL(postgres.url).host, bouncer.address);
  const database = openDatabase({
    url,
    directUrl: postgres.url,
    size: connections,
    name: 'drill',
    sealer: createSealer(testSecret),
    sweepMs: 100,
  });
  try {
    await sql`create table notes (id int primary key)`.execute(database.db);
    const add = (id: number, before = async () => {}) =>
      inTransaction(database, {}, async (tx) => {
        await sql`insert into notes values (${id})`.execute(tx);
        await before();
        await sql`select ${id}::int`.execute(tx);
      });
    let waiting = 0;
    const silence = async () => {
      waiting += 1;
      if (waiting === connections) wire.silence();
      await until(() => waiting === connections);
    };
    const ids = Array.from({ length: connections }, (_, index) => index);
    for (const one of await Promise.allSettled(ids.map((id) => add(id, silence)))) {
      assert.equal(one.status, 'rejected');
      assert.equal(classifyFailure(one.reason), 'unavailable', String(one.reason));
    }
    // PgBouncer has opened others.
    for (const id of ids) await eventually(() => add(connections + id));
    const { rows } = await sql<{ count: number }>`select count(*) from notes`.execute(database.db);
    assert.equal(rows[0]?.count, connections);
    console.log(`${connections} connections were given up, and all of them were opened again.`);
  } finally {
    await database.close();
    await bouncer.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@muster/embedded-postgres';
import { queryOnce } from '#test/database.ts';
import { type MusterProcess, startMuster } from '#test/process.ts';
import { startPair } from '#test/standby.ts';
import { until } from '#test/until.ts';
import { createShift, logIn, pauseReplay, statusOfShift } from './load.ts';

const people = 5_000;
const conflicts = 10;
const readers = 3;

interface Tokens {
  readonly writer: string;
  readonly reader: string;
}

/** A standby that cancels reads, restarts, is promoted or has the changes of another primary: no reader gets an error for it. */
it('reads while the replica is in trouble', { timeout: 600_000 }, async () => {
  // A read that conflicts with what the primary has cleaned up is cancelled at once, not after 30 seconds.
  const pair = await startPair({ max_standby_streaming_delay: '0' });
  const { primary, standby } = pair;
  const settings = { MUSTER_DEMO: 'on', MUSTER_RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' };
  const start = (from: EmbeddedPostgres, reads: EmbeddedPostgres) =>
    startMuster(['serve'], { ...settings, DATABASE_URL: from.url, DATABASE_READ_URL: reads.url });
  let old: EmbeddedPostgres | undefined;
  try {
    const muster = await start(primary, standby);
    // Once: for a moment after logging in, people read from the primary.
    const tokens = {
      writer: await logIn(muster.url, 'coordinator'),
      reader: await logIn(muster.url, 'owner'),
    };
    await addPeople(primary.url);
    await untilReadsUse(muster, tokens, standby);

    await assertReadable(muster, tokens, async () => {
      await until(async () => {
        await queryOnce(primary.url, 'update memberships set role = role where organization_id = 1');
        await queryOnce(primary.url, 'vacuum memberships');
        return (await cancelled(standby.url)) >= conflicts;
      }, 180_000);
    });
    console.log(`The standby cancelled ${await cancelled(standby.url)} reads, and all were answered.`);

    await assertReadable(muster, tokens, async () => {
      const file = path.join(standby.dataDir, 'postgres/postmaster.pid');
      const [pid] = (await readFile(file, 'utf8')).split('\n', 1);
      process.kill(Number(pid), 'SIGINT');
      await untilReadsUse(muster, tokens, standby);
    });
    console.log('It was restarted, and is used again.');

    await assertReadable(muster, tokens, async () => {
      await queryOnce(standby.url, 'select pg_promote()');
      await until(() => seesNewShift(muster, tokens));
      for (let turn = 0; turn < 20; turn += 1) assert.ok(await seesNewShift(muster, tokens));
    });
    console.log('It was promoted, and is left out.');
    assert.equal((await muster.stop()).code, 0);

    // The old primary goes on alone for a while: what it has now, the new one never had.
    await queryOnce(primary.url, 'update memberships set role = role where organization_id = 1');
    await primary.stop();
    await writeFile(path.join(primary.dataDir, 'postgres/standby.signal'), '');
    old = await startEmbeddedPostgres({ dataDir: primary.dataDir });
    const next = await start(standby, old);
    await assertReadable(next, tokens, async () => {
      for (let turn = 0; turn < 20; turn += 1) assert.ok(await seesNewShift(next, tokens));
    });
    console.log('A server with the changes of another primary is left out, although it is ahead.');
    assert.equal((await next.stop()).code, 0);
  } finally {
    await old?.stop();
    await pair.stop();
  }
});

async function addPeople(url: string): Promise<void> {
  await queryOnce(
    url,
    `with added as (
      insert into users (email, name) select 'many-' || n || '@example.org', 'Person ' || n
      from generate_series(1, $1::int) as n returning id
    )
    insert into memberships (organization_id, user_id, role, joined_at) select 1, id, 'volunteer', now() from added`,
    [people],
  );
}

const paths = ['/organizations/1/people?format=csv', '/organizations/1/people', '/shifts'];

/** People read lists and files until the work is done, and get all of them. */
async function assertReadable(
  { url }: MusterProcess,
  { reader }: Tokens,
  work: () => Promise<void>,
): Promise<void> {
  const statuses = new Map<string, number>();
  let isDone = false;
  const read = async (index: number) => {
    for (let turn = index; !isDone; turn += 1) {
      const answer = await fetch(`${url}/api/v1${paths[turn % paths.length]}`, {
        headers: { authorization: `Bearer ${reader}` },
      });
      const seen = answer.status === 200 ? '200' : `${answer.status} ${await answer.text()}`;
      await answer.arrayBuffer().catch(() => {});
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
    }
  };
  const reading = Array.from({ length: readers }, (_, index) => read(index));
  await work().finally(() => {
    isDone = true;
  });
  await Promise.all(reading);
  assert.deepEqual([...statuses.keys()], ['200']);
}

async function cancelled(url: string): Promise<number> {
  const count = `select (confl_snapshot + confl_lock + confl_bufferpin)::int as count from pg_stat_database_conflicts
    where datname = current_database()`;
  return (await queryOnce<{ count: number }>(url, count))[0]?.count ?? 0;
}

/** Whether someone sees a shift that another person has just created. */
async function seesNewShift({ url }: MusterProcess, { writer, reader }: Tokens): Promise<boolean> {
  const { id } = await createShift(url, writer);
  return (await statusOfShift(url, id, reader)) === 200;
}

/** What a paused standby cannot have is missing in what comes from it. */
async function untilReadsUse(
  muster: MusterProcess,
  tokens: Tokens,
  standby: EmbeddedPostgres,
): Promise<void> {
  await until(async () => {
    try {
      await pauseReplay(standby.url);
      return !(await seesNewShift(muster, tokens));
    } catch {
      return false;
    } finally {
      await queryOnce(standby.url, 'select pg_wal_replay_resume()').catch(() => {});
    }
  });
}

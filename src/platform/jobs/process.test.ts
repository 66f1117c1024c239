import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { createLog } from '#platform/log/index.ts';
import { reactionHandler, relayOnce } from '#platform/outbox/index.ts';
import { freshDatabase } from '#test/database.ts';
import { selectFailed } from './failed.ts';
import { beat } from './heartbeat.ts';
import { defineJob, enqueueAll, handleJob } from './index.ts';
import { processJobs } from './process.ts';

const database = await freshDatabase();
const log = createLog('silent', false);
const look = defineJob<{ organization_id: number }>('look', { maxAttempts: 2 });

let onRun: () => Promise<void> = async () => {};
const handlers = [reactionHandler(database, []), handleJob(look, () => onRun())];
const process = (limit?: number, deadlineMs?: number) =>
  processJobs({ database, handlers, log, clock: systemClock, limit, deadlineMs });

async function ask(count = 1): Promise<void> {
  const payloads = Array.from({ length: count }, () => ({ organization_id: 5 }));
  await inTransaction(database, {}, (tx) => enqueueAll(tx, look, payloads));
  await relayOnce(database, []);
}

interface Lock {
  readonly locked_by: string | null;
  readonly attempts: number;
}
const locks = async () =>
  (await sql<Lock>`select locked_by, attempts from graphile_worker._private_jobs`.execute(database.db)).rows;
const workers = async () =>
  (await sql<{ id: string }>`select id from job_workers`.execute(database.db)).rows.map(({ id }) => id);

/** What a killed process leaves behind: its jobs locked, its last sign of life too long ago. */
async function killed(id: string, attempts: number): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_by = ${id}, locked_at = now(), attempts = ${attempts}`.execute(
    database.db,
  );
  await sql`insert into job_workers (id, seen_at) values (${id}, now() - interval '21 seconds')`.execute(
    database.db,
  );
}

afterEach(async () => {
  onRun = async () => {};
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  await sql`truncate job_workers, failed_jobs`.execute(database.db);
});

for (const limit of [undefined, 1]) {
  describe(`jobs that a request runs, ${limit === undefined ? 'all of them' : 'up to a limit'}`, () => {
    it('are locked by a worker that has signed in before, and signs out at the end', async () => {
      await ask();
      let during: [string | null | undefined, string[]] | undefined;
      onRun = async () => {
        during = [(await locks())[0]?.locked_by, await workers()];
      };
      assert.deepEqual(await process(limit), { processed: 1, failed: 0 });
      assert.ok(during?.[0]);
      assert.deepEqual(during[1], [during[0]]);
      assert.deepEqual(await workers(), []);
    });

    it('begin no more when the time is up', async () => {
      await ask(500);
      const { processed, failed } = await process(limit === undefined ? limit : 500, 0);
      assert.equal(failed, 0);
      assert.ok(processed < 500);
      assert.equal((await locks()).filter(({ locked_by }) => locked_by !== null).length, 0);
    });
  });
}

describe('a process that was killed while it ran jobs', () => {
  it('loses them to others as soon as it has been silent for too long', async () => {
    await ask();
    await killed('dead', 1);
    // The first frees the job, and may be quick enough to run it too.
    const counts = [await process(), await process()];
    assert.equal(
      counts.reduce((sum, { processed }) => sum + processed, 0),
      1,
    );
    assert.deepEqual(await workers(), []);
  });

  it('on their last attempt: they run once more, and nothing is listed as failed', async () => {
    await ask();
    await killed('dead', 2);
    await beat(database, 'alive');
    assert.deepEqual(await process(), { processed: 1, failed: 0 });
    assert.deepEqual(await selectFailed(database.db, { limit: 10 }), []);
  });

  it('on their last attempt, twice: they are listed, not forgotten', async () => {
    await ask();
    for (const attempts of [2, 3]) {
      await killed('dead', attempts);
      await beat(database, 'alive');
    }
    assert.deepEqual(await locks(), []);
    const [job] = await selectFailed(database.db, { organizationId: 5, limit: 10 });
    assert.deepEqual([job?.task, job?.attempts], ['look', 3]);
  });

  it('keeps them while it says that it lives', async () => {
    await ask();
    await killed('slow', 1);
    await beat(database, 'slow');
    await beat(database, 'other');
    assert.equal((await locks())[0]?.locked_by, 'slow');
  });
});

describe('many jobs', () => {
  it('are asked for at once and handed over in batches', async () => {
    await ask(2_400);
    for (const count of [1_000, 2_000, 2_400]) {
      assert.equal((await locks()).length, count);
      await relayOnce(database, []);
    }
  });
});

import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { retryFailed, selectFailed } from '#platform/jobs/failed.ts';
import { processJobs } from '#platform/jobs/process.ts';
import { createLog } from '#platform/log/index.ts';
import { freshDatabase } from '#test/database.ts';
import { type Fanout, type Reaction, reactionHandler, record, relayOnce } from './index.ts';

const database = await freshDatabase();
const log = createLog('silent', false);
const now = Temporal.Instant.from('2026-11-14T09:00:00Z');

const recordNotes = (...numbers: readonly number[]) =>
  inTransaction(database, {}, (tx) =>
    record(
      tx,
      now,
      ...numbers.map((number) => ({ type: 'note.created', organizationId: 7, data: { number } })),
    ),
  );
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const numberOf = (event: { data: unknown }) => (event.data as { number: number }).number;

/** Fails for a whole batch when one of its events is bad, as a statement for many rows does. */
function picky() {
  const state = { bad: new Set<number>(), done: [] as number[], calls: 0 };
  const take = async (events: readonly { data: unknown }[]) => {
    state.calls += 1;
    const numbers = events.map(numberOf);
    const found = numbers.find((number) => state.bad.has(number));
    if (found !== undefined) throw new Error(`note ${found} is bad`);
    state.done.push(...numbers);
  };
  return { state, take };
}

/** Hands over and runs what is due until nothing is left, with jobs that wait for their next attempt made due. */
async function work(reactions: readonly Reaction[], fanouts: readonly Fanout[] = []): Promise<void> {
  const handlers = [reactionHandler(database, reactions, fanouts)];
  for (;;) {
    const handedOver = await relayOnce(database, reactions, fanouts);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db);
    const { processed, failed } = await processJobs({
      database,
      handlers,
      log,
      clock: systemClock,
      limit: undefined,
    });
    if (handedOver + processed + failed === 0) return;
  }
}

afterEach(async () => {
  await sql`truncate events, outbox, queued_jobs, failed_jobs`.execute(database.db);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});

describe('one bad event of a batch of 500', () => {
  it('fails alone: the others are reacted to once, and it ends in the list with its organization', async () => {
    const { state, take } = picky();
    const reaction: Reaction = { name: 'picky', events: 'all', react: take };
    state.bad.add(123);
    const ids = await recordNotes(...upTo(500));
    await work([reaction]);
    assert.deepEqual(
      state.done.sort((a, b) => a - b),
      upTo(500).filter((number) => number !== 123),
    );
    const listed = await selectFailed(database.db, { limit: 10 });
    assert.deepEqual(
      listed.map(({ id: _, failed_at: __, ...job }) => job),
      [
        {
          organization_id: 7,
          task: 'react',
          part: 'picky',
          event_id: ids[123],
          event_type: 'note.created',
          attempts: 8,
          error: 'note 123 is bad',
        },
      ],
    );
  });

  it('is done when it is retried after the cause is gone, and leaves the list', async () => {
    const { state, take } = picky();
    const reaction: Reaction = { name: 'picky', events: 'all', react: take };
    state.bad.add(1);
    await recordNotes(0, 1, 2);
    await work([reaction]);
    state.bad.clear();
    const [job] = await selectFailed(database.db, { limit: 10 });
    assert.ok(job);
    assert.equal(await inTransaction(database, {}, (tx) => retryFailed(tx, job.id)), true);
    assert.equal(await inTransaction(database, {}, (tx) => retryFailed(tx, job.id)), false);
    await work([reaction]);
    assert.deepEqual(state.done.sort(), [0, 1, 2]);
    assert.deepEqual(await selectFailed(database.db, { limit: 10 }), []);
  });

  it('does not stop the relay when a fan-out fails for it; its reactions run, the fan-out is retried', async () => {
    const { state, take } = picky();
    const followed = picky();
    const reaction: Reaction = { name: 'follows', events: 'all', react: followed.take };
    const fanout: Fanout = { name: 'spread', write: (_tx, events) => take(events) };
    state.bad.add(40);
    const ids = await recordNotes(...upTo(60));
    await relayOnce(database, [reaction], [fanout]);
    assert.deepEqual(
      [...new Set(state.done)].sort((a, b) => a - b),
      upTo(60).filter((number) => number !== 40),
    );
    await work([reaction], [fanout]);
    assert.deepEqual(
      followed.state.done.sort((a, b) => a - b),
      upTo(60),
    );
    const listed = await selectFailed(database.db, { organizationId: 7, limit: 10 });
    assert.deepEqual(
      listed.map((job) => [job.part, job.event_id]),
      [['fan_out:spread', ids[40]]],
    );
  });

  it('does not stop the relay when its row cannot even be read', async () => {
    const { state, take } = picky();
    const reaction: Reaction = { name: 'picky', events: 'all', react: take };
    const ids = await recordNotes(...upTo(5));
    await sql`update events set created_at = 'infinity' where id = ${ids[2]}`.execute(database.db);
    await sql`update outbox set event_at = 'infinity' where event_id = ${ids[2]}`.execute(database.db);
    await sql`
      insert into queued_jobs (task, payload, run_at) values ('never', '{}', 'infinity'), ('good', '{}', null)
    `.execute(database.db);
    await work([reaction]);
    assert.deepEqual(
      state.done.sort((a, b) => a - b),
      [0, 1, 3, 4],
    );
    const listed = await selectFailed(database.db, { organizationId: 7, limit: 10 });
    assert.deepEqual(
      listed.map((job) => [job.part, job.event_id]),
      [['picky', ids[2]]],
    );
  });

  it('is not blamed for a failure of the database: the batch waits as a whole', async () => {
    let calls = 0;
    const reaction: Reaction = {
      name: 'unlucky',
      events: 'all',
      react: async () => {
        calls += 1;
        if (calls === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      },
    };
    await recordNotes(...upTo(8));
    await work([reaction]);
    assert.equal(calls, 2);
  });
});

describe('a job that the queue refuses', () => {
  it('goes to the list and keeps neither events nor other jobs waiting', async () => {
    const { state, take } = picky();
    const reaction: Reaction = { name: 'picky', events: 'all', react: take };
    await recordNotes(1);
    await sql`
      insert into queued_jobs (task, payload, job_key) values
        ('good', '{}', null), ('bad', '{"organization_id": 9}', repeat('k', 600)), ('also_good', '{}', null)
    `.execute(database.db);
    await work([reaction]);
    assert.deepEqual(state.done, [1]);
    const { rows } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs order by id
    `.execute(database.db);
    assert.deepEqual(
      rows.map((row) => row.task),
      ['good', 'also_good'],
    );
    const [job] = await selectFailed(database.db, { limit: 10 });
    assert.deepEqual([job?.task, job?.organization_id], ['bad', 9]);
  });
});

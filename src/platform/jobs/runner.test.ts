import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { refuse } from '#kernel/refusal.ts';
import { systemClock } from '#kernel/time.ts';
import { createSealer, type Database, inTransaction, openDatabase } from '#platform/db/index.ts';
import { createLog } from '#platform/log/index.ts';
import { reactionHandler, relayOnce } from '#platform/outbox/index.ts';
import { freshDatabase, testSecret } from '#test/database.ts';
import { until } from '#test/until.ts';
import { selectFailed } from './failed.ts';
import { defineJob, enqueue, handleJob, type JobHandler } from './index.ts';
import { assertHandled, startWorker } from './runner.ts';

const database = await freshDatabase();
const log = createLog('silent', false);
const greet = defineJob<{ name: string }>('greet', { maxAttempts: 3 });

let begin: (name: string) => Promise<void> = async () => {};
const sweep = defineJob<{ name: string }>('sweep', { maxAttempts: 1, isBackground: true });
const done: string[] = [];
const attempts: [number, boolean][] = [];
const handlers: JobHandler[] = [
  reactionHandler(database, []),
  handleJob(greet, async ({ name }, context) => {
    attempts.push([context.attempt, context.lastAttempt]);
    await begin(name);
    done.push(name);
  }),
  handleJob(sweep, async ({ name }) => {
    await begin(name);
    done.push(name);
  }),
];

const startAt = (at: Database) =>
  startWorker({ database: at, handlers, concurrency: 2, log, clock: systemClock });
const ask = (name: string, options?: Parameters<typeof enqueue>[3]) =>
  inTransaction(database, {}, (tx) => enqueue(tx, greet, { name }, options));

interface QueuedJob {
  readonly payload: { name: string };
  readonly attempts: number;
  readonly locked_at: unknown;
}
async function jobs(): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select payload, attempts, locked_at from graphile_worker._private_jobs order by id
  `.execute(database.db);
  return rows;
}

afterEach(async () => {
  begin = async () => {};
  done.length = 0;
  attempts.length = 0;
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});

describe('a job', () => {
  it('exists if and only if the change does that asked for it', async () => {
    const refused = inTransaction(database, {}, async (tx) => {
      await enqueue(tx, greet, { name: 'nobody' });
      throw refuse('conflict');
    });
    await assert.rejects(refused);
    await ask('Ada');
    assert.equal(await relayOnce(database, []), 1);
    assert.deepEqual(
      (await jobs()).map((job) => job.payload.name),
      ['Ada'],
    );
  });

  it('under a key replaces the one that waits, within one batch and across batches', async () => {
    for (const name of ['first', 'second']) await ask(name, { key: 'greeting' });
    await relayOnce(database, []);
    await ask('third', { key: 'greeting' });
    await ask('other', { key: 'other greeting' });
    await relayOnce(database, []);
    assert.deepEqual((await jobs()).map((job) => job.payload.name).sort(), ['other', 'third']);
  });

  it('runs, with its payload, and not before its time', async () => {
    const later = Temporal.Now.instant().add({ hours: 1 });
    await ask('tomorrow', { runAt: later });
    await ask('today');
    await relayOnce(database, []);
    const worker = await startAt(database);
    await until(() => done.length > 0);
    await worker.stop();
    assert.deepEqual(done, ['today']);
    assert.deepEqual(
      (await jobs()).map((job) => job.payload.name),
      ['tomorrow'],
    );
  });

  it('runs also after the first question of the queue to the database has failed', async () => {
    await ask('Ada');
    await relayOnce(database, []);
    await sql`create sequence refused`.execute(database.db);
    // What a sequence counts stays counted when the statement fails.
    await sql`
      create function refuse_tasks() returns trigger language plpgsql as
      $$ begin perform nextval('refused'); raise 'not now'; end $$
    `.execute(database.db);
    await sql`
      create trigger refused before insert on graphile_worker._private_tasks for each statement execute function refuse_tasks()
    `.execute(database.db);
    const worker = await startAt(database);
    await until(async () => {
      const { rows } = await sql<{ is_called: boolean }>`select is_called from refused`.execute(database.db);
      return rows[0]?.is_called === true;
    });
    await sql`drop trigger refused on graphile_worker._private_tasks`.execute(database.db);
    await until(() => done.length > 0);
    await worker.stop();
    assert.deepEqual(done, ['Ada']);
  });

  it('that fails is tried again, knows which attempt it is, and is listed when all have failed', async () => {
    begin = async () => {
      throw new Error('never works');
    };
    await ask('Ada');
    await relayOnce(database, []);
    const worker = await startAt(database);
    await until(async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
        database.db,
      );
      await sql`notify "jobs:insert", '{"r":"test","count":1}'`.execute(database.db);
      return attempts.length === 3;
    });
    await worker.stop();
    assert.deepEqual(attempts, [
      [1, false],
      [2, false],
      [3, true],
    ]);
    assert.deepEqual(await jobs(), []);
    const listed = await selectFailed(database.db, { limit: 10 });
    assert.deepEqual(
      listed.map(({ task, attempts: count, error }) => [task, count, error]),
      [['greet', 3, 'never works']],
    );
  });

  it('that fails after another was queued under its key is not listed: the other one does the work', async () => {
    begin = async (name) => {
      if (name !== 'first') return;
      await ask('second', { key: 'greeting' });
      await relayOnce(database, []);
      throw new Error('No answer');
    };
    await ask('first', { key: 'greeting' });
    await relayOnce(database, []);
    const worker = await startAt(database);
    await until(async () => done.length > 0 && (await jobs()).length === 0);
    await worker.stop();
    await (await startAt(database)).stop();
    assert.deepEqual(done, ['second']);
    const listed = await selectFailed(database.db, { limit: 10 });
    assert.deepEqual(
      listed.filter(({ error }) => error === 'No answer'),
      [],
    );
  });

  it('that has begun is waited for when the worker stops', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begin = () => promise;
    await ask('slow');
    await relayOnce(database, []);
    const worker = await startAt(database);
    await until(() => attempts.length === 1);
    const stopped = worker.stop();
    resolve();
    await stopped;
    assert.deepEqual(done, ['slow']);
    assert.deepEqual(await jobs(), []);
  });

  it('in the background waits for its own kind, even with free slots, and one that fails for good stops no other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    begin = async (name) => {
      begun.push(name);
      if (name === 'first') await promise;
      if (name === 'bad') throw new Error('never works');
    };
    for (const name of ['first', 'bad', 'last']) {
      await inTransaction(database, {}, (tx) => enqueue(tx, sweep, { name }));
      await relayOnce(database, []);
    }
    const worker = await startAt(database);
    await until(() => begun.length > 0);
    await ask('urgent');
    await relayOnce(database, []);
    await until(() => done.includes('urgent'));
    assert.deepEqual(begun, ['first', 'urgent']);
    resolve();
    await until(() => done.includes('last'));
    await worker.stop();
    assert.deepEqual(begun, ['first', 'urgent', 'bad', 'last']);
    assert.deepEqual(await jobs(), []);
  });

  it('that was running while the database went away runs again soon, by the same worker', async () => {
    const own = openDatabase({
      url: database.url,
      size: 6,
      name: 'muster test worker',
      sealer: createSealer(testSecret),
    });
    after(() => own.close());
    const worker = await startAt(own);
    let cut = false;
    begin = async () => {
      if (cut) return;
      cut = true;
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'muster test worker'
      `.execute(database.db);
    };
    await ask('interrupted');
    await relayOnce(database, []);
    await until(() => done.length > 0);
    await ask('afterwards');
    await relayOnce(database, []);
    await until(() => done.includes('afterwards'));
    await until(async () => (await jobs()).length === 0);
    await worker.stop();
  });
});

describe('start-up', () => {
  it('fails when a job has no handler, and names it', async () => {
    await assert.rejects(
      startWorker({ database, handlers: handlers.slice(0, 1), concurrency: 1, log, clock: systemClock }),
      /no handler for the jobs greet, sweep/,
    );
  });

  it('fails when a job has two handlers or two jobs have one name', () => {
    assert.throws(() => assertHandled([...handlers, ...handlers]), /two handlers/);
    assert.throws(() => defineJob('greet'), /two jobs are called greet/);
  });
});

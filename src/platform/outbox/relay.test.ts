import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { RecordedEvent } from '#kernel/event.ts';
import { refuse } from '#kernel/refusal.ts';
import { systemClock } from '#kernel/time.ts';
import { createSealer, inTransaction, openDatabase, type Tx } from '#platform/db/index.ts';
import { inBackground, isInBackground } from '#platform/jobs/background.ts';
import { defineJob, enqueue } from '#platform/jobs/index.ts';
import { startWorker } from '#platform/jobs/runner.ts';
import { createLog } from '#platform/log/index.ts';
import { freshDatabase, queryOnce, testSecret } from '#test/database.ts';
import { until } from '#test/until.ts';
import { batchSize } from './hand-over.ts';
import { type Reaction, reactionHandler, record, relayOnce, startNotifier, startRelay } from './index.ts';
import { onWake } from './wake.ts';

const database = await freshDatabase();
const log = createLog('silent', false);
const now = Temporal.Instant.from('2026-11-14T09:00:00Z');
const noteEvent = (number: number) => ({ type: 'note.created', organizationId: 1, data: { number } });

/** A reaction that remembers what it was given. */
function memory(name: string, events: Reaction['events'] = 'all') {
  const seen: RecordedEvent[] = [];
  const reaction: Reaction = {
    name,
    events,
    react: async (given) => {
      seen.push(...given);
    },
  };
  return {
    reaction,
    seen,
    numbers: () => seen.map((event) => (event.data as { number: number }).number).sort((a, b) => a - b),
  };
}

/** A relay that polls so seldom moves only when it is woken. */
const never = 3_600_000;

const running: { stop(): Promise<unknown> }[] = [];
async function startWork(reactions: readonly Reaction[], pollMs?: number): Promise<void> {
  running.push(startRelay(database, database.url, reactions, log, [], pollMs));
  running.push(
    await startWorker({
      database,
      handlers: [reactionHandler(database, reactions)],
      concurrency: 4,
      log,
      clock: systemClock,
    }),
  );
}

afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
  await sql`truncate events, queued_jobs`.execute(database.db);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
    database.db,
  );
});

const recordOne = (number: number) => inTransaction(database, {}, (tx) => record(tx, now, noteEvent(number)));

describe('an event', () => {
  it('exists if and only if its transaction committed', async () => {
    const refused = inTransaction(database, {}, async (tx) => {
      await record(tx, now, noteEvent(1), noteEvent(2));
      throw refuse('conflict');
    });
    await assert.rejects(refused);
    const ids = await inTransaction(database, {}, (tx) => record(tx, now, noteEvent(3), noteEvent(4)));
    const rows = await database.db.selectFrom('events').select(['id', 'data']).orderBy('position').execute();
    assert.deepEqual(
      rows.map((row) => row.id),
      ids,
    );
    assert.deepEqual(
      rows.map((row) => row.data),
      [{ number: 3 }, { number: 4 }],
    );
  });

  it('reaches every reaction that asks for its kind, whole', async () => {
    const [all, some, none] = [
      memory('all'),
      memory('some', ['note.created']),
      memory('none', ['other.kind']),
    ];
    await startWork([all.reaction, some.reaction, none.reaction]);
    const [id] = await recordOne(7);
    await until(() => all.seen.length > 0 && some.seen.length > 0);
    assert.deepEqual(all.seen, [
      {
        id,
        type: 'note.created',
        organizationId: 1,
        createdAt: '2026-11-14T09:00:00.000Z',
        data: { number: 7 },
      },
    ]);
    assert.deepEqual(none.seen, []);
  });

  it('of a person goes before all that the daily work has caused, with what follows from each', async () => {
    const seen: [number, boolean][] = [];
    const reaction: Reaction = {
      name: 'places',
      events: 'all',
      react: async (events) => {
        for (const { data } of events) seen.push([(data as { number: number }).number, isInBackground()]);
      },
    };
    const daily = Array.from({ length: batchSize + 200 }, (_, number) => noteEvent(number));
    await inBackground(() => inTransaction(database, {}, (tx) => record(tx, now, ...daily)));
    await recordOne(5_000);
    await relayOnce(database, [reaction]);
    const { rows: jobs } = await sql<{ priority: number; events: number }>`
      select priority, json_array_length(payload -> 'events') as events
      from graphile_worker._private_jobs order by priority
    `.execute(database.db);
    assert.deepEqual(jobs, [
      { priority: 0, events: 1 },
      { priority: 10, events: batchSize - 1 },
    ]);
    await startWork([reaction]);
    await until(() => seen.length === batchSize + 201);
    assert.deepEqual(
      seen.filter(([, isBackground]) => !isBackground),
      [[5_000, false]],
    );
  });

  it('is one of a batch, also when an outbox fills that was empty for long', async () => {
    await queryOnce(database.url, 'vacuum (analyze) outbox, queued_jobs, events');
    // PostgreSQL may keep a plan for the empty one from the sixth time on.
    for (let time = 0; time < 8; time += 1) await relayOnce(database, []);
    const many = Array.from({ length: 2 * batchSize + 10 }, (_, number) => noteEvent(number));
    await inTransaction(database, {}, (tx) => record(tx, now, ...many));
    const sizes = [];
    for (let time = 0; time < 4; time += 1) sizes.push(await relayOnce(database, []));
    assert.deepEqual(sizes, [batchSize, batchSize, 10, 0]);
  });

  it('is not passed over when its transaction commits later than a younger one', async () => {
    const { reaction, numbers } = memory('late');
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const late = inTransaction(database, {}, async (tx) => {
      await record(tx, now, noteEvent(1));
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    await startWork([reaction]);
    await recordOne(2);
    await until(() => numbers().includes(2));
    finish.resolve();
    await late;
    await until(() => numbers().includes(1));
  });

  it('is handed on once when several relays run at once', async () => {
    const { reaction, numbers } = memory('shared');
    await inTransaction(database, {}, (tx) =>
      record(tx, now, ...Array.from({ length: 1_200 }, (_, n) => noteEvent(n))),
    );
    const counts = await Promise.all(Array.from({ length: 6 }, () => relayOnce(database, [reaction])));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1_200,
    );
    await startWork([reaction]);
    await until(() => numbers().length >= 1_200);
    assert.deepEqual(
      numbers(),
      Array.from({ length: 1_200 }, (_, n) => n),
    );
  });

  it('is reacted to again after a failure, by the reaction that failed alone', async () => {
    let failures = 0;
    const seen: string[] = [];
    const steady = memory('steady');
    const shaky: Reaction = {
      name: 'shaky',
      events: 'all',
      react: async (events, { attempt }) => {
        if (attempt === 1) {
          failures += 1;
          throw new Error('not yet');
        }
        seen.push(...events.map((event) => event.id));
      },
    };
    await startWork([shaky, steady.reaction]);
    const [id] = await recordOne(1);
    await until(() => failures === 1 && steady.seen.length === 1);
    await until(async () => {
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db);
      return seen.length === 1;
    });
    assert.deepEqual(seen, [id]);
    assert.equal(steady.seen.length, 1);
  });

  it('wakes the relay of its own process at commit, not at the next poll', async () => {
    const { reaction, seen } = memory('quick');
    await startWork([reaction], never);
    for (let number = 1; number <= 5; number += 1) {
      await recordOne(number);
      await until(() => seen.length === number);
    }
  });

  it('wakes a relay elsewhere through a notification after commit', async () => {
    const { reaction, numbers } = memory('elsewhere');
    await startWork([reaction], never);
    // From here on this process counts as one without a relay: its wake-ups go over the wire.
    const notifier = startNotifier(database);
    after(() => notifier.stop());
    await until(isListening);
    // The first one may be found because the relay has just begun to listen, the second one only because of its notification.
    for (const number of [1, 2]) {
      await recordOne(number);
      await until(() => numbers().includes(number));
    }
    notifier.stop();
  });

  it('is found by a relay elsewhere that could not be told of it, as soon as it listens again', async () => {
    const { reaction, numbers } = memory('deaf');
    await startWork([reaction], never);
    const forget = onWake(() => {});
    after(forget);
    await until(isListening);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'muster relay' and datname = current_database()
    `.execute(database.db);
    await recordOne(1);
    await until(() => numbers().includes(1));
    forget();
  });

  it('waits for a relay that has lost the database, and is handed on when it is back', async () => {
    const pool = openDatabase({
      url: database.url,
      size: 4,
      name: 'muster test victim',
      sealer: createSealer(testSecret),
    });
    const { reaction } = memory('patient');
    const relay = startRelay(pool, database.url, [reaction], log);
    after(() => pool.close());
    await recordOne(1);
    await until(relayed);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name in ('muster test victim', 'muster relay') and datname = current_database()
    `.execute(database.db);
    await recordOne(2);
    await until(relayed);
    await relay.stop();
  });
});

async function isListening(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where application_name = 'muster relay' and datname = current_database() and state = 'idle' and query like 'listen %'
  `.execute(database.db);
  return rows.length > 0;
}

async function relayed(): Promise<boolean> {
  const { rows } = await sql`select 1 from outbox`.execute(database.db);
  return rows.length === 0;
}

describe('recording', () => {
  it('nothing costs nothing', async () => {
    assert.deepEqual(await record(undefined as unknown as Tx, now), []);
  });
});

describe('a job that people wait for', () => {
  it('goes before all that is due already', async () => {
    const [usual, urgent] = [defineJob('usual_of_a_test'), defineJob('urgent_of_a_test', { isUrgent: true })];
    await inTransaction(database, {}, async (tx) => {
      await enqueue(tx, usual, null);
      await enqueue(tx, urgent, null);
    });
    await relayOnce(database, []);
    const { rows } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs order by priority, run_at, id
    `.execute(database.db);
    assert.deepEqual(
      rows.map(({ task }) => task),
      [urgent.name, usual.name],
    );
  });
});

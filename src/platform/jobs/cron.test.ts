import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { JobHelpers } from 'graphile-worker';
import { systemClock } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import { createLog } from '#platform/log/index.ts';
import { freshDatabase } from '#test/database.ts';
import { insertFailed, selectFailed } from './failed.ts';
import { defineJob, handleJob } from './index.ts';
import { startWorker } from './runner.ts';
import { toTaskList } from './tasks.ts';

const database = await freshDatabase();
const log = createLog('silent', false);

/** Lets the queue's timers run, a second for each round trip to PostgreSQL, which answers in its own time. */
async function passTime(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    mock.timers.tick(1_000);
    await database.pool.query('select 1');
  }
}

describe('three workers on one database', () => {
  it('run what the clock asks for once, not three times', async () => {
    const minutes: string[] = [];
    const everyMinute = defineJob<{ _cron: { ts: string } }>('every_minute_of_a_test');
    const handler = handleJob(everyMinute, async ({ _cron }) => void minutes.push(_cron.ts));
    const cron = [{ pattern: '* * * * *', job: everyMinute }];
    const options = { database, handlers: [handler], cron, concurrency: 1, log, clock: systemClock };
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.parse('2026-11-14T09:00:30Z') });
    try {
      const workers = await Promise.all([1, 2, 3].map(() => startWorker(options)));
      // When the third minute has come, all three workers have had their chance at the first two.
      await passTime(() => minutes.some((ts) => ts >= '2026-11-14T09:03'));
      let stopped = false;
      const stopping = Promise.all(workers.map((worker) => worker.stop())).then(() => {
        stopped = true;
      });
      await passTime(() => stopped);
      await stopping;
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(
      [...minutes].sort().slice(0, 3),
      [1, 2, 3].map((n) => `2026-11-14T09:0${n}:00.000Z`),
    );
    assert.equal(new Set(minutes).size, minutes.length);
  });
});

describe('a scheduled job', () => {
  it('that succeeds clears its earlier failures from the list, and those of no other job', async () => {
    const failed = (task: string) => ({ task, payload: {}, max_attempts: 1, attempts: 1, error: 'cut off' });
    await inTransaction(database, {}, (tx) => insertFailed(tx, [failed('nightly'), failed('other')]));
    const job = defineJob<Record<string, never>>('nightly');
    const handlers = [handleJob(job, async () => {})];
    const tasks = toTaskList({ database, handlers, log, clock: systemClock, cron: [{ job }] });
    await tasks['nightly']?.({}, { job: { attempts: 1, max_attempts: 25 } } as JobHelpers);
    const left = await selectFailed(database.db, { limit: 10 });
    assert.deepEqual(
      left.map(({ task }) => task),
      ['other'],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { systemClock } from '#kernel/time.ts';
import { createLog } from '#platform/log/index.ts';
import { freshDatabase } from '#test/database.ts';
import { defineJob, handleJob } from './index.ts';
import { startWorker } from './runner.ts';

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

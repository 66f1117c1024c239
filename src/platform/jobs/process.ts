import { EventEmitter } from 'node:events';
import { run, runOnce, type WorkerEvents } from 'graphile-worker';
import type { Clock } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { JobHandler } from './index.ts';
import { presetFor, queueLogger, toTaskList } from './tasks.ts';

export interface ProcessOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  readonly log: Log;
  readonly clock: Clock;
  readonly limit: number | undefined;
  /** No job begins after this moment. */
  readonly deadlineMs?: number | undefined;
  /** Told of every job that was run. */
  onDone?(payload: unknown, outcome: 'processed' | 'failed'): void;
}

/**
 * Runs jobs that are due, here and now, until none is left, the limit is reached or the time is up. Workers elsewhere may help, and take
 * over its jobs if this process dies.
 */
export async function processJobs(options: ProcessOptions): Promise<{ processed: number; failed: number }> {
  const events: WorkerEvents = new EventEmitter();
  let processed = 0;
  let failed = 0;
  events.on('job:success', ({ job }) => {
    processed += 1;
    options.onDone?.(job.payload, 'processed');
  });
  events.on('job:error', ({ job }) => {
    failed += 1;
    options.onDone?.(job.payload, 'failed');
  });
  const heartbeat = startHeartbeat(options.database);
  heartbeat.watch(events);
  const shared = {
    pgPool: options.database.queuePool,
    taskList: toTaskList(options),
    noHandleSignals: true,
    events,
    logger: queueLogger(options.log),
    preset: presetFor(heartbeat),
  };
  const timeIsUp = Promise.withResolvers<void>();
  const timer =
    options.deadlineMs === undefined
      ? undefined
      : setTimeout(timeIsUp.resolve, Math.max(0, options.deadlineMs - performance.now()));
  try {
    if (options.limit === undefined) await processAll(shared, events, timeIsUp.promise);
    else await processSome(options.limit, shared, events, () => processed + failed, timeIsUp.promise);
  } finally {
    clearTimeout(timer);
    await heartbeat.stop();
  }
  return { processed, failed };
}

type Shared = Parameters<typeof run>[0];

async function processAll(shared: Shared, events: WorkerEvents, timeIsUp: Promise<void>): Promise<void> {
  events.on('pool:create', ({ workerPool }) => {
    // Waits for the running jobs.
    void timeIsUp.then(() => workerPool.gracefulShutdown()).catch(() => {});
  });
  await runOnce({ ...shared, concurrency: 4 });
}

/** The queue has no limit: one at a time, and stop after the last. */
async function processSome(
  limit: number,
  shared: Shared,
  events: WorkerEvents,
  done: () => number,
  timeIsUp: Promise<void>,
): Promise<void> {
  let started = 0;
  const enough = Promise.withResolvers<void>();
  events.on('job:start', () => {
    started += 1;
    if (started >= limit) enough.resolve();
  });
  events.on('worker:getJob:empty', () => {
    if (done() >= started) enough.resolve();
  });
  const runner = await run({ ...shared, concurrency: 1, pollInterval: 60_000, parsedCronItems: [] });
  await Promise.race([enough.promise, timeIsUp]);
  // Waits for the running job.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

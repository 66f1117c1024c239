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
  /** Told of every job that was run. */
  onDone?(payload: unknown, outcome: 'processed' | 'failed'): void;
}

/**
 * Runs jobs that are due, here and now, until none is left or the limit is reached. Workers elsewhere may help, and take
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
  try {
    if (options.limit === undefined) await runOnce({ ...shared, concurrency: 4 });
    else await processSome(options.limit, shared, events, () => processed + failed);
  } finally {
    await heartbeat.stop();
  }
  return { processed, failed };
}

type Shared = Parameters<typeof run>[0];

/** The queue has no limit: one at a time, and stop after the last. */
async function processSome(
  limit: number,
  shared: Shared,
  events: WorkerEvents,
  done: () => number,
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
  await enough.promise;
  // Waits for the running job.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

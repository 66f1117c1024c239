import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Clock } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
import { startHeartbeat } from './heartbeat.ts';
import { declaredJobs, type JobHandler } from './index.ts';

export interface WorkerOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  /** What to run at which times (UTC). The queue sees to it that each time is queued once in the whole cluster. */
  readonly cron?: readonly { pattern: string; job: { name: string } }[];
  readonly concurrency: number;
  readonly log: Log;
  readonly clock: Clock;
}

/** Fails at start-up, not at three in the morning, when some part asks for a job that nobody handles. */
export function assertHandled(handlers: readonly JobHandler[]): void {
  const handled = new Set(handlers.map((handler) => handler.name));
  const missing = [...declaredJobs()].filter((name) => !handled.has(name));
  if (missing.length > 0)
    throw new Error(`no handler for the job${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`);
  if (handled.size < handlers.length) throw new Error('a job has two handlers');
}

export function toTaskList(handlers: readonly JobHandler[], clock: Clock): TaskList {
  return Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (payload, helpers) => {
        await handler.run(payload, {
          now: clock(),
          attempt: helpers.job.attempts,
          lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
          signal: helpers.abortSignal,
        });
      },
    ]),
  );
}

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped; stopping waits for those that have begun. The queue ends itself when it cannot reach
 * the database for a while or cannot say that a job is done: then it is started again.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  assertHandled(options.handlers);
  const stopping = new AbortController();
  let queue = await startQueue(options);
  const heartbeat = startHeartbeat(options.database, () => queue.id());
  const supervision = (async () => {
    for (;;) {
      await queue.ended;
      if (stopping.signal.aborted) return;
      options.log.warn('the job queue has ended itself and is started again');
      const next = await restartQueue(options, queue.id(), stopping.signal);
      if (!next) return;
      queue = next;
      if (stopping.signal.aborted) await queue.stop();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await queue.stop();
      await supervision;
      await heartbeat.stop();
    },
  };
}

interface Queue {
  /** The name under which it locks jobs. */
  id(): string | undefined;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function startQueue(options: WorkerOptions): Promise<Queue> {
  let id: string | undefined;
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id;
  });
  const runner = await run({
    pgPool: options.database.pool,
    taskList: toTaskList(options.handlers, options.clock),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    parsedCronItems: parseCronItems(
      (options.cron ?? []).map(({ pattern, job }) => ({
        task: job.name,
        match: pattern,
        identifier: job.name,
      })),
    ),
    events,
    logger: queueLogger(options.log),
    // Without a batch, even one without delay, the queue neither waits for a job's end to be written nor
    // survives when that fails.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const ended = runner.promise.catch(() => {});
  return {
    id: () => id,
    ended,
    async stop() {
      // It refuses when it has ended by itself just now.
      await runner.stop().catch(() => {});
      await ended;
    },
  };
}

async function restartQueue(
  options: WorkerOptions,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Queue | undefined> {
  while (!signal.aborted) {
    try {
      // What the ended queue had begun would otherwise stay locked for hours.
      await sql`select graphile_worker.force_unlock_workers(array[${id ?? ''}])`.execute(options.database.db);
      return await startQueue(options);
    } catch (error) {
      options.log.debug({ err: error }, 'the job queue cannot start yet');
      await sleep(500, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

export function queueLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, meta) => {
    const error = meta?.['error'];
    log[levels[level]]({ ...(error instanceof Error && { err: error }) }, message);
  });
}

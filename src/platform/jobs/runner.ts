import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { Clock } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
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

/** Runs jobs until stopped; stopping waits for those that have begun. */
export async function startWorker(options: WorkerOptions): Promise<Runner> {
  assertHandled(options.handlers);
  return await run({
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
    logger: queueLogger(options.log),
  });
}

function queueLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, meta) => {
    const error = meta?.['error'];
    log[levels[level]]({ ...(error instanceof Error && { err: error }) }, message);
  });
}

import { Logger, type Task, type TaskList } from 'graphile-worker';
import { Counter } from 'prom-client';
import type { Clock } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
import { inBackground } from './background.ts';
import { forgetFailed, moveFailed, removeReplaced } from './failed.ts';
import type { Heartbeat } from './heartbeat.ts';
import { isBackgroundTask, type JobHandler } from './index.ts';

export const jobFailures = new Counter({
  name: 'muster_job_failures_total',
  help: 'Attempts of jobs that failed in this process, by task. Final ones are in the list of failed jobs.',
  labelNames: ['task', 'final'],
  registers: [],
});

export interface TaskOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  readonly clock: Clock;
  readonly log: Log;
  /** Jobs that run by the clock: a run that succeeds does what earlier runs failed to do. */
  readonly cron?: readonly { readonly job: { readonly name: string } }[];
}

export function toTaskList(options: TaskOptions): TaskList {
  return Object.fromEntries(options.handlers.map((handler) => [handler.name, toTask(handler, options)]));
}

function toTask(handler: JobHandler, { database, clock, log, cron = [] }: TaskOptions): Task {
  const isScheduled = cron.some(({ job }) => job.name === handler.name);
  const inItsPlace = isBackgroundTask(handler.name) ? inBackground : <Result>(run: () => Result) => run();
  return async (payload, { job, abortSignal }) => {
    const lastAttempt = job.attempts >= job.max_attempts;
    try {
      const context = { now: clock(), attempt: job.attempts, lastAttempt, signal: abortSignal };
      await inItsPlace(() => handler.run(payload, context));
      // If this fails, the next run does it.
      if (isScheduled) await forgetFailed(database, handler.name).catch(() => {});
    } catch (error) {
      jobFailures.inc({ task: handler.name, final: String(lastAttempt) });
      // If this fails too, the job stays in the queue without attempts; the next start of a worker moves it.
      const note = (reason: unknown) => {
        log.error({ err: reason, job: job.id }, 'could not move a job to the list of failed jobs');
      };
      if (lastAttempt) await moveFailed(database, job.id, error).catch(note);
      else if (job.key !== null) await removeReplaced(database, job.id).catch(note);
      throw error;
    }
  };
}

/** Without a batch, even one without delay, the queue neither waits for a job's end to be written nor survives if that fails. */
export function presetFor(heartbeat: Heartbeat): GraphileConfig.Preset {
  return { plugins: [heartbeat.plugin], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
}

export function queueLogger(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, meta) => {
    const error = meta?.['error'];
    log[levels[level]]({ ...(error instanceof Error && { err: error }) }, message);
  });
}

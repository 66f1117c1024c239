import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type { Clock } from '#kernel/time.ts';
import { type Database, inTransaction } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';
import { freeJobsOf, moveExhausted } from './failed.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { declaredJobs, type JobHandler, priorityOf, queueNameOf } from './index.ts';
import { presetFor, queueLogger, toTaskList } from './tasks.ts';

export interface WorkerOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  /** What to run at which times (UTC). The queue sees to it that each time is queued once in the whole cluster. */
  readonly cron?: readonly { pattern: string; job: { name: string } }[];
  readonly concurrency: number;
  readonly log: Log;
  readonly clock: Clock;
}

/** Fails at start-up, not at three in the morning, when some part asks for a job that no one handles. */
export function assertHandled(handlers: readonly JobHandler[]): void {
  const handled = new Set(handlers.map((handler) => handler.name));
  const missing = [...declaredJobs()].filter((name) => !handled.has(name));
  if (missing.length > 0)
    throw new Error(`no handler for the job${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`);
  if (handled.size < handlers.length) throw new Error('a job has two handlers');
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
  const heartbeat = startHeartbeat(options.database);
  await moveExhausted(options.database);
  let queue = await startQueue(options, heartbeat);
  const supervision = (async () => {
    for (;;) {
      await queue.ended;
      if (stopping.signal.aborted) return;
      options.log.warn('job queue stopped unexpectedly; restarting it');
      const next = await restartQueue(options, heartbeat, stopping.signal);
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
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function startQueue(options: WorkerOptions, heartbeat: Heartbeat): Promise<Queue> {
  const events: WorkerEvents = new EventEmitter();
  heartbeat.watch(events);
  const runner = await run({
    pgPool: options.database.queuePool,
    taskList: toTaskList(options),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    parsedCronItems: parseCronItems(
      (options.cron ?? []).map(({ pattern, job }) => {
        const queueName = queueNameOf(job.name);
        return {
          task: job.name,
          match: pattern,
          identifier: job.name,
          options: { priority: priorityOf(job.name), ...(queueName !== null && { queueName }) },
        };
      }),
    ),
    events,
    logger: queueLogger(options.log),
    preset: presetFor(heartbeat),
  });
  const ended = runner.promise.catch(() => {});
  const stop = async () => {
    // It refuses if it has just ended.
    await runner.stop().catch(() => {});
    await ended;
  };
  onceHopeless(events, options.concurrency, () => void stop());
  return { ended, stop };
}

/** Failures in a row of every worker together, at one attempt a second. */
const failuresUntilHopeless = 3;

/**
 * A queue whose first question to the database fails keeps that failure and gives it as the answer to every later one,
 * long after the database is back. Only a new queue asks again.
 */
function onceHopeless(events: WorkerEvents, workers: number, giveUp: () => void): void {
  let failures = 0;
  const works = () => {
    failures = 0;
  };
  events.on('worker:getJob:empty', works);
  events.on('job:start', works);
  events.on('worker:getJob:error', () => {
    failures += 1;
    // Not from within its own report: the worker that failed would take that for a crash.
    if (failures === failuresUntilHopeless * workers) setImmediate(giveUp);
  });
}

async function restartQueue(
  options: WorkerOptions,
  heartbeat: Heartbeat,
  signal: AbortSignal,
): Promise<Queue | undefined> {
  while (!signal.aborted) {
    try {
      // What the ended queue had begun would otherwise stay locked for hours.
      const id = heartbeat.id();
      if (id !== undefined) await inTransaction(options.database, {}, (tx) => freeJobsOf(tx, [id]));
      return await startQueue(options, heartbeat);
    } catch (error) {
      options.log.debug({ err: error }, 'job queue cannot start yet; trying again');
      await sleep(500, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

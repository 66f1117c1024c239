import { sql } from 'kysely';
import { onCommit, send, type Tx } from '#platform/db/index.ts';
import { wakeRelay } from '#platform/outbox/wake.ts';

/** A kind of background work. Declared once, so that start-up finds a job that nothing handles. */
export interface Job<Payload> {
  readonly name: string;
  readonly maxAttempts: number;
  readonly payload?: Payload;
}

export interface JobContext {
  readonly now: Temporal.Instant;
  readonly attempt: number;
  readonly lastAttempt: boolean;
  /** Aborted when the worker is asked to stop and its time for that is over. */
  readonly signal: AbortSignal | undefined;
}

export interface JobHandler {
  readonly name: string;
  run(payload: unknown, context: JobContext): Promise<void>;
}

const declared = new Set<string>();
const urgent = new Set<string>();
const background = new Set<string>();

interface JobOptions {
  readonly maxAttempts?: number;
  /** People wait for it: it goes before all that is due already, such as thousands of emails about a changed series. */
  readonly isUrgent?: boolean;
  /** No one waits for it: it runs after everything else, and one at a time, so it never holds the slots that others need. */
  readonly isBackground?: boolean;
}

export function defineJob<Payload>(name: string, options: JobOptions = {}): Job<Payload> {
  if (declared.has(name)) throw new Error(`two jobs are called ${name}`);
  declared.add(name);
  if (options.isUrgent) urgent.add(name);
  if (options.isBackground) background.add(name);
  return { name, maxAttempts: options.maxAttempts ?? 12 };
}

export const isBackgroundTask = (task: string): boolean => background.has(task);

/**
 * Of each queue, so many are counted: with a million in each, a count of all took 1.6 s, and 20 s for a caller who sees only those of
 * some organizations.
 */
export const mostCounted = 10_000;

/** For the queue, which takes the smallest number first. */
export const priorities = { urgent: -10, usual: 0, background: 10 } as const;

export const priorityOf = (task: string): number =>
  urgent.has(task) ? priorities.urgent : background.has(task) ? priorities.background : priorities.usual;

/** The queue runs jobs with a queue name one after the other, in the whole cluster. */
export const queueNameOf = (task: string): string | null => (background.has(task) ? 'background' : null);

/** The work must be safe to repeat: a job runs at least once. */
export function handleJob<Payload>(
  job: Job<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): JobHandler {
  return { name: job.name, run: (payload, context) => run(payload as Payload, context) };
}

export function declaredJobs(): ReadonlySet<string> {
  return declared;
}

export interface EnqueueOptions {
  readonly runAt?: Temporal.Instant;
  /** A job that waits under the same key is replaced, not doubled. */
  readonly key?: string;
}

/**
 * Asks for a job in the business transaction: it exists if and only if the change does. The row goes to our
 * own table first, because the queue's add_job notifies, and a NOTIFY inside a writing transaction takes a
 * lock on the whole database at commit (see docs/decisions/0003-outbox-and-jobs.md for the figures).
 *
 * A payload that names an `organization_id` shows that organization's admins the job if it fails.
 */
export async function enqueue<Payload>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await send(
    tx,
    sql`
    insert into queued_jobs (task, payload, run_at, job_key, max_attempts)
    values (${job.name}, ${JSON.stringify(payload ?? null)}, ${options.runAt ?? null}, ${options.key ?? null}, ${job.maxAttempts})
  `,
  );
  onCommit(tx, wakeRelay);
}

/** Asks for many jobs of one kind, in one statement; each may have its own time. */
export async function enqueueAll<Payload>(
  tx: Tx,
  job: Job<Payload>,
  payloads: readonly Payload[],
  runAts: readonly Temporal.Instant[] = [],
): Promise<void> {
  if (payloads.length === 0) return;
  const rows = payloads.map((payload, index) => ({ payload, run_at: runAts[index] ?? null }));
  await send(
    tx,
    sql`
    insert into queued_jobs (task, payload, run_at, max_attempts)
    select ${job.name}, payload, run_at, ${job.maxAttempts}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (payload jsonb, run_at timestamptz)
  `,
  );
  onCommit(tx, wakeRelay);
}

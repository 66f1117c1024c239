import { sql } from 'kysely';
import { type Database, inTransaction, onCommit, type Reader, type Tx } from '#platform/db/index.ts';
import { wakeRelay } from '#platform/outbox/wake.ts';

/** A job that is not tried again unless a person asks for it. */
export interface DeadJob {
  readonly task: string;
  readonly payload: unknown;
  readonly max_attempts: number | null;
  readonly attempts: number;
  readonly error: string;
}

/**
 * Writes jobs to the list of failed ones. A job about a single event belongs to that event's organization, any other to
 * the one its payload names. What concerns several organizations belongs to none of them.
 */
export async function insertFailed(tx: Tx, jobs: readonly DeadJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    insert into failed_jobs (organization_id, task, payload, event_id, event_type, max_attempts, attempts, error)
    select coalesce(e.organization_id,
        case when dead.organization_id ~ '^[0-9]{1,15}$' then dead.organization_id::bigint end),
      dead.task, dead.payload, dead.event_id, e.type, dead.max_attempts, dead.attempts, dead.error
    from (
      select *, case when payload -> 'events' -> 1 is null then payload -> 'events' ->> 0 end as event_id,
        coalesce(payload ->> 'organization_id', case when payload -> 'organization_ids' -> 1 is null
          then payload -> 'organization_ids' ->> 0 end) as organization_id
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb)
        as given (task text, payload jsonb, max_attempts smallint, attempts integer, error text)
    ) as dead
    left join events e on e.id = dead.event_id
  `.execute(tx);
}

type EndedRow = Omit<DeadJob, 'error'> & { readonly last_error: string | null };

const ended = sql`
  returning (select identifier from graphile_worker._private_tasks t where t.id = job.task_id) as task, job.payload,
    job.max_attempts, job.attempts, job.last_error`;

const cutOff = 'The process that ran this job stopped.';

const toDead = ({ last_error, ...job }: EndedRow): DeadJob => ({
  ...job,
  error: describeError(last_error ?? cutOff),
});

/** Otherwise done with the job's row, which is gone: background jobs would stop. */
const freedQueues = sql`
  update graphile_worker._private_job_queues named set locked_at = null, locked_by = null
  from gone where named.id = gone.job_queue_id and named.locked_by = gone.locked_by`;

/** Moves a job that runs here, for the last time, to the list. Of two processes that ran it, one moves it. */
export async function moveFailed(database: Database, jobId: string, error: unknown): Promise<void> {
  await inTransaction(database, {}, async (tx) => {
    const { rows } = await sql<EndedRow>`
      with gone as (
        delete from graphile_worker._private_jobs job where id = ${jobId}::bigint ${ended}, job.job_queue_id, job.locked_by
      ), freed as (${freedQueues})
      select task, payload, max_attempts, attempts, last_error from gone
    `.execute(tx);
    await insertFailed(
      tx,
      rows.map((row) => ({ ...toDead(row), error: describeError(error) })),
    );
  });
}

/**
 * Removes a job that has failed here, if another one was queued under its key while it ran: that one does the work. The queue
 * has taken its key and its attempts away, so it would look like one that has used them up.
 */
export async function removeReplaced(database: Database, jobId: string): Promise<void> {
  await sql`
    with gone as (
      delete from graphile_worker._private_jobs job
      where id = ${jobId}::bigint and key is null and attempts >= max_attempts returning job.job_queue_id, job.locked_by
    )
    ${freedQueues}
  `.execute(database.db);
}

/**
 * Gives the jobs of workers that are gone to others. A last attempt that was cut off is repeated once, because the job may be
 * fine. If that one is cut off too, the job goes to the list: it may be what ends the process.
 */
export async function freeJobsOf(tx: Tx, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return;
  const { rows } = await sql<EndedRow>`
    delete from graphile_worker._private_jobs job
    where locked_by = any(${[...workerIds]}::text[]) and attempts >= max_attempts and last_error = ${cutOff} ${ended}
  `.execute(tx);
  await insertFailed(tx, rows.map(toDead));
  await sql`
    update graphile_worker._private_jobs set max_attempts = attempts + 1, last_error = ${cutOff}
    where locked_by = any(${[...workerIds]}::text[]) and attempts >= max_attempts
  `.execute(tx);
  await sql`select graphile_worker.force_unlock_workers(${[...workerIds]}::text[])`.execute(tx);
}

const sweepSize = 500;

/** Jobs that used up their attempts and could not be moved at that moment. */
export async function moveExhausted(database: Database): Promise<void> {
  await inTransaction(database, {}, async (tx) => {
    const { rows } = await sql<EndedRow>`
      delete from graphile_worker._private_jobs job
      where ctid = any(array(
        select ctid from graphile_worker._private_jobs
        where attempts >= max_attempts and locked_at is null limit ${sweepSize} for update skip locked)) ${ended}
    `.execute(tx);
    await insertFailed(tx, rows.map(toDead));
  });
}

export interface FailedJobRow {
  readonly id: number;
  readonly organization_id: number | null;
  readonly task: string;
  /** Which reaction or daily task it was, for jobs that run several. */
  readonly part: string | null;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly attempts: number;
  readonly error: string;
  readonly failed_at: Temporal.Instant;
}

const columns = sql`id, organization_id, task, event_id, event_type, attempts, error, failed_at,
  coalesce(payload ->> 'reaction', payload ->> 'task') as part`;

/** The newest first: of one organization, or of the whole installation. */
export async function selectFailed(
  db: Reader,
  filter: { readonly organizationId?: number; readonly before?: number | undefined; readonly limit: number },
): Promise<FailedJobRow[]> {
  const { organizationId, before = Number.MAX_SAFE_INTEGER, limit } = filter;
  const own = organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`;
  const { rows } = await sql<FailedJobRow>`
    select ${columns} from failed_jobs where id < ${before} ${own} order by id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function findFailed(db: Reader, id: number): Promise<FailedJobRow | undefined> {
  const { rows } = await sql<FailedJobRow>`select ${columns} from failed_jobs where id = ${id}`.execute(db);
  return rows[0];
}

/** Queues the job again, with all its attempts. False when it is no longer in the list. */
export async function retryFailed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    with taken as (delete from failed_jobs where id = ${id} returning task, payload, max_attempts)
    insert into queued_jobs (task, payload, max_attempts) select task, payload, max_attempts from taken returning 1
  `.execute(tx);
  onCommit(tx, wakeRelay);
  return rows.length === 1;
}

/** What a scheduled job has failed to do is done by its next run. */
export async function forgetFailed(database: Database, task: string): Promise<void> {
  await sql`delete from failed_jobs where task = ${task}`.execute(database.db);
}

/** What it would have sent is deleted, too. */
export async function discardFailed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from failed_jobs where id = ${id} returning payload ->> 'mail_id' as mail_id),
      mail as (delete from queued_mail using gone where queued_mail.id = gone.mail_id::uuid)
    select 1 from gone
  `.execute(tx);
  return rows.length === 1;
}

const longest = 500;

/** What may show who someone is or let someone in: credentials in URLs, tokens and keys, email addresses. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1…@'],
  [/([?&][^=\s&]+=)[^\s&]+/g, '$1…'],
  [/\b(?:bearer|basic)\s+\S+/gi, '…'],
  [/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[a-z]{2,}/gi, '…'],
  [/[A-Za-z0-9_+/=-]{32,}(?:\.[A-Za-z0-9_+/=-]+)*/g, '…'],
];

/** An error in one line that an admin may read. The log has the whole of it. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  // PostgreSQL stores no NUL, and half a surrogate pair is not valid UTF-8.
  const line = text.replaceAll('\0', '').toWellFormed().split('\n', 1)[0]?.trim() ?? '';
  const safe = secrets.reduce(
    (shown, [pattern, instead]) => shown.replace(pattern, instead),
    line.slice(0, 4 * longest),
  );
  return safe.slice(0, longest).toWellFormed() || 'Unknown error';
}

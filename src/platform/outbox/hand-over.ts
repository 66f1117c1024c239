import { type RawBuilder, sql } from 'kysely';
import type { RecordedEvent } from '#kernel/event.ts';
import {
  classifyFailure,
  type Database,
  inTransaction,
  onCommit,
  send,
  setting,
  type Tx,
  withNewPlan,
} from '#platform/db/index.ts';
import { splitOnFailure } from '#platform/db/split.ts';
import { describeError, insertFailed } from '#platform/jobs/failed.ts';
import { priorities, priorityOf, queueNameOf } from '#platform/jobs/index.ts';
import { crashPoint } from './crash-point.ts';
import { type Fanout, fanoutName, type Reaction, type ReactPayload, reactJob } from './reactions.ts';
import { asRecorded, type StoredEvent } from './record.ts';
import { rememberEvents } from './remembered.ts';

/**
 * While a batch is sent as webhooks, the next one is handed over, in four round trips that each wait for their turn. With batches
 * of 500 the sender then waited a third of the time for the next batch.
 */
export const batchSize = 1_000;

/**
 * Hands events and jobs that transactions have left behind to the queue, batch by batch. Rows are claimed by
 * their state and not by a cursor, so that one whose transaction commits late is not passed over. Any number
 * of relays may run: they skip each other's rows.
 */
export async function relayOnce(
  database: Database,
  reactions: readonly Reaction[],
  fanouts: readonly Fanout[] = [],
): Promise<number> {
  const followers = { reactions, fanouts };
  try {
    return await inTransaction(database, {}, async (tx) => {
      await withoutWaitingForDisk(tx);
      const [events, jobs] = await Promise.all([claimEvents(tx, nextEvents), claimJobs(tx, nextJobs)]);
      onCommit(tx, () => rememberEvents(database.db, events.map(asRead)));
      await handOver(tx, events, jobs, followers);
      return events.length + jobs.length;
    });
  } catch (error) {
    if (isShared(error)) throw error;
    return await relayApart(database, followers);
  }
}

/**
 * After a failure: events and jobs apart, and each batch in halves until the bad rows are alone. A bad event gets a job
 * for each fan-out, which is retried and ends in the list of failed jobs; a job that the queue refuses goes there at once.
 */
async function relayApart(database: Database, followers: Followers): Promise<number> {
  const { rows: events } = await sql<{ position: number }>`select position ${nextEvents}`.execute(
    database.db,
  );
  const badEvents = await splitOnFailure(
    events.map((event) => event.position),
    (positions) =>
      inTransaction(database, {}, async (tx) => {
        await handOver(tx, await claimEvents(tx, eventsAt(positions)), [], followers);
      }),
    isShared,
  );
  for (const { item } of badEvents) {
    await inTransaction(database, {}, async (tx) => {
      const claimed = await claimUnread(tx, item);
      await addJobs(tx, [...fanOutJobs(claimed, followers), ...reactionJobs(claimed, followers)]);
    });
  }
  const { rows: jobs } = await sql<{ position: number }>`select position ${nextJobs}`.execute(database.db);
  const badJobs = await splitOnFailure(
    jobs.map((job) => job.position),
    (positions) =>
      inTransaction(database, {}, async (tx) => addJobs(tx, await claimJobs(tx, jobsAt(positions)))),
    isShared,
  );
  for (const { item, error } of badJobs) {
    await inTransaction(database, {}, async (tx) => {
      const taken = await claimJobs(tx, jobsAt([item]));
      const about = { attempts: 0, error: describeError(error) };
      await insertFailed(
        tx,
        taken.map(({ task, payload, max_attempts }) => ({ task, payload, max_attempts, ...about })),
      );
    });
  }
  return events.length + jobs.length;
}

/** The database is away or busy: that says nothing about a row. */
const isShared = (error: unknown): boolean => classifyFailure(error) !== undefined;

/**
 * No one waits for the disk here: should PostgreSQL crash and forget this, the rows are as they were before, and all
 * of it is done again.
 */
async function withoutWaitingForDisk(tx: Tx): Promise<void> {
  await send(tx, sql`select ${setting('commitBeforeDisk')}`);
}

async function handOver(
  tx: Tx,
  events: readonly ClaimedEvent[],
  jobs: readonly JobSpec[],
  followers: Followers,
): Promise<void> {
  const fanouts = events.length > 0 ? followers.fanouts : [];
  if (events.length > 0) onCommit(tx, () => crashPoint('relay-after-commit'));
  // Side by side: each round trip has to wait for its turn among all that a busy process does. No one writes after the
  // transaction has ended, so a failure waits for the others.
  const written = await Promise.allSettled([
    ...fanouts.map((fanout) => fanout.write(tx, events, false)),
    addJobs(tx, [...jobs, ...reactionJobs(events, followers)]),
  ]);
  for (const part of written) if (part.status === 'rejected') throw part.reason;
  if (events.length > 0) crashPoint('relay-before-commit');
}

interface Followers {
  readonly reactions: readonly Reaction[];
  readonly fanouts: readonly Fanout[];
}

interface JobSpec {
  readonly task: string;
  readonly payload: unknown;
  /** As PostgreSQL writes it. */
  readonly run_at: string | null;
  readonly job_key: string | null;
  readonly max_attempts: number | null;
  readonly can_wait?: boolean;
}

/** Events that can wait fill up a batch: there are thousands of them when the daily work is done. */
const nextEvents = sql`from outbox order by can_wait, position limit ${batchSize} for update skip locked`;
const nextJobs = sql`from queued_jobs order by position limit ${batchSize} for update skip locked`;

const eventsAt = (positions: readonly number[]) =>
  sql`from outbox where position = any(${[...positions]}::bigint[]) for update skip locked`;
const jobsAt = (positions: readonly number[]) =>
  sql`from queued_jobs where position = any(${[...positions]}::bigint[]) for update skip locked`;

/** Found once, and by where they are: looked for with `in`, PostgreSQL may take new ones for each row that it compares. */
const theseRows = (which: RawBuilder<unknown>) => sql`ctid = any(array(select ctid ${which}))`;

/**
 * Takes rows out of the outbox and reads their events, each from its own partition. With 50,000 in the outbox, 200 take 4 ms; with
 * `in` and a plan from when it was empty, 4,000 took 2 s. The sum keeps PostgreSQL from the index of organizations and times:
 * thousands of events of one transaction have the same of both.
 */
function claim(which: RawBuilder<unknown>, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with claimed as (
      delete from outbox where ${theseRows(which)}
      returning event_id, organization_id, event_at, can_wait
    )
    select ${columns} from claimed join events e
      on e.id = claimed.event_id and e.created_at = claimed.event_at and e.organization_id + 0 = claimed.organization_id`;
}

interface ClaimedEvent extends RecordedEvent {
  readonly canWait: boolean;
}

/** As a job would read it. */
function asRead({ canWait: _, ...event }: ClaimedEvent): RecordedEvent {
  return event;
}

async function claimEvents(tx: Tx, which: RawBuilder<unknown>): Promise<ClaimedEvent[]> {
  const columns = sql`claimed.can_wait, e.position, e.id, e.organization_id, e.type, e.data, e.created_at`;
  type Row = StoredEvent & { readonly position: number; readonly can_wait: boolean };
  const rows = await withNewPlan(tx, sql<Row>`${claim(which, columns)}`);
  return rows
    .toSorted((one, other) => one.position - other.position)
    .map((row) => ({ ...asRecorded(row), canWait: row.can_wait }));
}

/** What a job about an event needs, also where the rest of the row can't be read. */
type Named = Pick<ClaimedEvent, 'id' | 'type' | 'canWait'>;

async function claimUnread(tx: Tx, position: number): Promise<Named[]> {
  const columns = sql`e.id, e.type, claimed.can_wait as "canWait"`;
  return [...(await withNewPlan(tx, sql<Named>`${claim(eventsAt([position]), columns)}`))];
}

async function claimJobs(tx: Tx, which: RawBuilder<unknown>): Promise<JobSpec[]> {
  const rows = await withNewPlan(
    tx,
    sql<JobSpec & { position: number }>`
    delete from queued_jobs where ${theseRows(which)}
    returning position, task, payload, run_at::text as run_at, job_key, max_attempts
  `,
  );
  return rows.toSorted((one, other) => one.position - other.position);
}

/** One job for each reaction and batch, and one for what can wait: a job costs more than the few ids it carries. */
function reactionJobs(events: readonly Named[], { reactions }: Followers): JobSpec[] {
  return reactions.flatMap((reaction) => {
    const wanted = events.filter(
      (event) => reaction.events === 'all' || reaction.events.includes(event.type),
    );
    const parts = [wanted.filter(({ canWait }) => !canWait), wanted.filter(({ canWait }) => canWait)];
    return parts.filter((part) => part.length > 0).map((part) => reactionJob(reaction.name, part));
  });
}

function fanOutJobs(events: readonly Named[], { fanouts }: Followers): JobSpec[] {
  return events.flatMap((event) => fanouts.map((fanout) => reactionJob(fanoutName(fanout), [event])));
}

function reactionJob(reaction: string, events: readonly Named[]): JobSpec {
  const canWait = events.every((event) => event.canWait);
  const payload: ReactPayload = {
    reaction,
    events: events.map((event) => event.id),
    ...(canWait && { canWait }),
  };
  const { name: task, maxAttempts: max_attempts } = reactJob;
  return { task, payload, run_at: null, job_key: null, max_attempts, can_wait: canWait };
}

/** Reactions that can wait run one after the other, beside the background jobs and after everything else. */
function rankOf({ task, can_wait }: JobSpec): { priority: number; queue_name: string | null } {
  if (can_wait) return { priority: priorities.background, queue_name: 'background reactions' };
  return { priority: priorityOf(task), queue_name: queueNameOf(task) };
}

async function addJobs(tx: Tx, jobs: readonly JobSpec[]): Promise<void> {
  if (jobs.length === 0) return;
  // The queue refuses two specs with one key in a batch; the later one is the one that counts.
  const byKey = new Map(jobs.map((job, index) => [job.job_key ?? index, { ...job, ...rankOf(job) }]));
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (task, payload, queue_name, run_at, max_attempts, job_key, priority, null)::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify([...byKey.values()])}::jsonb)
        as spec (task text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text,
          priority smallint)
    ))
  `.execute(tx);
}

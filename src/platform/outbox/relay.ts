import { sql } from 'kysely';
import pg from 'pg';
import type { RecordedEvent } from '#kernel/event.ts';
import {
  ahead,
  classifyFailure,
  type Database,
  inTransaction,
  onCommit,
  type Tx,
} from '#platform/db/index.ts';
import { defineJob, handleJob, type JobContext, type JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';
import { crashPoint } from './crash-point.ts';
import { asRecorded, readEvents, type StoredEvent } from './record.ts';
import { onWake } from './wake.ts';

/** Something that follows from events. Gets them at least once, in batches, in no promised order. */
export interface Reaction {
  readonly name: string;
  readonly events: readonly string[] | 'all';
  react(events: readonly RecordedEvent[], context: JobContext): Promise<void>;
}

/**
 * What follows from events in the relay's own transaction: happens exactly once, and at once. For plain SQL only,
 * because everything else waits for it.
 */
export interface Fanout {
  readonly name: string;
  write(tx: Tx, events: readonly RecordedEvent[]): Promise<void>;
}

const batchSize = 500;
const pollIntervalMs = 1_000;
const notifyPauseMs = 10;
const channel = 'muster_outbox';

const reactJob = defineJob<{ reaction: string; events: string[] }>('react', { maxAttempts: 25 });

export function reactionHandler(database: Database, reactions: readonly Reaction[]): JobHandler {
  const byName = new Map(reactions.map((reaction) => [reaction.name, reaction]));
  return handleJob(reactJob, async (payload, context) => {
    const reaction = byName.get(payload.reaction);
    if (!reaction) throw new Error(`no reaction is called ${payload.reaction}`);
    await reaction.react(await readEvents(database, payload.events), context);
  });
}

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
  return await inTransaction(database, {}, async (tx) => {
    // Nobody waits for the disk here: should PostgreSQL crash and forget this, the rows are as they were before, and all
    // of it is done again.
    await sql`${ahead}select set_config('synchronous_commit', 'off', true)`.execute(tx);
    const [events, jobs] = await Promise.all([claimEvents(tx), takeQueuedJobs(tx)]);
    if (events.length > 0) onCommit(tx, () => crashPoint('relay-after-commit'));
    if (events.length > 0) for (const fanout of fanouts) await fanout.write(tx, events);
    await addJobs(tx, [...jobs, ...reactionJobs(events, reactions)]);
    if (events.length > 0) crashPoint('relay-before-commit');
    return events.length + jobs.length;
  });
}

export interface Relay {
  stop(): Promise<void>;
}

export function startRelay(
  database: Database,
  url: string,
  reactions: readonly Reaction[],
  log: Log,
  fanouts: readonly Fanout[] = [],
  pollMs = pollIntervalMs,
): Relay {
  let stopped = false;
  let pending = true;
  let alarm: (() => void) | undefined;
  const wake = () => {
    pending = true;
    alarm?.();
  };
  const forget = onWake(wake);
  const listener = listen(url, wake, () => stopped);

  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      alarm = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = (async () => {
    while (!stopped) {
      pending = false;
      try {
        while ((await relayOnce(database, reactions, fanouts)) >= batchSize && !stopped);
      } catch (error) {
        // The rows stay where they are; the next poll finds them.
        log[classifyFailure(error) === undefined ? 'error' : 'debug']({ err: error }, 'relay failed');
      }
      if (!pending && !stopped) await wait();
    }
  })();
  return {
    async stop() {
      stopped = true;
      forget();
      alarm?.();
      await Promise.all([loop, listener.stop()]);
    },
  };
}

/**
 * A process without a relay tells the others: at once, then at most once in 10 ms, and never inside a transaction. Waiting
 * before the first one as well would add these 10 ms to every delivery.
 */
export function startNotifier(database: Database): { stop(): void } {
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;
  const tell = () => {
    isDue = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isDue) tell();
    }, notifyPauseMs);
    // Lost notifications are made up for by the relay's poll.
    database.pool.query(`notify ${channel}`).catch(() => {});
  };
  const forget = onWake(() => {
    if (pause) isDue = true;
    else tell();
  });
  return {
    stop() {
      forget();
      clearTimeout(pause);
    },
  };
}

function listen(url: string, wake: () => void, isStopped: () => boolean): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'muster relay', keepAlive: true });
    client = next;
    const again = () => {
      if (client !== next) return;
      client = undefined;
      next.end().catch(() => {});
      if (!isStopped()) timer = setTimeout(connect, pollIntervalMs);
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', wake);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch {
      again();
    }
  };
  const first = connect();
  return {
    async stop() {
      clearTimeout(timer);
      await first;
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}

interface JobSpec {
  readonly task: string;
  readonly payload: unknown;
  readonly run_at: Temporal.Instant | null;
  readonly job_key: string | null;
  readonly max_attempts: number | null;
}

async function claimEvents(tx: Tx): Promise<RecordedEvent[]> {
  const { rows } = await sql<StoredEvent & { position: number }>`
    update events set relayed = true
    where id in (
      select id from events where not relayed order by position limit ${batchSize} for update skip locked
    )
    returning position, id, organization_id, type, data, created_at
  `.execute(tx);
  return rows.sort((one, other) => one.position - other.position).map(asRecorded);
}

async function takeQueuedJobs(tx: Tx): Promise<JobSpec[]> {
  const { rows } = await sql<JobSpec & { position: number }>`
    delete from queued_jobs
    where position in (
      select position from queued_jobs order by position limit ${batchSize} for update skip locked
    )
    returning position, task, payload, run_at, job_key, max_attempts
  `.execute(tx);
  return rows.sort((one, other) => one.position - other.position);
}

/** One job for each reaction and batch: a job costs more than the few ids it carries. */
function reactionJobs(events: readonly RecordedEvent[], reactions: readonly Reaction[]): JobSpec[] {
  return reactions.flatMap((reaction) => {
    const wanted = events.filter(
      (event) => reaction.events === 'all' || reaction.events.includes(event.type),
    );
    if (wanted.length === 0) return [];
    const payload = { reaction: reaction.name, events: wanted.map((event) => event.id) };
    return [
      { task: reactJob.name, payload, run_at: null, job_key: null, max_attempts: reactJob.maxAttempts },
    ];
  });
}

async function addJobs(tx: Tx, jobs: readonly JobSpec[]): Promise<void> {
  if (jobs.length === 0) return;
  // The queue refuses two specs with one key in a batch; the later one is the one that counts.
  const byKey = new Map(jobs.map((job, index) => [job.job_key ?? index, job]));
  const specs = [...byKey.values()].map((job) => ({ ...job, run_at: job.run_at?.toString() ?? null }));
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (task, payload, null, run_at, max_attempts, job_key, null, null)::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify(specs)}::jsonb)
        as spec (task text, payload json, run_at timestamptz, max_attempts smallint, job_key text)
    ))
  `.execute(tx);
}

import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { type Database, inTransaction } from '#platform/db/index.ts';
import { freeJobsOf } from './failed.ts';

const beatMs = 5_000;
const longestSilenceSeconds = 20;

/** Says that a worker lives, and frees the jobs of those that have been silent for too long. */
export async function beat(database: Database, id: string): Promise<void> {
  await sign(database, id);
  await inTransaction(database, {}, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      delete from job_workers where seen_at < now() - make_interval(secs => ${longestSilenceSeconds}) returning id
    `.execute(tx);
    await freeJobsOf(
      tx,
      rows.map((row) => row.id),
    );
  });
}

async function sign(database: Database, id: string): Promise<void> {
  await sql`
    insert into job_workers (id, seen_at) values (${id}, now())
    on conflict (id) do update set seen_at = excluded.seen_at
  `.execute(database.db);
}

export interface Heartbeat {
  /** For the queue's options: a worker takes no job before it has signed in. */
  readonly plugin: GraphileConfig.Plugin;
  /** The name under which the queue that runs now locks jobs. */
  id(): string | undefined;
  /** Reports every queue that starts. */
  watch(events: WorkerEvents): void;
  stop(): Promise<void>;
}

/**
 * The queue alone waits four hours before it believes that a worker is dead. Here each worker says every few seconds
 * that it lives, and frees the jobs of those that have gone silent. A worker that was only asleep may find that another
 * has done its job: jobs are safe to repeat.
 */
export function startHeartbeat(database: Database): Heartbeat {
  let id: string | undefined;
  let last: Promise<void> = Promise.resolve();
  const beatNow = () => {
    // Without the database there is nothing to say, and nothing to free.
    if (id !== undefined) last = beat(database, id).catch(() => {});
  };
  const timer = setInterval(beatNow, beatMs);
  return {
    plugin: {
      name: 'MusterHeartbeat',
      worker: { hooks: { startWorker: (_context, { worker }) => sign(database, worker.workerPool.id) } },
    },
    id: () => id,
    watch(events) {
      events.on('pool:create', ({ workerPool }) => {
        id = workerPool.id;
        beatNow();
      });
    },
    async stop() {
      clearInterval(timer);
      await last;
      if (id !== undefined)
        await sql`delete from job_workers where id = ${id}`.execute(database.db).catch(() => {});
    },
  };
}

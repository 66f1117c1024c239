import { sql } from 'kysely';
import type { Database } from '#platform/db/index.ts';

const beatMs = 5_000;
const patienceSeconds = 20;

/**
 * The queue by itself waits four hours before it believes that a worker is dead. Here each worker says every few
 * seconds that it lives, and frees the jobs of those that have gone silent. A worker that was only asleep may
 * find a job of its own done by somebody else: jobs are safe to repeat.
 */
export function startHeartbeat(database: Database, id: () => string | undefined): { stop(): Promise<void> } {
  const beat = async () => {
    const own = id();
    if (own === undefined) return;
    await sql`
      insert into job_workers (id, seen_at) values (${own}, now())
      on conflict (id) do update set seen_at = excluded.seen_at
    `.execute(database.db);
    await sql`
      with gone as (
        delete from job_workers where seen_at < now() - make_interval(secs => ${patienceSeconds}) returning id
      )
      select graphile_worker.force_unlock_workers(array_agg(id)) from gone having count(*) > 0
    `.execute(database.db);
  };
  // Without the database there is nothing to say, and nobody to hear it.
  const quietly = () => beat().catch(() => {});
  const timer = setInterval(quietly, beatMs);
  const first = quietly();
  return {
    async stop() {
      clearInterval(timer);
      await first;
      const own = id();
      if (own !== undefined)
        await sql`delete from job_workers where id = ${own}`.execute(database.db).catch(() => {});
    },
  };
}

import { sql } from 'kysely';
import type { Database } from '#platform/db/index.ts';

/** What could run now and has not begun: jobs, and events and jobs that the relay has not handed on. */
export async function countDue(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts and locked_at is null)
         + (select count(*) from queued_jobs) + (select count(*) from events where not relayed) as due
  `.execute(db);
  return rows[0]?.due ?? 0;
}

import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';

/** Answers the tasks that were not yet scheduled for this date; of two callers at once each task goes to one. */
export async function claimTasks(
  tx: Tx,
  organizationId: number,
  date: string,
  tasks: readonly string[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const { rows } = await sql<{ task: string }>`
    insert into daily_runs (organization_id, local_date, task, scheduled_at)
    select ${organizationId}, ${date}::date, task, ${now} from unnest(${[...tasks]}::text[]) as task
    on conflict do nothing returning task
  `.execute(tx);
  return new Set(rows.map((row) => row.task));
}

export async function findZone(db: Database['db'] | Tx, organizationId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.time_zone;
}

/** Organizations where the day's work is due: it is past the given hour there, and nothing stands for the date. */
export async function selectDue(
  db: Database['db'],
  now: Temporal.Instant,
  hour: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from organizations o
    where o.id > ${after} and extract(hour from ${now}::timestamptz at time zone known_zone(o.time_zone)) >= ${hour}
      and not exists (
        select 1 from daily_runs d
        where d.organization_id = o.id and d.local_date = (${now}::timestamptz at time zone known_zone(o.time_zone))::date)
    order by o.id limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

export async function forgetOldRuns(db: Database['db'], now: Temporal.Instant): Promise<void> {
  await sql`delete from daily_runs where scheduled_at < ${now.subtract({ hours: 24 * 400 })}`.execute(db);
}

import { type RawBuilder, sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';
import { type Reader, type Tx, withNewPlan } from '#platform/db/index.ts';
import { mostCounted, priorities } from '#platform/jobs/index.ts';
import { isAbout, type OrganizationScope } from '#platform/jobs/ownership.ts';

/** An organization and its local date. */
export interface LocalDay {
  readonly organization_id: number;
  readonly date: string;
}

export interface ClaimedTask extends LocalDay {
  readonly task: string;
}

/** Returns the tasks that were not yet scheduled for these days; of two callers at once each task goes to one. */
export async function claimTasks(
  tx: Tx,
  days: readonly LocalDay[],
  tasks: readonly string[],
  now: Temporal.Instant,
): Promise<ClaimedTask[]> {
  const { rows } = await sql<ClaimedTask>`
    insert into daily_runs (organization_id, local_date, task, scheduled_at)
    select day.organization_id, day.date, given.task, ${now}
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as day (organization_id bigint, date date),
      unnest(${[...tasks]}::text[]) with ordinality as given (task, place)
    order by day.organization_id, given.place
    on conflict do nothing returning organization_id, local_date::text as date, task
  `.execute(tx);
  return rows;
}

export async function findZone(db: Reader, organizationId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.time_zone;
}

/**
 * Organizations where the day's work is due: it is past the given hour there, and nothing is recorded for the date. What time it
 * is follows from the zone, of which there are few, and not from the organization: with 10,000 of them, looking up the zone of
 * each took six times as long.
 */
export async function selectDue(db: Reader, now: Temporal.Instant, hour: number): Promise<LocalDay[]> {
  const { rows } = await sql<LocalDay>`
    with places as materialized (
      select time_zone, (${now}::timestamptz at time zone known_zone(time_zone))::date as date
      from (select distinct time_zone from organizations offset 0) as zones
      where extract(hour from ${now}::timestamptz at time zone known_zone(time_zone)) >= ${hour}
    )
    select o.id as organization_id, places.date::text as date
    from organizations o join places on places.time_zone = o.time_zone
    where not exists (select 1 from daily_runs d where d.organization_id = o.id and d.local_date = places.date)
    order by o.id
  `.execute(db);
  return rows;
}

export const expiringRuns = olderThan({
  table: 'daily_runs',
  column: 'scheduled_at',
  // Longer than the 31 days around today that someone can ask for.
  keptHours: 70 * 24,
});

/** What could run now and has not begun: jobs, and events and jobs that the relay has not handed on. */
export const countDueJobs = (db: Reader, scope: OrganizationScope): Promise<number> =>
  countJobs(db, scope, sql`is_available and priority = any(${Object.values(priorities)}::smallint[])`);

/** The same with what is running, here or elsewhere. */
export const countUnfinishedJobs = (db: Reader, scope: OrganizationScope): Promise<number> =>
  countJobs(db, scope, sql`(is_available or locked_at is not null)`);

async function countJobs(
  db: Reader,
  scope: OrganizationScope,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const events = scope === 'all' ? sql`` : sql`where organization_id = any(${[...scope]}::bigint[])`;
  const rows = await withNewPlan(
    db,
    sql<{ due: number }>`
    select (select count(*) from (
        select payload::jsonb from graphile_worker._private_jobs where run_at <= now() and ${condition} limit ${mostCounted}
      ) as job where ${isAbout(sql`job.payload`, scope)})
      + (select count(*) from (select payload from queued_jobs limit ${mostCounted}) as job
        where ${isAbout(sql`job.payload`, scope)})
      + (select count(*) from (select organization_id from outbox limit ${mostCounted}) as event ${events}) as due
  `,
  );
  return rows[0]?.due ?? 0;
}

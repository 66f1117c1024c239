import { type RawBuilder, sql } from 'kysely';
import { knownZone } from '#kernel/zones.ts';
import { type Reader, withNewPlan } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export interface ReportScope {
  /** The first moment of the period, and the first one after it. */
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly programId: number | undefined;
  /** In which months begin. */
  readonly zone: string;
  /** The hours of the period, as `hoursTable` gives them. */
  readonly hours: RawBuilder<unknown>;
}

type Reading = Pick<Grant<'reports.read'>, 'organizationId'>;

interface Place {
  readonly program_id: number;
  readonly month: string;
}

export interface ShiftFigures extends Place {
  readonly shifts: number;
  readonly spots: number;
  readonly filled: number;
  readonly no_shows: number;
}

const monthOf = (moment: RawBuilder<unknown>, zone: string) =>
  sql`to_char(${moment} at time zone ${knownZone(zone)}, 'YYYY-MM')`;

/** How full shifts are and who stayed away, by program and month. No-shows are added up by shift first: one row for each to join. */
export async function shiftFigures(
  db: Reader,
  { organizationId }: Reading,
  { from, until, programId, zone }: ReportScope,
): Promise<ShiftFigures[]> {
  const rows = await withNewPlan(
    db,
    sql<ShiftFigures>`
    select s.program_id, ${monthOf(sql`s.start_time`, zone)} as month, count(*)::int as shifts,
      coalesce(sum(seats.capacity), 0)::int as spots,
      coalesce(sum(least(seats.active, seats.capacity)) filter (where seats.capacity is not null), 0)::int as filled,
      coalesce(sum(missed.no_shows), 0)::int as no_shows
    from shifts s
    join shift_seats seats on seats.shift_id = s.id and seats.organization_id = ${organizationId}
    left join (
      select a.shift_id, count(*) as no_shows from attendance a
      where a.organization_id = ${organizationId} and a.status = 'no_show' group by a.shift_id
    ) as missed on missed.shift_id = s.id
    where s.organization_id = ${organizationId} and s.status = 'published'
      and s.start_time >= ${from} and s.start_time < ${until}
      ${programId === undefined ? sql`` : sql`and s.program_id = ${programId}`}
    group by 1, 2
  `,
  );
  return rows;
}

/** Sums have a program and a month. Lines with only one of them, or none, count different people. */
export interface PeopleFigures {
  readonly program_id: number | null;
  readonly month: string | null;
  readonly came: number;
  readonly people: number;
  readonly new_people: number;
  readonly minutes: number;
  readonly verified_minutes: number;
}

/**
 * Hours and visits by program and month, and different people who came: in all, by program and by month. New are those who
 * never came before; in a month, before it. All of it is counted from the sums that are kept for each person and month:
 * with a million visits, a year beside the year before takes 3 seconds; counting visits took 20.
 */
export async function peopleFigures(
  db: Reader,
  { organizationId }: Reading,
  { from, until, programId, zone, hours }: ReportScope,
): Promise<PeopleFigures[]> {
  const rows = await withNewPlan(
    db,
    sql<PeopleFigures>`
    with lines as materialized (
      select user_id, program_id, month, minutes, verified_minutes, shifts as came from ${hours} as h
      union all
      select a.user_id, a.program_id, date_trunc('month', a.checked_in_at at time zone ${knownZone(zone)})::date, 0, 0, 1
      from attendance a
      where a.organization_id = ${organizationId} and a.status = 'checked_in'
        and a.checked_in_at >= ${from} and a.checked_in_at < ${until}
        ${programId === undefined ? sql`` : sql`and a.program_id = ${programId}`}
    ), people as materialized (
      select p.*, not exists (
          select 1 from attendance b where b.organization_id = ${organizationId} and b.user_id = p.user_id
            and b.checked_in_at < ${from}
        ) as is_new
      from (select user_id, min(month) as first_month from lines where came > 0 group by user_id) as p
    ), counted as (
      select program_id, month, sum(came) as came, null::bigint as people, null::bigint as new_people,
        sum(minutes) as minutes, sum(verified_minutes) as verified_minutes
      from lines group by program_id, month
      union all
      select null, null, null, count(*), count(*) filter (where is_new), null, null from people
      union all
      select v.program_id, null, null, count(*), count(*) filter (where p.is_new), null, null
      from (select distinct user_id, program_id from lines where came > 0) as v join people p on p.user_id = v.user_id
      group by v.program_id
      union all
      select null, v.month, null, count(*), count(*) filter (where p.is_new and v.month = p.first_month), null, null
      from (select distinct user_id, month from lines where came > 0) as v join people p on p.user_id = v.user_id
      group by v.month
    )
    select program_id, to_char(month, 'YYYY-MM') as month, coalesce(came, 0)::int as came, coalesce(people, 0)::int as people,
      coalesce(new_people, 0)::int as new_people, coalesce(minutes, 0)::bigint as minutes,
      coalesce(verified_minutes, 0)::bigint as verified_minutes
    from counted
  `,
  );
  return rows;
}

/** All of the organization, archived ones too: they may have had shifts in the period. */
export async function programNames(db: Reader, { organizationId }: Reading) {
  return await db
    .selectFrom('programs')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

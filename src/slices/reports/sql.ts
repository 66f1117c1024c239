import { type RawBuilder, sql } from 'kysely';
import { knownZone } from '#kernel/zones.ts';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export interface Span {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export interface ReportScope extends Span {
  readonly programId: number | undefined;
  /** In which months begin. */
  readonly zone: string;
  /** When each month of the period begins; the first one may be earlier than the period. */
  readonly monthStarts: readonly Temporal.Instant[];
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
  readonly came: number;
  readonly no_shows: number;
}

const monthOf = (moment: RawBuilder<unknown>, zone: string) =>
  sql`to_char(${moment} at time zone ${knownZone(zone)}, 'YYYY-MM')`;

/** How full shifts are and who came, by program and month. Attendance is added up by shift first: one row for each to join. */
export async function shiftFigures(
  db: Reader,
  { organizationId }: Reading,
  { from, until, programId, zone }: ReportScope,
): Promise<ShiftFigures[]> {
  const { rows } = await sql<ShiftFigures>`
    select s.program_id, ${monthOf(sql`s.start_time`, zone)} as month, count(*)::int as shifts,
      coalesce(sum(seats.capacity), 0)::int as spots,
      coalesce(sum(least(seats.active, seats.capacity)) filter (where seats.capacity is not null), 0)::int as filled,
      coalesce(sum(attended.came), 0)::int as came, coalesce(sum(attended.no_shows), 0)::int as no_shows
    from shifts s
    join shift_seats seats on seats.shift_id = s.id and seats.organization_id = ${organizationId}
    left join (
      select a.shift_id, count(*) filter (where a.status <> 'no_show') as came,
        count(*) filter (where a.status = 'no_show') as no_shows
      from attendance a join shifts t on t.id = a.shift_id and t.organization_id = ${organizationId}
      where a.organization_id = ${organizationId} and t.start_time >= ${from} and t.start_time < ${until}
      group by a.shift_id
    ) as attended on attended.shift_id = s.id
    where s.organization_id = ${organizationId} and s.status = 'published'
      and s.start_time >= ${from} and s.start_time < ${until}
      ${programId === undefined ? sql`` : sql`and s.program_id = ${programId}`}
    group by 1, 2
  `.execute(db);
  return rows;
}

export interface PeopleFigures {
  /** Null in the total and in the lines of months. */
  readonly program_id: number | null;
  /** The number of a month of the period, from 1 on. */
  readonly month: number | null;
  readonly people: number;
  readonly new_people: number;
}

/**
 * Different people who came: in all, by program and by month. New are those who never came before; in a month, before it.
 * Months are numbers, and each count has its own list of people: with a million visits, names of months and one sorted
 * list for all counts take twice as long.
 */
export async function peopleFigures(
  db: Reader,
  { organizationId }: Reading,
  { from, until, programId, monthStarts }: ReportScope,
): Promise<PeopleFigures[]> {
  const { rows } = await sql<PeopleFigures>`
    with visits as materialized (
      select a.user_id, a.program_id, width_bucket(a.checked_in_at, ${monthStarts.map(String)}::timestamptz[]) as month
      from attendance a
      where a.organization_id = ${organizationId} and a.checked_in_at >= ${from} and a.checked_in_at < ${until}
        ${programId === undefined ? sql`` : sql`and a.program_id = ${programId}`}
      group by 1, 2, 3
    ), people as materialized (
      select p.*, not exists (
          select 1 from attendance b where b.organization_id = ${organizationId} and b.user_id = p.user_id
            and b.checked_in_at < ${from}
        ) as is_new
      from (select user_id, min(month) as first_month from visits group by user_id) as p
    )
    select null::bigint as program_id, null::int as month, count(*)::int as people,
      count(*) filter (where is_new)::int as new_people
    from people
    union all
    select v.program_id, null, count(*)::int, count(*) filter (where p.is_new)::int
    from (select distinct user_id, program_id from visits) as v join people p on p.user_id = v.user_id
    group by v.program_id
    union all
    select null, v.month, count(*)::int, count(*) filter (where p.is_new and v.month = p.first_month)::int
    from (select distinct user_id, month from visits) as v join people p on p.user_id = v.user_id
    group by v.month
  `.execute(db);
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

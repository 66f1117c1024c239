import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import { type Edge, type Period, partsOf } from '../rules.ts';

type Sql = RawBuilder<unknown>;

export interface HoursScope {
  readonly organizationId?: number | undefined;
  readonly userId?: number | undefined;
  readonly userIds?: readonly number[] | undefined;
  readonly programId?: number | undefined;
  readonly period: Period;
}

/** What hours are made of: tables as `a` and `r`, or joins with them. */
interface Sources {
  readonly attendance: Sql;
  readonly reports: Sql;
}

/**
 * Attendance and approved reports by person, program, mission and month of the organization's zone. Each part is what had
 * counted at its end less what had counted at its beginning, so the parts of an attendance add up to its minutes exactly.
 */
function addedUp(sources: Sources, scope: HoursScope): Sql {
  const { from, until } = scope.period;
  const begins = sql`case when month = span.first then a.checked_in_at else local_midnight(month, o.known_zone) end`;
  const ends = sql`case when month = span.last then a.checked_out_at
    else local_midnight(month + interval '1 month', o.known_zone) end`;
  const part = {
    begins: from ? sql`greatest(${begins}, o.from_at)` : begins,
    ends: until ? sql`least(${ends}, o.until_at)` : ends,
  };
  // Hardly any attendance is cut: asking first whether this one is makes adding up several times as fast.
  const isWhole = sql`span.first = span.last ${from ? sql`and a.checked_in_at >= o.from_at` : sql``}
    ${until ? sql`and a.checked_out_at <= o.until_at` : sql``}`;
  return sql`
    select part.organization_id, part.user_id, part.program_id, part.mission_id, part.month::date as month,
      sum(part.minutes)::int as minutes, coalesce(sum(part.minutes) filter (where part.verified), 0)::int as verified_minutes,
      count(*) filter (where part.is_first)::int as shifts
    from (
      select a.organization_id, a.user_id, a.program_id, a.mission_id, month, a.verified_at is not null as verified,
        month = span.first ${from ? sql`and a.checked_in_at >= o.from_at` : sql``} as is_first,
        case when ${isWhole} then a.minutes
          else greatest(0, minutes_until(${part.ends}, a.checked_in_at, a.checked_out_at, a.minutes)
            - case when ${part.begins} <= a.checked_in_at then 0
                else minutes_until(${part.begins}, a.checked_in_at, a.checked_out_at, a.minutes) end) end as minutes
      from ${sources.attendance} join ${zonesOf(scope)} on o.id = a.organization_id
      cross join lateral (
        select date_trunc('month', a.checked_in_at at time zone o.known_zone) as first,
          date_trunc('month', a.checked_out_at at time zone o.known_zone) as last offset 0
      ) as span
      cross join lateral generate_series(span.first, span.last, interval '1 month') as month
      where a.minutes is not null ${ofAttendance(scope)}
      union all
      select r.organization_id, r.user_id, r.program_id, r.mission_id, date_trunc('month', r.day::timestamp) as month,
        true as verified, false as is_first, r.minutes
      from ${sources.reports} ${zoneIfNeeded(scope)} where r.status = 'approved' ${ofReports(scope)}
    ) as part
    group by part.organization_id, part.user_id, part.program_id, part.mission_id, part.month
    having sum(part.minutes) > 0 or bool_or(part.is_first)`;
}

/**
 * Organizations with the moments at which the period begins and ends there: reckoned once, not once for each row. Of a person,
 * only those where they have been: with 10,000 organizations, the zones of all of them took 180,000 pages.
 */
function zonesOf(scope: HoursScope): Sql {
  const { from, until } = scope.period;
  return sql`(
    select id, known_zone(time_zone) as known_zone ${from ? sql`, ${momentOf(from)} as from_at` : sql``}
      ${until ? sql`, ${momentOf(until)} as until_at` : sql``}
    from organizations ${placesOf(scope)} offset 0
  ) as o`;
}

function placesOf({ organizationId, userId }: HoursScope): Sql {
  if (organizationId !== undefined) return sql`where id = ${organizationId}`;
  if (userId === undefined) return sql``;
  return sql`where id in (
    select been.organization_id from attendance been where been.user_id = ${userId}
    union select told.organization_id from hour_reports told where told.user_id = ${userId})`;
}

/**
 * Figures that never lag: of whole months, those of people with a mark are added up on the spot, and the others are taken
 * from `hours`; what the period has of other months is added up. One statement, one snapshot; a mark is seen if and only
 * if its change is.
 */
export function freshHours(scope: HoursScope): Sql {
  const { months, rest } = partsOf(scope.period);
  const sources = { attendance: sql`attendance a`, reports: sql`hour_reports r` };
  const parts = [
    ...(months ? [hoursOfMonths({ ...scope, period: months })] : []),
    ...rest.map((period) => addedUp(sources, { ...scope, period })),
  ];
  return sql.join(parts, sql` union all `);
}

function hoursOfMonths(scope: HoursScope): Sql {
  const marked = {
    attendance: sql`hours_stale mark join attendance a
      on a.user_id = mark.user_id and a.organization_id = mark.organization_id`,
    reports: sql`hours_stale mark join hour_reports r
      on r.user_id = mark.user_id and r.organization_id = mark.organization_id`,
  };
  const { from, until } = scope.period;
  return sql`
    select organization_id, user_id, program_id, mission_id, month, minutes, verified_minutes, shifts from hours h
    where not exists (
        select 1 from hours_stale mark where mark.organization_id = h.organization_id and mark.user_id = h.user_id)
      ${from?.kind === 'day' ? sql`and h.month >= ${from.date}::date` : sql``}
      ${until?.kind === 'day' ? sql`and h.month < ${until.date}::date` : sql``} ${named(sql`h`, scope)}
    union all ${addedUp(marked, scope)}`;
}

function named(table: Sql, { organizationId, userId, userIds, programId }: HoursScope): Sql {
  const conditions = [
    organizationId === undefined ? sql`` : sql`and ${table}.organization_id = ${organizationId}`,
    userId === undefined ? sql`` : sql`and ${table}.user_id = ${userId}`,
    userIds === undefined ? sql`` : sql`and ${table}.user_id = any(${[...userIds]}::bigint[])`,
    programId === undefined ? sql`` : sql`and ${table}.program_id = ${programId}`,
  ];
  return sql.join(conditions, sql` `);
}

function ofAttendance(scope: HoursScope): Sql {
  const { from, until } = scope.period;
  return sql`${named(sql`a`, scope)}
    ${from ? sql`and a.checked_out_at >= o.from_at ${beganAround(from)}` : sql``}
    ${until ? sql`and a.checked_in_at < o.until_at and a.checked_in_at < ${roughly(until)} + interval '1 day'` : sql``}`;
}

/** For the indexes, which know nothing of zones: all that can have lasted until then, and hardly more. */
const beganAround = (from: Edge) => sql`and (a.checked_in_at >= ${roughly(from)} - interval '9 days'
  or a.checked_out_at - a.checked_in_at > interval '8 days')`;

/** At most a day from the moment in any zone. */
function roughly(edge: Edge): Sql {
  if (edge.kind === 'instant') return sql`${edge.at}::timestamptz`;
  return sql`(${edge.date}::timestamp at time zone 'UTC')`;
}

/** A report counts where its day begins. Days compare with days; only instants need the zone. */
function ofReports(scope: HoursScope): Sql {
  const { from, until } = scope.period;
  const day = sql`local_midnight(r.day::timestamp, o.known_zone)`;
  const begins = from?.kind === 'day' ? sql`r.day >= ${from.date}::date` : sql`${day} >= o.from_at`;
  const ends = until?.kind === 'day' ? sql`r.day < ${until.date}::date` : sql`${day} < o.until_at`;
  return sql`${named(sql`r`, scope)} ${from ? sql`and ${begins}` : sql``} ${until ? sql`and ${ends}` : sql``}`;
}

function zoneIfNeeded(scope: HoursScope): Sql {
  const { from, until } = scope.period;
  const isNeeded = from?.kind === 'instant' || until?.kind === 'instant';
  return isNeeded ? sql`join ${zonesOf(scope)} on o.id = r.organization_id` : sql``;
}

function momentOf(edge: Edge): Sql {
  if (edge.kind === 'instant') return sql`${edge.at}::timestamptz`;
  return sql`local_midnight(${edge.date}::timestamp, known_zone(time_zone))`;
}

export interface Sums {
  readonly records: number;
  readonly minutes: number;
}

export async function sumHours(db: Reader, scope: HoursScope): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) as records, coalesce(sum(minutes), 0)::bigint as minutes from (${freshHours(scope)}) as h
  `.execute(db);
  return rows[0] ?? { records: 0, minutes: 0 };
}

/** Marks all people who have hours in the scope, so that they are recalculated. All shards, unless it names an organization. */
export async function markScope(tx: Tx, scope: HoursScope): Promise<void> {
  await sql`
    insert into hours_stale (organization_id, user_id)
    select organization_id, user_id from (
      select a.organization_id, a.user_id from attendance a join ${zonesOf(scope)} on o.id = a.organization_id
      where a.minutes is not null ${ofAttendance(scope)}
      union select r.organization_id, r.user_id from hour_reports r ${zoneIfNeeded(scope)}
      where r.status = 'approved' ${ofReports(scope)}
      union select h.organization_id, h.user_id from hours h where true ${named(sql`h`, scope)}
    ) as people
    on conflict do nothing
  `.execute(tx);
}

/**
 * Everyone who has been there; the days of reports stay the same in every zone. A mark that is there already is written
 * again, so that it stays locked until the change commits.
 */
export async function markAll(tx: Tx, organizationId: number): Promise<void> {
  await sql`
    insert into hours_stale (organization_id, user_id)
    select distinct organization_id, user_id from attendance
    where organization_id = ${organizationId} and minutes is not null order by user_id
    on conflict (organization_id, user_id) do update set since = excluded.since
  `.execute(tx);
}

/** Organizations with people who have marks: of these, or of all (all shards). */
export async function selectMarkedOrganizations(
  db: Reader,
  among: readonly number[] | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from hours_stale
    ${among ? sql`where organization_id = any(${[...among]}::bigint[])` : sql``} order by 1
  `.execute(db);
  return rows.map((row) => row.organization_id);
}

/** Takes people's marks away. One whose mark is locked is left alone: their change is not committed yet. */
export async function claimMarked(
  tx: Tx,
  organizationId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with claimed as materialized (
      select user_id from hours_stale where organization_id = ${organizationId} and user_id > ${after}
      order by user_id limit ${limit} for update skip locked
    )
    delete from hours_stale mark using claimed
    where mark.organization_id = ${organizationId} and mark.user_id = claimed.user_id
    returning mark.user_id
  `.execute(tx);
  return rows.map((row) => row.user_id);
}

export interface Change extends Sums {
  readonly people: number;
}

/**
 * Makes `hours` of these people what their attendance and reports say. Not one statement with the claim: it must see all
 * that was committed before the claim was granted, and a statement sees only what was there when it began.
 */
export async function putHours(
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<Change> {
  const people = sql`any(${[...userIds]}::bigint[])`;
  const scope = { organizationId, period: { from: null, until: null } };
  const ofPeople = sql`where organization_id = ${organizationId} and user_id = ${people}`;
  const { rows } = await sql<Change>`
    with figures as materialized (
      ${addedUp(
        {
          attendance: sql`(select * from attendance ${ofPeople}) as a`,
          reports: sql`(select * from hour_reports ${ofPeople}) as r`,
        },
        scope,
      )}
    ), gone as (
      delete from hours h where h.organization_id = ${organizationId} and h.user_id = ${people}
        and not exists (select 1 from figures f where f.user_id = h.user_id and f.program_id = h.program_id
          and f.mission_id = h.mission_id and f.month = h.month)
      returning h.user_id, 0 as minutes
    ), written as (
      insert into hours as h (organization_id, user_id, program_id, mission_id, month, minutes, verified_minutes, shifts,
        updated_at)
      select organization_id, user_id, program_id, mission_id, month, minutes, verified_minutes, shifts, ${now}::timestamptz
      from figures
      on conflict (organization_id, user_id, program_id, mission_id, month) do update set
        minutes = excluded.minutes, verified_minutes = excluded.verified_minutes, shifts = excluded.shifts,
        updated_at = excluded.updated_at
        where (h.minutes, h.verified_minutes, h.shifts)
          is distinct from (excluded.minutes, excluded.verified_minutes, excluded.shifts)
      returning h.user_id, h.minutes
    )
    select count(distinct user_id) as people, count(*) as records, coalesce(sum(minutes), 0)::bigint as minutes
    from (select * from written union all select * from gone) as changed
  `.execute(tx);
  return rows[0] ?? { people: 0, records: 0, minutes: 0 };
}

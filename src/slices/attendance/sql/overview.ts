import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { namesListed } from '../schema.ts';
import { type AttendanceRow, record, source } from './records.ts';

export interface ShiftBriefRow {
  readonly id: number;
  readonly organization_id: number;
  readonly title: string;
  readonly location: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
}

export type UnverifiedRow = AttendanceRow & {
  readonly checked_in_at: Temporal.Instant;
  readonly title: string;
  readonly location: string;
  readonly time_zone: string;
};

export interface UnverifiedFilter {
  readonly shiftId: number | undefined;
  readonly after: { readonly at: Temporal.Instant; readonly id: number } | undefined;
  readonly limit: number;
}

/** Checked-out records that are not verified, newest first, by the index that holds only these. */
export async function selectUnverified(
  db: Reader,
  grant: Grant<'attendance.correct'>,
  { shiftId, after, limit }: UnverifiedFilter,
): Promise<UnverifiedRow[]> {
  const { rows } = await sql<UnverifiedRow>`
    select ${record}, s.title, s.location, s.time_zone
    from ${source} join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.organization_id = ${grant.organizationId} and a.organization_id = ${grant.organizationId} and a.status = 'checked_out' and a.verified_at is null
      ${shiftId === undefined ? sql`` : sql`and a.shift_id = ${shiftId}`}
      ${after ? sql`and (a.checked_in_at, a.registration_id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
    order by a.checked_in_at desc, a.registration_id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

export interface PeopleOfState {
  readonly count: number;
  readonly names: string[];
}

export interface ShiftAttendanceRow extends ShiftBriefRow {
  readonly capacity: number | null;
  readonly active: number;
  readonly pending: number;
  readonly waitlisted: number;
  readonly states: Readonly<Record<string, PeopleOfState>>;
}

export interface SpanFilter {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly after: { readonly start: Temporal.Instant; readonly id: number } | undefined;
  readonly limit: number;
}

/** Seven days are an hour longer when the clocks go back: no shift that began earlier can still be on. */
const longestShift = sql`interval '8 days'`;

/** Published shifts that are on within a span, each with how many people are in which state, and the first names. */
export async function selectShiftAttendance(
  db: Reader,
  grant: Grant<'attendance.read'>,
  { from, to, after, limit }: SpanFilter,
): Promise<ShiftAttendanceRow[]> {
  const { rows } = await sql<ShiftAttendanceRow>`
    select s.id, s.organization_id, s.title, s.location, s.start_time, s.end_time, s.time_zone, seats.capacity,
      seats.active, seats.pending, seats.waitlisted, people.states
    from (
      select s.* from shifts s
      where s.organization_id = ${grant.organizationId} and s.status = 'published' and s.start_time < ${to}
        and s.start_time > ${from}::timestamptz - ${longestShift} and s.end_time > ${from} ${behind(after)}
      order by s.start_time, s.id limit ${limit + 1}
    ) as s
    join shift_seats seats on seats.shift_id = s.id and seats.organization_id = ${grant.organizationId}
    cross join lateral (
      select coalesce(json_object_agg(state, json_build_object('count', count, 'names', names)), '{}') as states
      from (
        select state, count(*), (array_agg(name order by id))[1:${sql.lit(namesListed)}] as names
        from (
          select r.id, u.name, case when a.status = 'checked_in' and a.late then 'late'
            else coalesce(a.status, 'expected') end as state
          from ${source}
          where r.organization_id = ${grant.organizationId} and r.shift_id = s.id and (r.status = 'active' or a.registration_id is not null)
        ) as person group by state
      ) as grouped
    ) as people
    order by s.start_time, s.id
  `.execute(db);
  return rows;
}

function behind(after: SpanFilter['after']): RawBuilder<unknown> {
  return after ? sql`and (s.start_time, s.id) > (${after.start}::timestamptz, ${after.id}::bigint)` : sql``;
}

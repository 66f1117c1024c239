import { type RawBuilder, sql } from 'kysely';
import { type Reader, type Tx, withNewPlan } from '#platform/db/index.ts';
import { isHidden } from '#slices/shifts/index.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import { type RegistrationRow, registrationColumns, withRole } from './registrations.ts';

export interface ShiftRegistrationRow extends RegistrationRow {
  readonly start_time: Temporal.Instant;
  readonly program_id: number;
  readonly mission_id: number;
  readonly title: string;
  readonly shift_start: Temporal.Instant;
  readonly shift_end: Temporal.Instant;
  readonly time_zone: string;
  readonly location: string;
  readonly shift_status: 'draft' | 'published' | 'cancelled';
  readonly organization_name: string;
}

export interface MyRegistrationRow extends ShiftRegistrationRow {
  readonly attendance: 'checked_in' | 'checked_out' | 'no_show' | null;
}

/** The columns of a registration with its shift, and where they come from. */
const withShift = {
  columns: (organizationId?: number) => sql`${registrationColumns(organizationId)},
      r.start_time, s.program_id, s.mission_id, s.title, s.start_time as shift_start, s.end_time as shift_end,
      s.time_zone, s.location, s.status as shift_status, o.name as organization_name`,
  tables: sql`registrations r
    join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    join organizations o on o.id = r.organization_id ${withRole}`,
};

export interface MineFilter {
  /** Only those in this organization. */
  readonly organizationId?: number | undefined;
  readonly when: 'upcoming' | 'past' | 'all';
  readonly status?: RegistrationStatus | undefined;
  readonly now: Temporal.Instant;
  readonly after?: { start: Temporal.Instant; id: number } | undefined;
  /** Undefined: all of them. */
  readonly limit?: number | undefined;
}

/** All shards, unless an organization is named. */
export async function selectMine(
  db: Reader,
  userId: number,
  filter: MineFilter,
): Promise<MyRegistrationRow[]> {
  const order = filter.when === 'upcoming' ? sql`asc` : sql`desc`;
  const { rows } = await sql<MyRegistrationRow>`
    select ${withShift.columns(filter.organizationId)}, a.status as attendance from ${withShift.tables}
    left join attendance a on a.registration_id = r.id and a.organization_id = r.organization_id
    where ${sql.join([sql`r.user_id = ${userId}`, ...conditions(filter)], sql` and `)}
    order by r.start_time ${order}, r.id ${order}
    ${filter.limit === undefined ? sql`` : sql`limit ${filter.limit + 1}`}
  `.execute(db);
  return rows;
}

function conditions({ when, status, now, after, organizationId }: MineFilter): RawBuilder<unknown>[] {
  const list: RawBuilder<unknown>[] = [];
  if (organizationId !== undefined) list.push(sql`r.organization_id = ${organizationId}`);
  if (when === 'upcoming') {
    // No shift is longer than seven days: from there on the index does the rest.
    list.push(sql`r.end_time >= ${now} and r.start_time >= ${now}::timestamptz - interval '8 days'`);
    if (status === undefined) list.push(sql`r.status <> 'cancelled'`);
  }
  if (when === 'past') list.push(sql`r.end_time < ${now}`);
  if (status !== undefined) list.push(sql`r.status = ${status}`);
  if (after) {
    const sign = when === 'upcoming' ? sql`>` : sql`<`;
    list.push(sql`(r.start_time, r.id) ${sign} (${after.start}::timestamptz, ${after.id}::bigint)`);
  }
  return list;
}

export interface UndecidedRow extends ShiftRegistrationRow {
  readonly user_name: string;
}

export interface WaitingFilter {
  readonly organizationId: number;
  readonly now: Temporal.Instant;
  readonly status?: 'pending_approval' | 'offered' | undefined;
  readonly after?: { start: Temporal.Instant; id: number } | undefined;
  readonly limit: number;
}

/** People who wait for approval or have an open offer on a shift that is not over, the next shift first. */
export async function selectUndecided(db: Reader, filter: WaitingFilter): Promise<UndecidedRow[]> {
  const { organizationId, now, status, after, limit } = filter;
  const rows = await withNewPlan(
    db,
    sql<UndecidedRow>`
    select ${withShift.columns(organizationId)}, u.name as user_name
    from ${withShift.tables} join users u on u.id = r.user_id
    where r.organization_id = ${organizationId} and r.status in ('pending_approval', 'offered')
      and r.end_time >= ${now} and r.start_time >= ${now}::timestamptz - interval '8 days'
      ${status === undefined ? sql`` : sql`and r.status = ${status}`}
      ${after ? sql`and (r.start_time, r.id) > (${after.start}::timestamptz, ${after.id}::bigint)` : sql``}
    order by r.start_time, r.id limit ${limit + 1}
  `,
  );
  return rows;
}

export interface CalendarRow {
  readonly shift_id: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly status: 'published' | 'cancelled';
  readonly cancel_reason: string | null;
  readonly revision: number;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
  readonly organization_name: string;
  /** Null in the calendar of an organization. */
  readonly registration: {
    readonly status: RegistrationStatus;
    readonly role: string | null;
  } | null;
}

/** More than any calendar shows; it bounds what one request can cost. */
const mostEntries = 10_000;

const calendarColumns = sql`
  s.id as shift_id, s.title, s.description, s.location, s.start_time, s.end_time, s.status, s.cancel_reason, s.revision,
  s.created_at, o.name as organization_name`;

/** One entry for each shift: of several registrations on it, the newest one has the current state. All shards. */
export async function selectOwnCalendar(
  db: Reader,
  userId: number,
  since: Temporal.Instant,
): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    with newest as (
      select distinct on (organization_id, shift_id) organization_id, shift_id, status, role_id, updated_at
      from registrations
      where user_id = ${userId} and start_time >= ${since}::timestamptz - interval '8 days'
      order by organization_id, shift_id, id desc
    )
    select ${calendarColumns}, greatest(s.updated_at, r.updated_at) as updated_at,
      json_build_object('status', r.status, 'role', role.name) as registration
    from newest r
    join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    join organizations o on o.id = s.organization_id ${withRole}
    where s.end_time >= ${since} and not ${isHidden}
    order by s.start_time, s.id limit ${mostEntries}
  `.execute(db);
  return rows;
}

export async function selectOrganizationCalendar(
  db: Reader,
  organizationId: number,
  since: Temporal.Instant,
): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select ${calendarColumns}, s.updated_at, null as registration
    from shifts s join organizations o on o.id = s.organization_id
    where s.organization_id = ${organizationId} and s.start_time >= ${since}::timestamptz - interval '8 days'
      and s.end_time >= ${since} and not ${isHidden}
    order by s.start_time, s.id limit ${mostEntries}
  `.execute(db);
  return rows;
}

/** What of a person's has not ended yet, in one organization or in all. */
export async function selectUnended(
  tx: Tx,
  userId: number,
  { organizationId, now }: { organizationId: number | undefined; now: Temporal.Instant },
): Promise<MyRegistrationRow[]> {
  const rows = await selectMine(tx, userId, { when: 'upcoming', organizationId, now });
  return rows.filter((row) => Temporal.Instant.compare(row.shift_end, now) > 0);
}

export async function findAvailability(db: Reader, userId: number) {
  return await db
    .selectFrom('availability')
    .select(['time_zone', 'weekly', 'exceptions', 'updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type AvailabilityRow = NonNullable<Awaited<ReturnType<typeof findAvailability>>>;

export interface NewAvailability {
  readonly timeZone: string;
  readonly weekly: readonly unknown[];
  readonly exceptions: readonly unknown[];
}

export async function putAvailability(
  tx: Tx,
  userId: number,
  { timeZone, weekly, exceptions }: NewAvailability,
  now: Temporal.Instant,
): Promise<void> {
  const values = {
    time_zone: timeZone,
    weekly: JSON.stringify(weekly),
    exceptions: JSON.stringify(exceptions),
    updated_at: now,
  };
  await tx
    .insertInto('availability')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteAvailability(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('availability').where('user_id', '=', userId).execute();
}

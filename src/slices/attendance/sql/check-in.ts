import { type RawBuilder, sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';
import {
  anyPlace,
  ask,
  inKnownPlace,
  type Reader,
  rememberPlaces,
  setting,
  type Tx,
} from '#platform/db/index.ts';
import { isHidden } from '#slices/shifts/index.ts';
import type { AttendanceRow } from './records.ts';

export interface CheckInFacts {
  readonly shift_id: number;
  readonly organization_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly shift_status: string;
  readonly is_hidden: boolean;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly title: string;
  /** Null where the person has nothing to do with the organization. */
  readonly user_name: string | null;
  readonly registration_id: number | null;
  readonly registration_status: string | null;
  readonly caller_role: string | null;
  /** Null while the person is expected. */
  readonly attendance_status: 'checked_in' | 'checked_out' | 'no_show' | null;
  readonly checked_in_at: Temporal.Instant | null;
  readonly metadata: Record<string, unknown> | null;
}

const factColumns = sql`
  s.id as shift_id, s.organization_id, s.program_id, s.mission_id, s.status as shift_status, ${isHidden} as is_hidden, s.start_time, s.end_time,
  s.time_zone, s.title, u.name as user_name, r.id as registration_id, r.status as registration_status,
  caller.role as caller_role, a.status as attendance_status, a.checked_in_at, a.metadata`;

type Value = RawBuilder<unknown>;

/** Of the shift `s`. Values go into the joins as they are: Citus takes no subquery that only holds them. */
const factSources = (userId: Value, callerId: Value) => sql`
  left join registrations r on r.organization_id = s.organization_id and r.shift_id = s.id and r.user_id = ${userId}
    and r.status <> 'cancelled'
  left join attendance a on a.organization_id = s.organization_id and a.registration_id = r.id
  left join memberships m on m.organization_id = s.organization_id and m.user_id = ${userId}
  left join users u on u.id = ${userId} and (r.id is not null or m.user_id is not null)
  left join memberships caller on caller.organization_id = s.organization_id and caller.user_id = ${callerId}`;

/** What a check-in needs to know about one person, one shift and the caller. */
export async function loadCheckInFacts(
  db: Reader,
  shiftId: number,
  userId: number,
  callerId: number | null,
): Promise<CheckInFacts | undefined> {
  const { rows } = await sql<CheckInFacts>`
    select ${factColumns} from shifts s ${factSources(sql`${userId}::bigint`, sql`${callerId ?? 0}::bigint`)}
    where s.id = ${shiftId} ${inKnownPlace(db, 'shifts', shiftId, 's')}
  `.execute(db);
  rememberPlaces(
    db,
    'shifts',
    rows.map(({ shift_id, organization_id }) => ({ id: shift_id, organization_id })),
  );
  return rows[0];
}

export interface CheckInQuestion {
  readonly shiftId: number;
  readonly userId: number;
  readonly callerId: number | null;
}

/** The same for many on shifts of these organizations, in the order of the questions. */
export async function loadFactsOfMany(
  db: Reader,
  organizations: readonly number[],
  questions: readonly CheckInQuestion[],
): Promise<(CheckInFacts | undefined)[]> {
  const { rows } = await sql<CheckInFacts & { position: number }>`
    select given.position, ${factColumns}
    from unnest(${questions.map(({ shiftId }) => shiftId)}::bigint[], ${questions.map(({ userId }) => userId)}::bigint[],
      ${questions.map(({ callerId }) => callerId ?? 0)}::bigint[]) with ordinality as given (shift_id, user_id, caller_id, position)
    join shifts s on s.id = given.shift_id ${factSources(sql`given.user_id`, sql`given.caller_id`)}
    where s.organization_id = ${anyPlace(organizations)}
  `.execute(db);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return questions.map((_, index) => byPosition.get(index + 1));
}

/** Locks those of the registrations that nobody else has locked, without waiting. */
export async function lockFreeRegistrations(
  tx: Tx,
  organizations: readonly number[],
  questions: readonly CheckInQuestion[],
): Promise<() => Promise<ReadonlySet<number>>> {
  const rows = await ask(
    tx,
    sql<{ id: number }>`
    select r.id, ${setting('keepPlans', 'useIndexes')} from registrations r
    where r.organization_id = ${anyPlace(organizations)} and r.shift_id = any(${[...new Set(questions.map(({ shiftId }) => shiftId))]}::bigint[])
      and r.user_id = any(${[...new Set(questions.map(({ userId }) => userId))]}::bigint[]) and r.status = 'active'
    order by r.id for no key update of r skip locked
  `,
  );
  return async () => new Set((await rows()).map(({ id }) => id));
}

export interface CheckInValues {
  readonly registrationId: number;
  readonly at: Temporal.Instant;
  readonly late: boolean;
  readonly method: string;
  readonly metadata: unknown;
  readonly flags: readonly string[];
  readonly now: Temporal.Instant;
}

/** What `attendance` has about a person who was just checked in. */
export type StoredCheckIn = Omit<
  AttendanceRow,
  'registration_status' | 'organization_id' | 'shift_id' | 'user_id' | 'user_name' | 'start_time' | 'end_time'
>;

/** A check-in to be written, with the facts that it was decided on. */
export interface NewCheckIn {
  readonly facts: CheckInFacts;
  readonly values: CheckInValues;
}

/**
 * Checks in people of these organizations. Returns what is stored for those whom this call checked in: not for those who
 * were in already or have just cancelled. The share lock makes a cancellation and a check-in take turns. A no-show who comes is
 * checked in.
 */
export async function insertCheckIns(
  tx: Tx,
  organizations: readonly number[],
  checkIns: readonly NewCheckIn[],
): Promise<() => Promise<ReadonlyMap<number, StoredCheckIn>>> {
  const given = checkIns.map(({ facts, values }) => ({
    id: values.registrationId,
    program_id: facts.program_id,
    mission_id: facts.mission_id,
    at: values.at,
    late: values.late,
    method: values.method,
    metadata: jsonOrNull(values.metadata),
    flags: values.flags,
    now: values.now,
  }));
  const rows = await ask(
    tx,
    sql<StoredCheckIn>`
    insert into attendance as a (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, late, method, metadata, flags, created_at, updated_at)
    select r.id, r.organization_id, given.program_id, given.mission_id, r.shift_id, r.user_id, 'checked_in',
      given.at, given.late, given.method, given.metadata::json, array(select jsonb_array_elements_text(given.flags)),
      given.now, given.now
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, program_id bigint, mission_id bigint,
      at timestamptz, late boolean, method text, metadata text, flags jsonb, now timestamptz)
    join (
      select * from registrations
      where organization_id = ${anyPlace(organizations)} and id = any(${given.map(({ id }) => id)}::bigint[])
        and status = 'active' order by id for share
    ) as r on r.id = given.id
    on conflict (registration_id, organization_id) do update set
      status = 'checked_in', checked_in_at = excluded.checked_in_at, late = excluded.late, method = excluded.method,
      metadata = excluded.metadata, flags = a.flags || excluded.flags || '{was_no_show}', updated_at = excluded.updated_at
      where a.status = 'no_show'
    returning registration_id, status, checked_in_at, checked_out_at, minutes, late, method, metadata, flags, note,
      verified_by, verified_at
  `,
  );
  return async () => new Map((await rows()).map((row) => [row.registration_id, row]));
}

export interface CheckOutValues {
  readonly organizationId: number;
  readonly registrationId: number;
  readonly at: Temporal.Instant;
  readonly metadata: unknown;
  readonly flags: readonly string[];
  readonly now: Temporal.Instant;
}

/** Two scans that lie further apart belong to no shift; the table refuses more. */
const mostMinutes = 100_000;

/**
 * True when this call checked the person out. Minutes are whole ones between the two scans. A scan that an
 * offline desk sends late takes the place of the time that was assumed for it.
 */
export async function updateCheckOut(tx: Tx, values: CheckOutValues): Promise<boolean> {
  const { rows } = await sql`
    update attendance set
      status = 'checked_out', checked_out_at = greatest(checked_in_at, ${values.at}::timestamptz),
      minutes = least(${mostMinutes}, greatest(0,
        floor(extract(epoch from ${values.at}::timestamptz - checked_in_at) / 60)))::int,
      metadata = coalesce(${jsonOrNull(values.metadata)}::json, metadata),
      flags = array_remove(flags, 'auto_checkout') || ${[...values.flags]}::text[], updated_at = ${values.now}
    where organization_id = ${values.organizationId} and registration_id = ${values.registrationId} and (status = 'checked_in' or (
      status = 'checked_out' and 'auto_checkout' = any(flags) and not 'corrected' = any(flags) and verified_at is null
      and not 'auto_checkout' = any(${[...values.flags]}::text[]) and checked_in_at <= ${values.at}::timestamptz))
    returning 1
  `.execute(tx);
  return rows.length === 1;
}

/** What the desk has called this scan before, if it was taken. */
export async function findScan(
  tx: Tx,
  organizationId: number,
  nonce: string,
): Promise<{ registration_id: number } | undefined> {
  const { rows } = await sql<{ registration_id: number }>`
    select registration_id from attendance_scans where organization_id = ${organizationId} and nonce = ${nonce}
  `.execute(tx);
  return rows[0];
}

/** Waits for another scan with the same nonce that is being stored; false when that one was stored. */
export async function storeScan(
  tx: Tx,
  organizationId: number,
  nonce: string,
  registrationId: number,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into attendance_scans (organization_id, nonce, registration_id, created_at)
    values (${organizationId}, ${nonce}, ${registrationId}, ${now})
    on conflict do nothing returning 1
  `.execute(tx);
  return rows.length === 1;
}

/** Scans are accepted for 30 days; after that no device sends them again. */
export const expiringScans = olderThan({
  table: 'attendance_scans',
  key: ['organization_id', 'nonce'],
  column: 'created_at',
  keptHours: 45 * 24,
});

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

import { sql } from 'kysely';
import { ahead, type Database, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

type Reader = Database['db'] | Tx;

export interface AttendanceRow {
  readonly registration_id: number;
  readonly organization_id: number;
  readonly shift_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly status: 'expected' | 'checked_in' | 'checked_out' | 'no_show';
  readonly checked_in_at: Temporal.Instant | null;
  readonly checked_out_at: Temporal.Instant | null;
  readonly minutes: number | null;
  readonly late: boolean;
  readonly method: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly flags: string[];
  readonly note: string | null;
  readonly verified_by: number | null;
  readonly verified_at: Temporal.Instant | null;
}

/** A registration and what is known of its attendance; without a row it is expected. */
const record = sql`
  r.id as registration_id, r.organization_id, r.shift_id, r.user_id, u.name as user_name,
  coalesce(a.status, 'expected') as status, a.checked_in_at, a.checked_out_at, a.minutes,
  coalesce(a.late, false) as late, a.method, a.metadata, coalesce(a.flags, '{}') as flags, a.note, a.verified_by,
  a.verified_at`;

export interface DoorFacts {
  readonly shift_id: number;
  readonly organization_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly shift_status: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly title: string;
  readonly registration_id: number | null;
  readonly registration_status: string | null;
  readonly caller_role: string | null;
  readonly attendance: { status: string } | null;
}

/** What the door needs to know about one person and one shift, and about who is asking. */
export async function loadDoor(
  db: Reader,
  shiftId: number,
  userId: number,
  callerId: number | null,
): Promise<DoorFacts | undefined> {
  const { rows } = await sql<DoorFacts>`
    select s.id as shift_id, s.organization_id, s.program_id, s.mission_id, s.status as shift_status, s.start_time,
      s.end_time, s.time_zone, s.title, r.id as registration_id, r.status as registration_status,
      caller.role as caller_role,
      case when a.registration_id is not null then json_build_object('status', a.status) end as attendance
    from shifts s
    left join registrations r on r.shift_id = s.id and r.user_id = ${userId} and r.status <> 'cancelled'
    left join attendance a on a.registration_id = r.id
    left join memberships caller on caller.organization_id = s.organization_id and caller.user_id = ${callerId}
    where s.id = ${shiftId}
  `.execute(db);
  return rows[0];
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

/** True when this call checked the person in; false when they were in already. A no-show who comes is in. */
export async function insertCheckIn(tx: Tx, door: DoorFacts, values: CheckInValues): Promise<boolean> {
  const { rows } = await sql`
    insert into attendance as a (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, late, method, metadata, flags, created_at, updated_at)
    select r.id, r.organization_id, ${door.program_id}, ${door.mission_id}, r.shift_id, r.user_id, 'checked_in',
      ${values.at}, ${values.late}, ${values.method}, ${jsonOrNull(values.metadata)}::json, ${[...values.flags]},
      ${values.now}, ${values.now}
    from registrations r where r.id = ${values.registrationId}
    on conflict (registration_id) do update set
      status = 'checked_in', checked_in_at = excluded.checked_in_at, late = excluded.late, method = excluded.method,
      metadata = excluded.metadata, flags = a.flags || excluded.flags || '{was_no_show}', updated_at = excluded.updated_at
      where a.status = 'no_show'
    returning 1
  `.execute(tx);
  return rows.length === 1;
}

export interface CheckOutValues {
  readonly registrationId: number;
  readonly at: Temporal.Instant;
  readonly metadata: unknown;
  readonly flags: readonly string[];
  readonly now: Temporal.Instant;
}

/** True when this call checked the person out. Minutes are whole ones between the two scans. */
export async function updateCheckOut(tx: Tx, values: CheckOutValues): Promise<boolean> {
  const { rows } = await sql`
    update attendance set
      status = 'checked_out', checked_out_at = greatest(checked_in_at, ${values.at}::timestamptz),
      minutes = greatest(0, floor(extract(epoch from ${values.at}::timestamptz - checked_in_at) / 60))::int,
      metadata = case when ${jsonOrNull(values.metadata)}::text is null then metadata
        else (coalesce(metadata, '{}')::jsonb || ${jsonOrNull(values.metadata)}::jsonb)::json end,
      flags = flags || ${[...values.flags]}::text[], updated_at = ${values.now}
    where registration_id = ${values.registrationId} and status = 'checked_in'
    returning 1
  `.execute(tx);
  return rows.length === 1;
}

export async function findRecord(db: Reader, registrationId: number): Promise<AttendanceRow | undefined> {
  const { rows } = await sql<AttendanceRow>`
    select ${record} from registrations r join users u on u.id = r.user_id
    left join attendance a on a.registration_id = r.id where r.id = ${registrationId}
  `.execute(db);
  return rows[0];
}

/** Locks the registration, so that a correction and a scan take turns. */
export async function lockRecord(tx: Tx, registrationId: number): Promise<AttendanceRow | undefined> {
  await sql`${ahead} select 1 from registrations where id = ${registrationId} for update`.execute(tx);
  return await findRecord(tx, registrationId);
}

/** Everybody who has a confirmed seat, or had one and was acted on. */
export async function selectRecords(
  db: Database['db'],
  grant: Grant<'attendance.read'>,
  shiftId: number,
  filter: { status: string | undefined; after: number | undefined; limit: number },
): Promise<AttendanceRow[]> {
  const status = filter.status ?? null;
  const { rows } = await sql<AttendanceRow>`
    select ${record} from registrations r join users u on u.id = r.user_id
    left join attendance a on a.registration_id = r.id
    where r.shift_id = ${shiftId} and r.organization_id = ${grant.organizationId}
      and (r.status = 'active' or a.registration_id is not null) and r.id > ${filter.after ?? 0}
      and (${status}::text is null or coalesce(a.status, 'expected') = ${status})
    order by r.id limit ${filter.limit + 1}
  `.execute(db);
  return rows;
}

export interface CorrectedValues {
  readonly status: string;
  readonly checkedInAt: Temporal.Instant | null;
  readonly checkedOutAt: Temporal.Instant | null;
  readonly minutes: number | null;
  readonly note: string | null;
}

export async function writeCorrection(
  tx: Tx,
  grant: Grant<'attendance.correct'>,
  registrationId: number,
  values: CorrectedValues,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into attendance as a (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, method, flags, note, created_at, updated_at)
    select r.id, r.organization_id, s.program_id, s.mission_id, r.shift_id, r.user_id, ${values.status},
      ${values.checkedInAt}, ${values.checkedOutAt}, ${values.minutes}, 'correction', '{corrected}', ${values.note},
      ${now}, ${now}
    from registrations r join shifts s on s.id = r.shift_id
    where r.id = ${registrationId} and r.organization_id = ${grant.organizationId}
    on conflict (registration_id) do update set
      status = excluded.status, checked_in_at = excluded.checked_in_at, checked_out_at = excluded.checked_out_at,
      minutes = excluded.minutes, note = excluded.note, verified_by = null, verified_at = null,
      flags = array(select distinct unnest(a.flags || excluded.flags)), updated_at = excluded.updated_at
  `.execute(tx);
}

/** Back to expected, as if nobody had come to the door. */
export async function removeRecord(
  tx: Tx,
  grant: Grant<'attendance.correct'>,
  registrationId: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from attendance where registration_id = ${registrationId} and organization_id = ${grant.organizationId}
      returning organization_id, user_id
    )
    insert into hours_stale (organization_id, user_id) select organization_id, user_id from gone on conflict do nothing
  `.execute(tx);
}

export async function markVerified(
  tx: Tx,
  grant: Grant<'attendance.correct'>,
  registrationIds: readonly number[],
  verifiedBy: number | null,
  now: Temporal.Instant,
): Promise<number[]> {
  const { rows } = await sql<{ registration_id: number }>`
    update attendance set verified_by = ${verifiedBy}, verified_at = ${now}, updated_at = ${now}
    where registration_id = any(${[...registrationIds]}::bigint[]) and organization_id = ${grant.organizationId}
      and status = 'checked_out' and verified_at is null
    returning registration_id
  `.execute(tx);
  return rows.map((row) => row.registration_id);
}

export async function findScan(tx: Tx, organizationId: number, nonce: string): Promise<unknown> {
  const { rows } = await sql<{ result: unknown }>`
    select result from attendance_scans where organization_id = ${organizationId} and nonce = ${nonce}
  `.execute(tx);
  return rows[0]?.result;
}

/** Waits for another one with the same nonce that is under way; false when that one was stored. */
export async function storeScan(
  tx: Tx,
  organizationId: number,
  nonce: string,
  result: unknown,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into attendance_scans (organization_id, nonce, result, created_at)
    values (${organizationId}, ${nonce}, ${JSON.stringify(result)}, ${now})
    on conflict do nothing returning 1
  `.execute(tx);
  return rows.length === 1;
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

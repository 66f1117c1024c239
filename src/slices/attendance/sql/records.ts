import { sql } from 'kysely';
import { anyPlace, inKnownPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { RecordState } from '../rules/correction.ts';

export interface AttendanceRow extends RecordState {
  readonly registration_id: number;
  readonly registration_status: string;
  readonly organization_id: number;
  readonly shift_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly method: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly flags: string[];
  readonly verified_by: number | null;
  readonly verified_at: Temporal.Instant | null;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
}

/** A registration and what is known of its attendance; without a row it is expected. */
export const record = sql`
  r.id as registration_id, r.status as registration_status, r.organization_id, r.shift_id, r.user_id, u.name as user_name, r.start_time, r.end_time,
  coalesce(a.status, 'expected') as status, a.checked_in_at, a.checked_out_at, a.minutes,
  coalesce(a.late, false) as late, a.method, a.metadata, coalesce(a.flags, '{}') as flags, a.note, a.verified_by,
  a.verified_at`;
export const source = sql`
  registrations r join users u on u.id = r.user_id
  left join attendance a on a.registration_id = r.id and a.organization_id = r.organization_id`;

export async function findRecord(db: Reader, registrationId: number): Promise<AttendanceRow | undefined> {
  const { rows } = await sql<AttendanceRow>`
    select ${record} from ${source}
    where r.id = ${registrationId} ${inKnownPlace(db, 'registrations', registrationId, 'r')}
  `.execute(db);
  rememberPlaces(
    db,
    'registrations',
    rows.map(({ registration_id, organization_id }) => ({ id: registration_id, organization_id })),
  );
  return rows[0];
}

export async function findRecords(
  db: Reader,
  organizations: readonly number[],
  registrationIds: readonly number[],
): Promise<AttendanceRow[]> {
  const { rows } = await sql<AttendanceRow>`
    select ${record} from ${source}
    where r.organization_id = ${anyPlace(organizations)} and r.id = any(${[...registrationIds]}::bigint[]) order by r.id
  `.execute(db);
  return rows;
}

/** Locks the registration and its record, so that a correction takes turns with check-ins and check-outs. */
export async function lockRecord(
  tx: Tx,
  { organizationId }: Grant<'attendance.correct'>,
  registrationId: number,
): Promise<AttendanceRow | undefined> {
  await send(
    tx,
    sql`
    select 1 from registrations where organization_id = ${organizationId} and id = ${registrationId} for no key update
  `,
  );
  await send(
    tx,
    sql`
    select 1 from attendance where organization_id = ${organizationId} and registration_id = ${registrationId}
    for no key update
  `,
  );
  return await findRecord(tx, registrationId);
}

/** People who have a confirmed spot, or had one and have a record. */
export async function selectRecords(
  db: Reader,
  grant: Grant<'attendance.read'>,
  shiftId: number,
  filter: { status: string | undefined; after: number | undefined; limit: number },
): Promise<AttendanceRow[]> {
  const status = filter.status ?? null;
  const { rows } = await sql<AttendanceRow>`
    select ${record} from ${source}
    where r.shift_id = ${shiftId} and r.organization_id = ${grant.organizationId}
      and (r.status = 'active' or a.registration_id is not null) and r.id > ${filter.after ?? 0}
      and (${status}::text is null or coalesce(a.status, 'expected') = ${status})
    order by r.id limit ${filter.limit + 1}
  `.execute(db);
  return rows;
}

/** To the registration that the person has on the same shift now. Safe to repeat, in any order. */
export async function carryOver(
  tx: Tx,
  organizationId: number,
  left: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    update attendance a set registration_id = present.id, updated_at = ${now}
    from registrations old
    join registrations present on present.organization_id = ${organizationId} and present.shift_id = old.shift_id
      and present.user_id = old.user_id and present.status = 'active'
    where a.organization_id = ${organizationId} and old.organization_id = ${organizationId}
      and old.id = any(${[...left]}::bigint[]) and old.status = 'cancelled' and a.registration_id = old.id
      and not exists (
        select 1 from attendance other where other.organization_id = ${organizationId} and other.registration_id = present.id)
  `,
  );
}

export interface OwnFilter {
  readonly shiftId: number | undefined;
  readonly after: { start: Temporal.Instant; id: number } | undefined;
  readonly limit: number;
}

/** One's own, the latest shift first. All shards. */
export async function selectOwnRecords(
  db: Reader,
  userId: number,
  { shiftId, after, limit }: OwnFilter,
): Promise<AttendanceRow[]> {
  const { rows } = await sql<AttendanceRow>`
    select ${record} from ${source}
    where r.user_id = ${userId} and (r.status = 'active' or a.registration_id is not null)
      ${shiftId === undefined ? sql`` : sql`and r.shift_id = ${shiftId}`}
      ${after ? sql`and (r.start_time, r.id) < (${after.start}::timestamptz, ${after.id}::bigint)` : sql``}
    order by r.start_time desc, r.id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** A verification stays only while what was verified is what counts. */
export async function writeCorrection(
  tx: Tx,
  grant: Grant<'attendance.correct'>,
  registrationId: number,
  values: RecordState,
  { keepsVerification, now }: { keepsVerification: boolean; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into attendance as a (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, late, method, flags, note, created_at, updated_at)
    select r.id, r.organization_id, s.program_id, s.mission_id, r.shift_id, r.user_id, ${values.status}::text,
      ${values.checked_in_at}::timestamptz, ${values.checked_out_at}::timestamptz, ${values.minutes}::int,
      ${values.late}::boolean, 'correction', '{corrected}'::text[], ${values.note}::text, ${now}, ${now}
    from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.id = ${registrationId} and r.organization_id = ${grant.organizationId}
    on conflict (registration_id, organization_id) do update set
      status = excluded.status, checked_in_at = excluded.checked_in_at, checked_out_at = excluded.checked_out_at,
      minutes = excluded.minutes, late = excluded.late, note = excluded.note,
      verified_by = case when ${keepsVerification} then a.verified_by end,
      verified_at = case when ${keepsVerification} then a.verified_at end,
      flags = array(select distinct flag from unnest(a.flags || excluded.flags) as flag order by flag),
      updated_at = excluded.updated_at
  `.execute(tx);
}

/** Back to expected, as if the person had never been checked in. */
export async function removeRecord(
  tx: Tx,
  grant: Grant<'attendance.correct'>,
  registrationId: number,
): Promise<void> {
  await sql`
    delete from attendance where registration_id = ${registrationId} and organization_id = ${grant.organizationId}
  `.execute(tx);
}

/** Returns those that were not verified before. */
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
  return rows.map(({ registration_id }) => registration_id);
}

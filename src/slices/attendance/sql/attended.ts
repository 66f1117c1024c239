import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';

export interface AttendedRow {
  readonly organization_id: number;
  readonly user_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly checked_in_at: Temporal.Instant;
  /** Null, like the minutes, while the person is still there. */
  readonly checked_out_at: Temporal.Instant | null;
  readonly minutes: number | null;
}

/** The shifts that these people came to, each person's in the order of their coming. */
export async function attendedBy(
  db: Reader,
  people: readonly { organizationId: number; userId: number }[],
): Promise<AttendedRow[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<AttendedRow>`
    select a.organization_id, a.user_id, a.program_id, a.mission_id, a.checked_in_at, a.checked_out_at, a.minutes
    from (
      select distinct * from unnest(${people.map((one) => one.userId)}::bigint[],
        ${people.map((one) => one.organizationId)}::bigint[]) as given (user_id, organization_id)
    ) as given
    join attendance a on a.user_id = given.user_id and a.organization_id = given.organization_id
    where a.status in ('checked_in', 'checked_out')
    order by a.user_id, a.checked_in_at, a.registration_id
  `.execute(db);
  return rows;
}

export interface PersonalAttendanceRow {
  readonly registration_id: number;
  readonly organization_id: number;
  readonly shift_id: number;
  readonly shift_title: string;
  readonly status: string;
  readonly checked_in_at: Temporal.Instant | null;
  readonly checked_out_at: Temporal.Instant | null;
  readonly minutes: number | null;
  readonly late: boolean;
  readonly method: string;
  readonly metadata: unknown;
  readonly flags: string[];
  readonly note: string | null;
  readonly verified_at: Temporal.Instant | null;
}

export async function selectPersonalAttendance(db: Reader, userId: number): Promise<PersonalAttendanceRow[]> {
  const { rows } = await sql<PersonalAttendanceRow>`
    select a.registration_id, a.organization_id, a.shift_id, s.title as shift_title, a.status, a.checked_in_at,
      a.checked_out_at, a.minutes, a.late, a.method, a.metadata, a.flags, a.note, a.verified_at
    from attendance a join shifts s on s.id = a.shift_id where a.user_id = ${userId} order by a.registration_id
  `.execute(db);
  return rows;
}

/** Times and minutes stay, because totals are made of them. What was written about the person goes. */
export async function forgetTexts(tx: Tx, userId: number): Promise<void> {
  await sql`
    update attendance set metadata = null, note = null
    where user_id = ${userId} and (metadata is not null or note is not null)
  `.execute(tx);
}

/** A person's registrations on running shifts, locked, without those that they have checked in for. */
export async function lockUnattended(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId?: number },
  now: Temporal.Instant,
): Promise<number[]> {
  // No shift is longer than seven days: from there on the index does the rest.
  const { rows: running } = await sql<{ id: number }>`
    select id from registrations
    where user_id = ${userId} and status = 'active' and start_time <= ${now} and end_time > ${now}
      and start_time >= ${now}::timestamptz - interval '8 days'
      ${organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`}
    order by id for update
  `.execute(tx);
  if (running.length === 0) return [];
  // Asked after the lock: a check-in that was being written is seen.
  const { rows: absent } = await sql<{ id: number }>`
    select given.id from unnest(${running.map(({ id }) => id)}::bigint[]) as given (id)
    where not exists (select 1 from attendance a where a.registration_id = given.id)
    order by given.id
  `.execute(tx);
  return absent.map(({ id }) => id);
}

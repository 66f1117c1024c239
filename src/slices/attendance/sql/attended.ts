import { type RawBuilder, sql } from 'kysely';
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
    where a.organization_id = any(${[...new Set(people.map((one) => one.organizationId))]}::bigint[])
      and a.status in ('checked_in', 'checked_out')
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

/** All shards. */
export async function selectPersonalAttendance(db: Reader, userId: number): Promise<PersonalAttendanceRow[]> {
  const { rows } = await sql<PersonalAttendanceRow>`
    select a.registration_id, a.organization_id, a.shift_id, s.title as shift_title, a.status, a.checked_in_at,
      a.checked_out_at, a.minutes, a.late, a.method, a.metadata, a.flags, a.note, a.verified_at
    from attendance a join shifts s on s.id = a.shift_id and s.organization_id = a.organization_id
    where a.user_id = ${userId} order by a.registration_id
  `.execute(db);
  return rows;
}

/**
 * Times and minutes stay, because totals are made of them. What was written about the person goes: all of it, or what was
 * there before a moment. All shards.
 */
export async function forgetTexts(tx: Tx, userId: number, before?: Temporal.Instant): Promise<void> {
  await sql`
    update attendance set metadata = null, note = null
    where user_id = ${userId} and (metadata is not null or note is not null)
      ${before === undefined ? sql`` : sql`and created_at < ${before}`}
  `.execute(tx);
}

export interface Unattended {
  readonly id: number;
  readonly organization_id: number;
}

/** A person's registrations on running shifts, locked, without those that they have checked in for. */
export async function lockUnattended(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId?: number },
  now: Temporal.Instant,
): Promise<Unattended[]> {
  // One person's, so few.
  const expectedIn =
    organizationId === undefined ? await selectPlacesToBe(tx, userId, now) : [organizationId];
  const absent: Unattended[] = [];
  for (const place of expectedIn) {
    const running = await lockRunning(tx, userId, place, now);
    if (running.length === 0) continue;
    // Asked after the lock: a check-in that was being written is seen.
    const { rows } = await sql<{ registration_id: number }>`
      select registration_id from attendance
      where organization_id = ${place} and registration_id = any(${running}::bigint[])
    `.execute(tx);
    const attended = new Set(rows.map((row) => row.registration_id));
    absent.push(...running.filter((id) => !attended.has(id)).map((id) => ({ id, organization_id: place })));
  }
  return absent;
}

/** The organizations where the person is expected right now. */
async function selectPlacesToBe(tx: Tx, userId: number, now: Temporal.Instant): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from person_places where user_id = ${userId} and ${isRunning(now)}
    order by organization_id
  `.execute(tx);
  return rows.map((row) => row.organization_id);
}

async function lockRunning(tx: Tx, userId: number, organizationId: number, now: Temporal.Instant) {
  const { rows } = await sql<{ id: number }>`
    select id from registrations where organization_id = ${organizationId} and user_id = ${userId} and ${isRunning(now)}
    order by id for update
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** No shift is longer than seven days: from there on the index does the rest. */
function isRunning(now: Temporal.Instant): RawBuilder<unknown> {
  return sql`status = 'active' and start_time <= ${now} and end_time > ${now}
    and start_time >= ${now}::timestamptz - interval '8 days'`;
}

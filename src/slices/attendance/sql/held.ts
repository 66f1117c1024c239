import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';

export interface HeldAttendanceRow {
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

export async function selectHeldAttendance(db: Database['db'], userId: number): Promise<HeldAttendanceRow[]> {
  const { rows } = await sql<HeldAttendanceRow>`
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

import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface DemoSeat {
  readonly registration_id: number;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
}

/** Everybody with a seat on a demo shift that has begun, in the order of time. */
export async function selectDemoSeats(tx: Tx, now: Temporal.Instant): Promise<DemoSeat[]> {
  const { rows } = await sql<DemoSeat>`
    select r.id as registration_id, s.start_time, s.end_time from registrations r join shifts s on s.id = r.shift_id
    where r.organization_id = 1 and r.status = 'active' and s.status = 'published' and s.start_time <= ${now}
    order by s.start_time, r.id
  `.execute(tx);
  return rows;
}

export interface DemoAttendanceRow {
  readonly registration_id: number;
  readonly status: string;
  readonly checked_in_at: string | null;
  readonly checked_out_at: string | null;
  readonly minutes: number | null;
  readonly late: boolean;
  readonly method: string;
  readonly flags: readonly string[];
  readonly verified_at: string | null;
}

/** Verified by the demo's coordinator. Shifts that are over are closed, so that the job finds nothing to do. */
export async function insertDemoAttendance(
  tx: Tx,
  rows: readonly DemoAttendanceRow[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, late, method, flags, verified_by, verified_at, created_at, updated_at)
    select r.id, r.organization_id, s.program_id, s.mission_id, s.id, r.user_id, given.status, given.checked_in_at,
      given.checked_out_at, given.minutes, given.late, given.method, array(select jsonb_array_elements_text(given.flags)),
      case when given.verified_at is not null
        then (select id from users where email = 'coordinator@demo.muster') end,
      given.verified_at, coalesce(given.checked_in_at, s.end_time), coalesce(given.checked_out_at, s.end_time)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      registration_id bigint, status text, checked_in_at timestamptz, checked_out_at timestamptz, minutes integer,
      late boolean, method text, flags jsonb, verified_at timestamptz)
    join registrations r on r.id = given.registration_id join shifts s on s.id = r.shift_id
  `.execute(tx);
  await sql`
    update shifts set attendance_closed_at = ${now}
    where organization_id = 1 and status = 'published' and end_time <= ${now.subtract({ hours: 1 })}
  `.execute(tx);
}

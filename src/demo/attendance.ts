import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { isLate, minutesBetween } from '#slices/attendance/index.ts';

/** Who came to the demo's past shifts: most on time, some late, one in a while not at all. */
export async function demoAttendance(tx: Tx, { now }: Call): Promise<void> {
  const spots = await selectDemoSpots(tx, now);
  const rows = spots.flatMap((spot, index) => attend(spot, index, now) ?? []);
  if (rows.length > 0) await insertDemoAttendance(tx, rows, now);
}

/** By its place in the list, so that the demo is the same every time. */
function attend(spot: DemoSpot, index: number, now: Temporal.Instant): DemoAttendanceRow | undefined {
  const { registration_id, place, start_time: start, end_time: end } = spot;
  const isOver = Temporal.Instant.compare(end.add({ hours: 1 }), now) <= 0;
  const arrivesMinutes = [-12, -4, 3, -8, 22, 0, -15][index % 7] ?? 0;
  const checkedIn = start.add({ minutes: arrivesMinutes });
  if (!isOver) {
    // A shift that goes on now: some are in, the others are still expected, whatever the weekday.
    if (place % 3 === 0 || Temporal.Instant.compare(checkedIn, now) > 0) return undefined;
    return row(registration_id, { status: 'checked_in', checkedIn, late: isLate(checkedIn, { start, end }) });
  }
  if (index % 11 === 10) return row(registration_id, { status: 'no_show', method: 'job' });
  const forgot = index % 9 === 8;
  const checkedOut = forgot ? end : end.add({ minutes: [5, -10, 0, 12][index % 4] ?? 0 });
  return row(registration_id, {
    status: 'checked_out',
    checkedIn,
    checkedOut,
    late: isLate(checkedIn, { start, end }),
    method: ['self', 'qr', 'desk', 'poster'][index % 4] ?? 'self',
    flags: forgot ? ['auto_checkout'] : [],
    verifiedAt: index % 5 < 3 && !forgot ? end.add({ hours: 3 }) : undefined,
  });
}

interface Facts {
  readonly status: string;
  readonly checkedIn?: Temporal.Instant;
  readonly checkedOut?: Temporal.Instant;
  readonly late?: boolean;
  readonly method?: string;
  readonly flags?: readonly string[];
  readonly verifiedAt?: Temporal.Instant | undefined;
}

function row(registrationId: number, facts: Facts): DemoAttendanceRow {
  const { checkedIn, checkedOut } = facts;
  return {
    registration_id: registrationId,
    status: facts.status,
    checked_in_at: checkedIn?.toString() ?? null,
    checked_out_at: checkedOut?.toString() ?? null,
    minutes: checkedIn && checkedOut ? minutesBetween(checkedIn, checkedOut) : null,
    late: facts.late ?? false,
    method: facts.method ?? 'qr',
    flags: facts.flags ?? [],
    verified_at: facts.verifiedAt?.toString() ?? null,
  };
}

interface DemoSpot {
  readonly registration_id: number;
  /** Among the people of the shift, from 0. */
  readonly place: number;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
}

/** Everyone with a spot on a demo shift that has begun, in the order of time. */
async function selectDemoSpots(tx: Tx, now: Temporal.Instant): Promise<DemoSpot[]> {
  const { rows } = await sql<DemoSpot>`
    select r.id as registration_id, s.start_time, s.end_time,
      (row_number() over (partition by s.id order by r.id) - 1)::integer as place
    from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.organization_id = 1 and r.status = 'active' and s.status = 'published' and s.start_time <= ${now}
    order by s.start_time, r.id
  `.execute(tx);
  return rows;
}

interface DemoAttendanceRow {
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
async function insertDemoAttendance(
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
    join registrations r on r.id = given.registration_id and r.organization_id = 1
    join shifts s on s.id = r.shift_id and s.organization_id = 1
  `.execute(tx);
  await sql`
    update shifts set attendance_closed_at = ${now}
    where organization_id = 1 and status = 'published' and end_time <= ${now.subtract({ hours: 1 })}
  `.execute(tx);
}

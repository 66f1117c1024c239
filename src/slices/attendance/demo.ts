import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { isLate, minutesBetween } from './rules/door.ts';
import { type DemoAttendanceRow, type DemoSeat, insertDemoAttendance, selectDemoSeats } from './sql/demo.ts';

/** Who came to the demo's past shifts: most on time, some late, one in a while not at all. */
export async function demoAttendance(tx: Tx, { now }: Call): Promise<void> {
  const seats = await selectDemoSeats(tx, now);
  const rows = seats.flatMap((seat, index) => attend(seat, index, now) ?? []);
  if (rows.length > 0) await insertDemoAttendance(tx, rows, now);
}

/** By its place in the list, so that the demo is the same every time. */
function attend(seat: DemoSeat, index: number, now: Temporal.Instant): DemoAttendanceRow | undefined {
  const { registration_id, start_time: start, end_time: end } = seat;
  const isOver = Temporal.Instant.compare(end.add({ hours: 1 }), now) <= 0;
  const arrivesMinutes = [-12, -4, 3, -8, 22, 0, -15][index % 7] ?? 0;
  const checkedIn = start.add({ minutes: arrivesMinutes });
  if (!isOver) {
    // A shift that goes on now: some are in, the others are still expected.
    if (index % 3 === 0 || Temporal.Instant.compare(checkedIn, now) > 0) return undefined;
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

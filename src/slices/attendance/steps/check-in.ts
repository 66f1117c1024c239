import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { signUpAll, type Ticket } from '#slices/signups/index.ts';
import { checkedIn } from '../events.ts';
import { type OpenDoor, openDoor } from '../gate.ts';
import { eventData, presentRecord } from '../present.ts';
import { isLate, isWithinWindow, opensMinutesBefore } from '../rules/check-in.ts';
import type { AttendanceAnswerBody, CheckInInput, CheckOutInput } from '../schema.ts';
import { type DoorFacts, insertCheckIn, loadDoor } from '../sql/check-in.ts';
import { type AttendanceRow, findRecord } from '../sql/records.ts';
import { auditDoor, type Scan, whoIs } from './identify-person.ts';

export async function checkInWithin(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  scan: Scan,
  override?: CheckInInput['override'],
): Promise<AttendanceAnswerBody> {
  const who = whoIs(platform, call, shiftId, input, scan.at);
  const door = await openDoor(tx, call, shiftId, who.userId);
  const isIn = door.attendance_status !== null && door.attendance_status !== 'no_show';
  if (isIn && door.registration_id !== null)
    return answer(await settledRecord(tx, door.registration_id), false);
  const isOutside = !isWithinWindow(scan.at, { start: door.start_time, end: door.end_time });
  if (isOutside && !door.isDesk) throw outsideWindow(door);
  const seat = await seatOf(tx, platform, call, door, who.userId, override);
  const flags = [...(isOutside ? ['outside_window'] : []), ...(seat.isWalkIn ? ['walk_in'] : [])];
  const isNew = await insertCheckIn(tx, door, {
    registrationId: seat.registrationId,
    at: scan.at,
    late: isLate(scan.at, { start: door.start_time, end: door.end_time }),
    method: scan.method ?? who.method,
    metadata: input.metadata,
    flags,
    now: call.now,
  });
  const row = await settledRecord(tx, seat.registrationId);
  if (isNew) {
    await record(tx, call.now, checkedIn(row.organization_id, eventData(row)));
    const { method, late } = row;
    await auditDoor(tx, call, row, 'attendance.checked_in', { method, late, flags });
  }
  return answer(row, isNew);
}

interface Seat {
  readonly registrationId: number;
  readonly isWalkIn: boolean;
}

/** The registration to check in; a coordinator makes one on the spot for somebody who has none. */
async function seatOf(
  tx: Tx,
  platform: Platform,
  call: Call,
  door: OpenDoor,
  userId: number,
  override: CheckInInput['override'],
): Promise<Seat> {
  if (door.registration_id !== null) {
    if (door.registration_status === 'active')
      return { registrationId: door.registration_id, isWalkIn: false };
    throw notExpected(
      `The registration is ${door.registration_status}, not confirmed. A coordinator can approve or promote it.`,
    );
  }
  if (!door.isCoordinator)
    throw notExpected('There is no sign-up for this shift. A coordinator can add it at the door.');
  return await walkIn(tx, platform, call, door.shift_id, userId, override);
}

async function settledRecord(tx: Tx, registrationId: number): Promise<AttendanceRow> {
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  // Nothing was written and nothing is there: the seat was given up between our look and our write.
  if (row.status === 'expected') throw notExpected('The sign-up has just been cancelled.');
  return row;
}

function answer(row: AttendanceRow, isNew: boolean): AttendanceAnswerBody {
  const message = isNew ? 'Checked in.' : 'Checked in already.';
  return { success: true, message, attendance: presentRecord(row) };
}

function notExpected(detail: string): Refusal {
  return refuse('policy_conflict', detail, [{ path: 'user_id', code: 'not_registered', message: detail }]);
}

function outsideWindow(door: DoorFacts): Refusal {
  const zone = knownZone(door.time_zone);
  const clock = (instant: Temporal.Instant) =>
    instant
      .toZonedDateTimeISO(knownZone(zone))
      .toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  const opens = door.start_time.subtract({ minutes: opensMinutesBefore });
  const detail = `Check-in is open from ${clock(opens)} to ${clock(door.end_time)} (${zone}). Ask the desk for help.`;
  return refuse('policy_conflict', detail, [{ path: 'shift', code: 'checkin_window', message: detail }]);
}

/** Gives somebody who stands at the door without a sign-up a seat, by the rules of an override. */
export async function walkIn(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  userId: number,
  override: CheckInInput['override'],
): Promise<{ registrationId: number; isWalkIn: boolean }> {
  // The key of the request settles the check-in, not the sign-up within it.
  const { idempotency: _, ...own } = call;
  const ticket: Ticket = {
    call: own,
    userId,
    input: {
      source: 'kiosk',
      override: { reason: override?.reason ?? 'walk-in', capacity: override?.capacity ?? false },
    },
  };
  const [answered] = await signUpAll(tx, platform.database, shiftId, [ticket]);
  if (!answered) throw refuse('not_found');
  if ('refusal' in answered) {
    const registrationId = await seatTakenMeanwhile(tx, answered.refusal, shiftId, userId);
    if (registrationId === undefined) throw answered.refusal;
    return { registrationId, isWalkIn: false };
  }
  const { registration } = answered.answer;
  if (registration.status === 'active') return { registrationId: registration.id, isWalkIn: true };
  // On the waitlist or awaiting approval: that is no reason to be inside, and it is undone with the refusal.
  if (registration.status === 'pending_approval') {
    throw new Refusal('policy_conflict', {
      detail: 'This shift needs approval: sign the person up and approve it, then check them in.',
      errors: [{ path: 'user_id', code: 'needs_approval', message: 'must be signed up and approved first' }],
    });
  }
  throw new Refusal('capacity_conflict', {
    detail: 'The shift is full. Send `override` with a reason and `capacity: true` for a seat beyond it.',
    errors: [{ path: 'override.capacity', code: 'shift_full', message: 'is needed for this walk-in' }],
  });
}

/** Two desks scan the same person at once: the second finds the seat that the first has made. */
async function seatTakenMeanwhile(
  tx: Tx,
  refusal: Refusal,
  shiftId: number,
  userId: number,
): Promise<number | undefined> {
  if (refusal.code !== 'already_registered') return undefined;
  const door = await loadDoor(tx, shiftId, userId, null);
  return door?.registration_status === 'active' ? (door.registration_id ?? undefined) : undefined;
}

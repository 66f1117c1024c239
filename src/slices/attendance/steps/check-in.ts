import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type SignupAttempt, signUpAll } from '#slices/signups/index.ts';
import { attendanceErrors } from '../errors.ts';
import { checkedIn } from '../events.ts';
import { type OpenCheckIn, openCheckIn, refuseAt } from '../gate.ts';
import { attendanceTexts } from '../messages/index.ts';
import { eventData, presentRecord } from '../present.ts';
import { isLate, isWithinWindow, opensMinutesBefore } from '../rules/check-in.ts';
import type { AttendanceAnswerBody, CheckInInput, CheckOutInput } from '../schema.ts';
import { insertCheckIn, loadCheckInFacts } from '../sql/check-in.ts';
import { type AttendanceRow, findRecord } from '../sql/records.ts';
import { auditAttendance, identifyPerson, type Scan } from './identify-person.ts';

export async function checkInWithin(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  scan: Scan,
  override?: CheckInInput['override'],
): Promise<AttendanceAnswerBody> {
  const who = identifyPerson(platform, call, shiftId, input, scan.at);
  const facts = await openCheckIn(tx, call, shiftId, who.userId);
  const isIn = facts.attendance_status !== null && facts.attendance_status !== 'no_show';
  if (isIn && facts.registration_id !== null)
    return answer(call, facts, await requireRecord(tx, facts, facts.registration_id), false);
  const isOutside = !isWithinWindow(scan.at, { start: facts.start_time, end: facts.end_time });
  if (isOutside && !facts.isDesk) throw outsideWindow(facts);
  const spot = await findSpot(tx, platform, call, facts, who.userId, override);
  const flags = [...(isOutside ? ['outside_window'] : []), ...(spot.isWalkIn ? ['walk_in'] : [])];
  const isNew = await insertCheckIn(tx, facts, {
    registrationId: spot.registrationId,
    at: scan.at,
    late: isLate(scan.at, { start: facts.start_time, end: facts.end_time }),
    method: scan.method ?? who.method,
    metadata: input.metadata,
    flags,
    now: call.now,
  });
  const row = await requireRecord(tx, facts, spot.registrationId);
  if (isNew) {
    await record(tx, call.now, checkedIn(row.organization_id, eventData(row)));
    const { method, late } = row;
    await auditAttendance(tx, call, row, 'attendance.checked_in', { method, late, flags });
  }
  return answer(call, facts, row, isNew);
}

interface Spot {
  readonly registrationId: number;
  readonly isWalkIn: boolean;
}

/** The registration to check in; a coordinator makes one on the spot for a person who has none. */
async function findSpot(
  tx: Tx,
  platform: Platform,
  call: Call,
  facts: OpenCheckIn,
  userId: number,
  override: CheckInInput['override'],
): Promise<Spot> {
  if (facts.registration_id !== null) {
    const { registration_id: registrationId, registration_status: status } = facts;
    if (status === 'active') return { registrationId, isWalkIn: false };
    throw refuseAt(facts, attendanceErrors.not_confirmed('user_id', { status: status ?? '' }));
  }
  if (!facts.isCoordinator) {
    const { shift_id } = facts;
    throw refuseAt(facts, attendanceErrors.not_signed_up('user_id', { shift_id }));
  }
  return await walkIn(tx, platform, call, facts, userId, override);
}

async function requireRecord(tx: Tx, facts: OpenCheckIn, registrationId: number): Promise<AttendanceRow> {
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  // Nothing was written and nothing is there: the sign-up was cancelled between our read and our write.
  if (row.status === 'expected') throw refuseAt(facts, attendanceErrors.signup_cancelled('user_id'));
  return row;
}

function answer(
  call: Call,
  { about }: OpenCheckIn,
  row: AttendanceRow,
  isNew: boolean,
): AttendanceAnswerBody {
  const what = isNew ? 'checked_in' : 'checked_in_already';
  const whose = about === undefined ? 'own' : 'other';
  const message = attendanceTexts.say(call.language, `answers.${what}.${whose}`, { name: row.user_name });
  return { success: true, message, attendance: presentRecord(row) };
}

function outsideWindow({ start_time, end_time: end, time_zone }: OpenCheckIn): Refusal {
  const start = start_time.subtract({ minutes: opensMinutesBefore });
  return refuse(attendanceErrors.checkin_window('shift', { start, end, time_zone }));
}

/** Gives a spot to a person who has come without a sign-up, by the rules of an override. */
async function walkIn(
  tx: Tx,
  platform: Platform,
  call: Call,
  facts: OpenCheckIn,
  userId: number,
  override: CheckInInput['override'],
): Promise<Spot> {
  // The idempotency key belongs to the check-in, not to the sign-up within it.
  const { idempotency: _, ...own } = call;
  const attempt: SignupAttempt = {
    call: own,
    shiftId: facts.shift_id,
    userId,
    input: {
      source: 'kiosk',
      override: { reason: override?.reason ?? 'walk_in', capacity: override?.capacity ?? false },
    },
  };
  const [answered] = await signUpAll(tx, platform.database, [attempt]);
  if (!answered) throw refuse('not_found');
  if ('refusal' in answered) {
    const registrationId = await findOtherSpot(tx, answered.refusal, facts.shift_id, userId);
    if (registrationId === undefined) throw answered.refusal;
    return { registrationId, isWalkIn: false };
  }
  const { registration } = answered.answer;
  if (registration.status === 'active') return { registrationId: registration.id, isWalkIn: true };
  // A spot on the waitlist or one that awaits approval isn't enough; it is rolled back with the refusal.
  if (registration.status === 'pending_approval')
    throw refuseAt(facts, attendanceErrors.needs_approval('user_id'));
  throw refuse(attendanceErrors.shift_full('override.capacity'));
}

/** Two desks scan the same person at once: the second finds the spot that the first has made. */
async function findOtherSpot(
  tx: Tx,
  refusal: Refusal,
  shiftId: number,
  userId: number,
): Promise<number | undefined> {
  if (refusal.code !== 'already_registered') return undefined;
  const facts = await loadCheckInFacts(tx, shiftId, userId, null);
  return facts?.registration_status === 'active' ? (facts.registration_id ?? undefined) : undefined;
}

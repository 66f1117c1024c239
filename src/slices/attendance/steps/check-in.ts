import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudits } from '#platform/audit/index.ts';
import type { Outcome, Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type SignupAttempt, signUpAll } from '#slices/signups/index.ts';
import { attendanceErrors } from '../errors.ts';
import { checkedIn } from '../events.ts';
import { callerOf, judgeCheckIn, type OpenCheckIn, openCheckIn, refuseAt } from '../gate.ts';
import { attendanceTexts } from '../messages/index.ts';
import { eventData, presentRecord } from '../present.ts';
import { isLate, isWithinWindow, opensMinutesBefore } from '../rules/check-in.ts';
import type { AttendanceAnswerBody, CheckInInput, CheckOutInput } from '../schema.ts';
import {
  type CheckInFacts,
  insertCheckIns,
  loadCheckInFacts,
  loadFactsOfMany,
  lockFreeRegistrations,
  type NewCheckIn,
  type StoredCheckIn,
} from '../sql/check-in.ts';
import { type AttendanceRow, findRecord, findRecords } from '../sql/records.ts';
import { attendanceEntry, type Scan, type Who } from './identify-person.ts';

/** One scan: who is to be checked in to which shift. */
export interface CheckInAttempt {
  readonly call: Call;
  readonly shiftId: number;
  readonly who: Who;
  readonly input: CheckOutInput;
  readonly scan: Scan;
  readonly override?: CheckInInput['override'];
}

export async function checkInWithin(
  tx: Tx,
  platform: Platform,
  attempt: CheckInAttempt,
): Promise<AttendanceAnswerBody> {
  const { call, who } = attempt;
  const facts = await openCheckIn(tx, call, attempt.shiftId, who.userId);
  if (isIn(facts)) return answer(call, facts, await requireRecord(tx, facts, facts.registration_id), false);
  const isOutside = checkWindow(facts, attempt.scan);
  const spot = await findSpot(tx, platform, call, facts, who.userId, attempt.override);
  const checkIn = newCheckIn(attempt, facts, spot, isOutside);
  const inserted = await insertCheckIns(tx, [facts.organization_id], [checkIn]);
  const row = await requireRecord(tx, facts, spot.registrationId);
  const isNew = (await inserted()).has(spot.registrationId);
  if (isNew) await announce(tx, [{ call, row, flags: checkIn.values.flags }]);
  return answer(call, facts, row, isNew);
}

/** Someone who can only be checked in by a separate transaction. */
type Undecided = { readonly isUndecided: true };

/**
 * Checks in many people on shifts of these organizations at once, in three round trips: facts, check-ins, and events with the
 * commit. It waits for no lock. Those whom it can't check in like that are undecided: people without a spot, and registrations
 * that another transaction is working on.
 */
export async function checkInTogether(
  tx: Tx,
  organizations: readonly number[],
  attempts: readonly CheckInAttempt[],
): Promise<(Outcome<AttendanceAnswerBody> | Undecided)[]> {
  const questions = attempts.map(({ call, shiftId, who }) => ({
    shiftId,
    userId: who.userId,
    callerId: callerOf(call),
  }));
  const locks = await lockFreeRegistrations(tx, organizations, questions);
  const facts = await loadFactsOfMany(tx, organizations, questions);
  const locked = await locks();
  const plans = attempts.map((attempt, index) => outcomeOf(() => plan(attempt, facts[index], locked)));
  const planned = plans.flatMap((one) => ('answer' in one && one.answer !== 'undecided' ? [one.answer] : []));
  const checkIns = [
    ...new Map(planned.flatMap(({ checkIn }) => (checkIn ? [[idOf(checkIn), checkIn]] : []))).values(),
  ];
  const inserted = checkIns.length === 0 ? undefined : await insertCheckIns(tx, organizations, checkIns);
  const stored = new Map(await inserted?.());
  const others = planned.map(({ facts: own }) => own.registration_id ?? 0).filter((id) => !stored.has(id));
  const rows = others.length === 0 ? [] : await findRecords(tx, organizations, others);
  const byId = new Map(rows.map((row) => [row.registration_id, row]));
  const isNew = new Set(stored.keys());
  const news: News[] = [];
  const answers = attempts.map(({ call, who }, index) => {
    const one = plans[index] ?? undecided;
    if (!('answer' in one)) return one;
    if (one.answer === 'undecided') return undecided;
    const own = one.answer;
    return outcomeOf(() => {
      const id = own.facts.registration_id ?? 0;
      const written = stored.get(id);
      const row = written ? recordOf(own.facts, who.userId, written) : present(own.facts, byId.get(id));
      // The first of two scans of one person in this batch is the one that counts.
      const isFirst = isNew.delete(row.registration_id);
      if (isFirst) news.push({ call, row, flags: own.checkIn?.values.flags ?? [] });
      return answer(call, own.facts, row, isFirst);
    });
  });
  await announce(tx, news);
  return answers;
}

const undecided: Undecided = { isUndecided: true };

/** The record of someone who has just been checked in. */
function recordOf(facts: OpenCheckIn, userId: number, stored: StoredCheckIn): AttendanceRow {
  const { organization_id, shift_id, start_time, end_time } = facts;
  const user_name = facts.user_name ?? '';
  return {
    ...stored,
    registration_status: 'active',
    organization_id,
    shift_id,
    user_id: userId,
    user_name,
    start_time,
    end_time,
  };
}

interface Plan {
  readonly facts: OpenCheckIn;
  /** Undefined for those who are in already. */
  readonly checkIn?: NewCheckIn;
}

function plan(
  attempt: CheckInAttempt,
  loaded: CheckInFacts | undefined,
  locked: ReadonlySet<number>,
): Plan | 'undecided' {
  const facts = judgeCheckIn(attempt.call, loaded, attempt.who.userId);
  if (isIn(facts)) return { facts };
  const isOutside = checkWindow(facts, attempt.scan);
  const spot = ownSpot(facts);
  if (spot === undefined || !locked.has(spot.registrationId)) return 'undecided';
  return { facts, checkIn: newCheckIn(attempt, facts, spot, isOutside) };
}

function outcomeOf<Answer>(work: () => Answer): Outcome<Answer> {
  try {
    return { answer: work() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

const idOf = ({ values }: NewCheckIn) => values.registrationId;

function isIn(facts: OpenCheckIn): facts is OpenCheckIn & { readonly registration_id: number } {
  return (
    facts.registration_id !== null &&
    facts.attendance_status !== null &&
    facts.attendance_status !== 'no_show'
  );
}

/** True outside the window, where only the desk may check in. */
function checkWindow(facts: OpenCheckIn, scan: Scan): boolean {
  const isOutside = !isWithinWindow(scan.at, { start: facts.start_time, end: facts.end_time });
  if (isOutside && !facts.isDesk) throw outsideWindow(facts);
  return isOutside;
}

function newCheckIn(attempt: CheckInAttempt, facts: OpenCheckIn, spot: Spot, isOutside: boolean): NewCheckIn {
  const { call, input, scan, who } = attempt;
  const values = {
    registrationId: spot.registrationId,
    at: scan.at,
    late: isLate(scan.at, { start: facts.start_time, end: facts.end_time }),
    method: scan.method ?? who.method,
    metadata: input.metadata,
    flags: [...(isOutside ? ['outside_window'] : []), ...(spot.isWalkIn ? ['walk_in'] : [])],
    now: call.now,
  };
  return { facts, values };
}

interface News {
  readonly call: Call;
  readonly row: AttendanceRow;
  readonly flags: readonly string[];
}

/** Events and audit rows of new check-ins. */
async function announce(tx: Tx, news: readonly News[]): Promise<void> {
  const [first] = news;
  if (!first) return;
  await record(tx, first.call.now, ...news.map(({ row }) => checkedIn(row.organization_id, eventData(row))));
  await writeAudits(
    tx,
    news.map(({ call, row, flags }) => {
      const { method, late } = row;
      return { call, entry: attendanceEntry(row, 'attendance.checked_in', { method, late, flags }) };
    }),
  );
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
  return ownSpot(facts) ?? (await walkIn(tx, platform, call, facts, userId, override));
}

/** Undefined for people without a sign-up whom the caller may give a spot. */
function ownSpot(facts: OpenCheckIn): Spot | undefined {
  if (facts.registration_id !== null) {
    const { registration_id: registrationId, registration_status: status } = facts;
    if (status === 'active') return { registrationId, isWalkIn: false };
    throw refuseAt(facts, attendanceErrors.not_confirmed('user_id', { status: status ?? '' }));
  }
  if (facts.isCoordinator) return undefined;
  const { shift_id } = facts;
  throw refuseAt(facts, attendanceErrors.not_signed_up('user_id', { shift_id }));
}

async function requireRecord(tx: Tx, facts: OpenCheckIn, registrationId: number): Promise<AttendanceRow> {
  return present(facts, await findRecord(tx, registrationId));
}

function present(facts: OpenCheckIn, row: AttendanceRow | undefined): AttendanceRow {
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
  const what = isNew
    ? 'checked_in'
    : row.status === 'checked_out'
      ? 'checked_out_already'
      : 'checked_in_already';
  const whose = about === undefined ? 'own' : 'other';
  const message = attendanceTexts.say(call.language, `answers.${what}.${whose}`, { name: row.user_name });
  return { success: true, message, changed: isNew, attendance: presentRecord(row) };
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

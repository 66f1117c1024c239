import type { Static } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import {
  answerOnce,
  createBatches,
  type Database,
  findPlaces,
  inTransaction,
  type Outcome,
  scopeOf,
  type Tx,
  undecided,
} from '#platform/db/index.ts';
import { itemProblem } from '#platform/http/problem.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, findOrganization } from '#slices/organizations/index.ts';
import {
  explainConstraint,
  lockFreePeople,
  lockFreeShifts,
  lockMany,
  lockOfPerson,
  lockPeople,
  lockShifts,
  openShift,
  setWaitlistFirst,
} from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { memberAmong, refusalFor, signupFacts, tallyOf, wantedRole } from '../facts/assemble.ts';
import { loadFacts, type ShiftFactsRow } from '../facts/load.ts';
import { fillFreedSpots } from '../jobs.ts';
import { presentMany } from '../present.ts';
import { isFull } from '../rules/capacity.ts';
import { decideSignup } from '../rules/decide.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import { type ManySignupsBody, type ManySignupsInput, mostShifts } from '../schema/bulk.ts';
import type { BulkSignupAnswer, BulkSignupRequest, SignupAnswerBody } from '../schema/registration.ts';
import { findLive, selectComingOfSeries } from '../sql/registrations.ts';
import { drawRegistrationIds } from '../sql/writes.ts';
import { type SignupAttempt, SignupBatch } from '../steps/decide-signups.ts';
import { giveSpots, statusWithSpot } from '../steps/give-spots.ts';
import { isWaiting, setAside, spotInstead, type Waiting } from '../steps/meant-spots.ts';

/** A coordinator's list of people, decided in its order in one transaction. One person's no is not another's. */
export async function signUpMany(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: Static<typeof BulkSignupRequest>,
): Promise<Static<typeof BulkSignupAnswer>> {
  const { user_ids, ...rest } = input;
  return await inTransaction(platform.database, call, async (tx) => {
    await openShift(tx, call, shiftId, 'shifts.manage');
    // The key of the whole request covers all rows.
    const { idempotency: _, ...own } = call;
    const attempts = user_ids.map((userId) => ({
      call: own,
      shiftId,
      userId,
      input: { ...rest, source: 'coordinator' as const },
    }));
    const answers = await signUpAll(tx, platform.database, attempts);
    return { items: user_ids.map((userId, index) => toRow(call.language, userId, answers[index])) };
  });
}

/**
 * One person's list of shifts, or what is to come of a series, each decided for itself. All shifts are locked first, in the
 * order in which everyone locks them.
 */
export async function signUpForMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
  { shift_ids, series_id, role_key }: ManySignupsInput,
): Promise<ManySignupsBody> {
  const { db } = platform.database;
  if (!(await findOrganization(db, organizationId))) throw refuse('not_found');
  const asked = await shiftsAsked();
  const places = await findPlaces(db, 'shifts', asked);
  const own = asked.filter((id) => places.get(id) === organizationId);
  const { idempotency: _, ...one } = call;
  const input = { ...(role_key !== undefined && { role_key }) };
  return await lockMany(platform, call, own, { userIds: [userId] }, async (tx) => {
    const isSelf = call.actor.kind === 'person' && call.actor.userId === userId;
    if (!isSelf) await authorize(tx, call, 'shifts.manage', organizationId);
    const attempts = own.map((shiftId) => ({ call: one, shiftId, userId, input }));
    const answers = attempts.length === 0 ? [] : await decideAll(tx, attempts);
    const byShift = new Map(own.map((id, index) => [id, answers[index]]));
    return presentMany(call.language, asked, byShift);
  });

  async function shiftsAsked(): Promise<readonly number[]> {
    if (shift_ids !== undefined && series_id === undefined) return shift_ids;
    if (series_id === undefined || shift_ids !== undefined)
      throw refuse(signupErrors.shifts_or_series('shift_ids'));
    return await selectComingOfSeries(db, organizationId, series_id, call.now, mostShifts);
  }
}

function toRow(language: string, userId: number, answer: AttemptAnswer | undefined) {
  if (answer && 'answer' in answer) {
    return { user_id: userId, success: true, registration: answer.answer.registration, error: null };
  }
  const { code, detail, errors } = itemProblem(answer?.refusal ?? refuse('internal_error'), language);
  return { user_id: userId, success: false, registration: null, error: { code, detail, errors } };
}

export type AttemptAnswer = Outcome<SignupAnswerBody>;

/**
 * Decides on any number of sign-ups in one transaction, in the order in which they came.
 * Two round trips carry all of it: locks, ids and facts in the first, everything that is written and the commit in
 * the second. Idempotency keys cost one more before and one after, however many there are.
 */
export async function signUpAll(
  tx: Tx,
  database: Database,
  attempts: readonly SignupAttempt[],
): Promise<AttemptAnswer[]> {
  return await answerOnce(tx, database.sealer, attempts, async (open) => {
    await lockShifts(tx, shiftsOf(open));
    await lockPeople(
      tx,
      open.map((attempt) => attempt.userId),
    );
    return await decideAll(tx, open);
  });
}

/**
 * Someone takes a shift that a coordinator asked them to take. If they are on its waitlist, that registration becomes the
 * spot. The caller undoes it if there was only a place on the waitlist.
 */
export async function signUpAsked(tx: Tx, attempt: SignupAttempt): Promise<RegistrationStatus> {
  const { shiftId, userId } = attempt;
  await lockShifts(tx, [shiftId]);
  await lockPeople(tx, [userId]);
  const existing = await findLive(tx, shiftId, userId);
  if (isWaiting(existing)) return await takeInstead(tx, attempt, existing);
  const [outcome] = await decideAll(tx, [{ ...attempt, isAsked: true }]);
  if (!outcome || 'refusal' in outcome) throw outcome?.refusal;
  return outcome.answer.registration.status;
}

async function takeInstead(
  tx: Tx,
  { call, shiftId, userId, input }: SignupAttempt,
  waiting: Waiting,
): Promise<RegistrationStatus> {
  const facts = await loadFacts(tx, [{ shiftId, userIds: [userId] }]);
  const row = facts.shift(shiftId);
  if (!row) throw refuse('not_found');
  const tally = tallyOf(row);
  setAside(facts, tally, waiting);
  const person = memberAmong(row, userId, false);
  const named = wantedRole(row, { roleKey: input.role_key }, tally);
  const wished = wantedRole(row, { roleId: waiting.role_id }, tally);
  const role = named ?? (wished && isFull(wished) ? null : wished);
  const actor = { isCoordinator: false, isSelf: true, isAsked: true };
  const asking = { now: call.now, role, actor, override: null, tally };
  const decision = decideSignup(signupFacts({ ...row, waitlist_first: false }, person, asking));
  if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor, person.name);
  if (decision.outcome === 'waitlist') return 'waitlisted';
  const status = statusWithSpot(row);
  const spot = { status, roleId: role?.id ?? null, source: input.source ?? 'self_service' };
  await giveSpots(tx, call, new Set([shiftId]), [spotInstead(row, waiting, decision, spot)]);
  if (waiting.status === 'offered') await leaveToWaitlist(tx, row);
  return status;
}

/** The spot that was on offer in another role is free. The locks for its waitlist are not held here. */
async function leaveToWaitlist(tx: Tx, { id, organization_id }: ShiftFactsRow): Promise<void> {
  await setWaitlistFirst(tx, organization_id, [id], true);
  await enqueueAll(tx, fillFreedSpots, [{ shift_id: id, organization_id }]);
}

/** `signUpAll` that waits for no lock: what others hold is left out. */
async function signUpFree(
  tx: Tx,
  database: Database,
  attempts: readonly SignupAttempt[],
): Promise<(AttemptAnswer | Undecided)[]> {
  return await answerOnce(tx, database.sealer, attempts, async (open) => {
    const shifts = await lockFreeShifts(tx, shiftsOf(open));
    const people = await lockFreePeople(
      tx,
      open.map((attempt) => attempt.userId),
    );
    return await decideAll(tx, open, async () => {
      const [ownShifts, lockedPeople] = [await shifts(), await people()];
      return ({ shiftId, userId }) => !ownShifts.has(shiftId) || lockedPeople.has(userId);
    });
  });
}

type Undecided = { readonly isUndecided: true };

/** Reads everything about the locked shifts and people, decides, and writes. */
async function decideAll(tx: Tx, attempts: readonly SignupAttempt[]): Promise<AttemptAnswer[]>;
async function decideAll(
  tx: Tx,
  attempts: readonly SignupAttempt[],
  findLocked: () => Promise<(attempt: SignupAttempt) => boolean>,
): Promise<(AttemptAnswer | Undecided)[]>;
async function decideAll(
  tx: Tx,
  attempts: readonly SignupAttempt[],
  findLocked = async () => (_: SignupAttempt) => false,
): Promise<(AttemptAnswer | Undecided)[]> {
  // Drawn under the locks of the shifts: the order of ids is the order of a waitlist.
  const ids = await drawRegistrationIds(tx, attempts.length);
  const byShift = Map.groupBy(attempts, ({ shiftId }) => shiftId);
  const facts = await loadFacts(
    tx,
    [...byShift].map(([shiftId, own]) => ({ shiftId, userIds: peopleOf(own) })),
  );
  const batch = new SignupBatch(facts, await ids());
  const isLocked = await findLocked();
  const answers = attempts.map((attempt) =>
    facts.shift(attempt.shiftId) && isLocked(attempt)
      ? { isUndecided: true as const }
      : outcomeOf(() => batch.decide(attempt)),
  );
  await batch.write(tx);
  return answers;
}

/** One person's refusal must not undo another's spot: here it is a value. */
function outcomeOf(work: () => SignupAnswerBody): AttemptAnswer {
  try {
    return { answer: work() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function shiftsOf(attempts: readonly SignupAttempt[]): number[] {
  return [...new Set(attempts.map(({ shiftId }) => shiftId))];
}

function peopleOf(attempts: readonly SignupAttempt[]): number[] {
  return [
    ...new Set(
      attempts.flatMap(({ call, userId }) =>
        call.actor.kind === 'person' ? [userId, call.actor.userId] : [userId],
      ),
    ),
  ];
}

/**
 * When a thousand people press the button in the same second, a transaction for each would mostly wait for the others.
 * So sign-ups that arrive while others are being decided are decided together in the next transaction
 * (`createBatches`).
 */
export function createSignupQueue(platform: Platform): (attempt: SignupAttempt) => Promise<SignupAnswerBody> {
  const { database } = platform;
  const queue = createBatches<SignupAttempt, AttemptAnswer>(async (attempts, mayWait) => {
    const decide = mayWait ? signUpAll : signUpFree;
    const answers = await inTransaction(database, {}, (tx) => decide(tx, database, attempts));
    return answers.map((answer) => ('isUndecided' in answer ? undecided : answer));
  });

  return async (attempt) => {
    try {
      const scope = await scopeOf(database.db, 'shifts', attempt.shiftId);
      if (scope === undefined) throw refuse('not_found');
      const needs = { part: attempt.shiftId, lock: lockOfPerson(attempt.userId) };
      const answer = await queue(scope, needs, attempt);
      if ('refusal' in answer) throw answer.refusal;
      return answer.answer;
    } catch (error) {
      throw explainConstraint(error) ?? error;
    }
  };
}

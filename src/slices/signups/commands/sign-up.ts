import type { Static } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { answerOnce, type Database, inTransaction, type Outcome, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockPeople, lockShifts, openShift } from '#slices/shifts/index.ts';
import { loadFacts } from '../facts/load.ts';
import type { BulkSignupAnswer, BulkSignupRequest, SignupAnswerBody } from '../schema/registration.ts';
import { drawRegistrationIds } from '../sql/registrations.ts';
import { SignupBatch, type Ticket } from '../steps/decide-signups.ts';

/** A coordinator's list of people, decided in its order in one transaction. One person's no is not another's. */
export async function signUpMany(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: Static<typeof BulkSignupRequest>,
): Promise<Static<typeof BulkSignupAnswer>> {
  const { user_ids, ...wish } = input;
  return await inTransaction(platform.database, call, async (tx) => {
    await openShift(tx, call, shiftId, 'shifts.manage');
    // The key of the whole request covers all rows.
    const { idempotency: _, ...own } = call;
    const tickets = user_ids.map((userId) => ({
      call: own,
      userId,
      input: { ...wish, source: 'coordinator' as const },
    }));
    const answers = await signUpAll(tx, platform.database, shiftId, tickets);
    return { items: user_ids.map((userId, index) => toRow(userId, answers[index])) };
  });
}

function toRow(userId: number, answer: TicketAnswer | undefined) {
  if (answer && 'answer' in answer) {
    return { user_id: userId, success: true, registration: answer.answer.registration, error: null };
  }
  const refusal = answer?.refusal;
  const error = {
    code: refusal?.code ?? 'internal_error',
    detail: refusal?.message ?? '',
    errors: [...(refusal?.errors ?? [])],
  };
  return { user_id: userId, success: false, registration: null, error };
}

export type TicketAnswer = Outcome<SignupAnswerBody>;

/**
 * Decides on any number of sign-ups for one shift in one transaction, in the order in which they came. Two
 * round trips carry all of it: locks, ids and facts in the first, everything that is written and the commit in
 * the second. Idempotency keys cost one more before and one after, however many there are.
 */
export async function signUpAll(
  tx: Tx,
  database: Database,
  shiftId: number,
  tickets: readonly Ticket[],
): Promise<TicketAnswer[]> {
  // Those whose key has the answer, or is refused, wait for no lock.
  return await answerOnce(tx, database.sealer, tickets, async (open) => {
    const batch = await openBatch(tx, shiftId, open);
    const answers = open.map((ticket) => attempt(() => decideIn(batch, ticket)));
    await batch?.write(tx);
    return answers;
  });
}

/** Locks the shift and the people and reads everything about them; undefined if there is no such shift. */
async function openBatch(
  tx: Tx,
  shiftId: number,
  tickets: readonly Ticket[],
): Promise<SignupBatch | undefined> {
  await lockShifts(tx, [shiftId]);
  await lockPeople(
    tx,
    tickets.map((ticket) => ticket.userId),
  );
  // Drawn under the shift's lock: the order of ids is the order of a waitlist.
  const ids = await drawRegistrationIds(tx, tickets.length);
  const facts = await loadFacts(tx, [{ shiftId, userIds: peopleOf(tickets) }]);
  const row = facts.shift(shiftId);
  return row && new SignupBatch(facts, row, await ids());
}

function decideIn(batch: SignupBatch | undefined, ticket: Ticket): SignupAnswerBody {
  if (!batch) throw refuse('not_found');
  return batch.decide(ticket);
}

/** One person's refusal must not undo another's spot: here it is a value. */
function attempt(work: () => SignupAnswerBody): TicketAnswer {
  try {
    return { answer: work() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function peopleOf(tickets: readonly Ticket[]): number[] {
  return [
    ...new Set(
      tickets.flatMap(({ call, userId }) =>
        call.actor.kind === 'person' ? [userId, call.actor.userId] : [userId],
      ),
    ),
  ];
}

import type { Static } from 'typebox';
import type { Call, IdempotencyClaim } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { claimAll, type Database, inTransaction, storeAnswers, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockPeople, lockShifts, openShift } from '#slices/shifts/index.ts';
import { loadFacts } from '../facts/load.ts';
import type { BulkSignupAnswer, BulkSignupRequest, SignupAnswerBody } from '../schema/registration.ts';
import { drawRegistrationIds } from '../sql/registrations.ts';
import { SignupBatch, type Ticket } from './decide-signups.ts';

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

export type TicketAnswer = { readonly answer: SignupAnswerBody } | { readonly refusal: Refusal };

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
  const claimed = await claimTickets(tx, database, tickets);
  // Those whose key has the answer, or is refused, wait for no lock.
  const open = tickets.filter((_, index) => !claimed[index]);
  const batch = open.length === 0 ? undefined : await openBatch(tx, shiftId, open);
  const answers: TicketAnswer[] = [];
  const fresh: { claim: IdempotencyClaim; answer: SignupAnswerBody }[] = [];
  for (const [index, ticket] of tickets.entries()) {
    const known = claimed[index] ?? repeated(tickets, answers, index);
    const given = known ?? attempt(() => decideIn(batch, ticket));
    const claim = ticket.call.idempotency;
    if (!known && claim && 'answer' in given) fresh.push({ claim, answer: given.answer });
    answers.push(given);
  }
  await batch?.write(tx);
  await storeAnswers(tx, fresh, database.sealer);
  return answers;
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

async function claimTickets(
  tx: Tx,
  database: Database,
  tickets: readonly Ticket[],
): Promise<(TicketAnswer | undefined)[]> {
  const claims = tickets.flatMap(({ call }) => call.idempotency ?? []);
  const claimed = await claimAll(tx, claims, database.sealer);
  const byClaim = new Map(claims.map((claim, index) => [claim, claimed[index]]));
  return tickets.map(({ call }) => {
    return call.idempotency && (byClaim.get(call.idempotency) as TicketAnswer | undefined);
  });
}

/** A request that was sent twice under one key and meets itself in one batch: both get the one answer. */
function repeated(
  tickets: readonly Ticket[],
  answers: readonly TicketAnswer[],
  index: number,
): TicketAnswer | undefined {
  const claim = tickets[index]?.call.idempotency;
  if (!claim) return undefined;
  const first = tickets.slice(0, index).findIndex(({ call: { idempotency: other } }) => {
    return other?.key === claim.key && other.scope === claim.scope;
  });
  if (first < 0) return undefined;
  if (tickets[first]?.call.idempotency?.fingerprint !== claim.fingerprint)
    return { refusal: refuse('idempotency_mismatch') };
  claim.state = 'replayed';
  return answers[first];
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

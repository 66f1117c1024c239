import type { Static } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import {
  answerOnce,
  classifyFailure,
  type Database,
  inTransaction,
  type Outcome,
  type Tx,
} from '#platform/db/index.ts';
import { itemProblem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/slice.ts';
import { explainConstraint, lockPeople, lockShifts, openShift } from '#slices/shifts/index.ts';
import { loadFacts } from '../facts/load.ts';
import type { BulkSignupAnswer, BulkSignupRequest, SignupAnswerBody } from '../schema/registration.ts';
import { drawRegistrationIds } from '../sql/writes.ts';
import { type SignupAttempt, SignupBatch } from '../steps/decide-signups.ts';

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
      userId,
      input: { ...rest, source: 'coordinator' as const },
    }));
    const answers = await signUpAll(tx, platform.database, shiftId, attempts);
    return { items: user_ids.map((userId, index) => toRow(call.language, userId, answers[index])) };
  });
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
 * Decides on any number of sign-ups for one shift in one transaction, in the order in which they came. Two
 * round trips carry all of it: locks, ids and facts in the first, everything that is written and the commit in
 * the second. Idempotency keys cost one more before and one after, however many there are.
 */
export async function signUpAll(
  tx: Tx,
  database: Database,
  shiftId: number,
  attempts: readonly SignupAttempt[],
): Promise<AttemptAnswer[]> {
  // Those whose key has the answer, or is refused, wait for no lock.
  return await answerOnce(tx, database.sealer, attempts, async (open) => {
    const batch = await openBatch(tx, shiftId, open);
    const answers = open.map((attempt) => outcomeOf(() => decideIn(batch, attempt)));
    await batch?.write(tx);
    return answers;
  });
}

/** Locks the shift and the people and reads everything about them; undefined if there is no such shift. */
async function openBatch(
  tx: Tx,
  shiftId: number,
  attempts: readonly SignupAttempt[],
): Promise<SignupBatch | undefined> {
  await lockShifts(tx, [shiftId]);
  await lockPeople(
    tx,
    attempts.map((attempt) => attempt.userId),
  );
  // Drawn under the shift's lock: the order of ids is the order of a waitlist.
  const ids = await drawRegistrationIds(tx, attempts.length);
  const facts = await loadFacts(tx, [{ shiftId, userIds: peopleOf(attempts) }]);
  const row = facts.shift(shiftId);
  return row && new SignupBatch(facts, row, await ids());
}

function decideIn(batch: SignupBatch | undefined, attempt: SignupAttempt): SignupAnswerBody {
  if (!batch) throw refuse('not_found');
  return batch.decide(attempt);
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

function peopleOf(attempts: readonly SignupAttempt[]): number[] {
  return [
    ...new Set(
      attempts.flatMap(({ call, userId }) =>
        call.actor.kind === 'person' ? [userId, call.actor.userId] : [userId],
      ),
    ),
  ];
}

const mostAtOnce = 64;

interface Waiting {
  readonly attempt: SignupAttempt;
  resolve(answer: AttemptAnswer): void;
  reject(error: unknown): void;
}

/**
 * When a thousand people press the button for one shift, their transactions would only queue for its lock,
 * one round trip after the other. So sign-ups that arrive while one for the same shift is running are
 * decided together in the next transaction. A single sign-up does not wait.
 */
export function createSignupQueue(
  platform: Platform,
): (shiftId: number, attempt: SignupAttempt) => Promise<SignupAnswerBody> {
  const queues = new Map<number, Waiting[]>();

  const drain = async (shiftId: number, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostAtOnce);
      try {
        await serve(platform, shiftId, batch);
      } catch (error) {
        // Those who have an answer keep it. The others must not wait forever, and neither must those behind them.
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(shiftId);
  };

  return async (shiftId, attempt) => {
    const answer = await new Promise<AttemptAnswer>((resolve, reject) => {
      const waiting = { attempt, resolve, reject };
      const queue = queues.get(shiftId);
      if (queue) {
        queue.push(waiting);
      } else {
        const fresh = [waiting];
        queues.set(shiftId, fresh);
        void drain(shiftId, fresh);
      }
    });
    if ('refusal' in answer) throw answer.refusal;
    return answer.answer;
  };
}

async function serve(platform: Platform, shiftId: number, batch: readonly Waiting[]): Promise<void> {
  try {
    const answers = await together(platform, shiftId, batch);
    for (const [index, waiting] of batch.entries()) {
      const answer = answers[index];
      if (answer) waiting.resolve(answer);
      else waiting.reject(new Error('a sign-up was left without an answer'));
    }
  } catch (error) {
    // A database that is away or too busy would keep each of them waiting again, one after the other.
    const failure = classifyFailure(error);
    if (batch.length === 1 || failure === 'unavailable' || failure === 'timeout') {
      for (const { reject } of batch) reject(explainConstraint(error) ?? error);
      return;
    }
    // Something about one of them broke the whole: alone, each gets its own answer.
    for (const waiting of batch) await serve(platform, shiftId, [waiting]);
  }
}

async function together(
  platform: Platform,
  shiftId: number,
  batch: readonly Waiting[],
): Promise<AttemptAnswer[]> {
  const attempts = batch.map(({ attempt }) => attempt);
  return await inTransaction(platform.database, {}, (tx) =>
    signUpAll(tx, platform.database, shiftId, attempts),
  );
}

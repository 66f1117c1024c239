import { classifyFailure, inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { explainConstraint } from '#slices/shifts/index.ts';
import type { SignupAnswerBody } from '../schema/registration.ts';
import type { Ticket } from '../steps/decide-signups.ts';
import { signUpAll, type TicketAnswer } from './sign-up.ts';

const mostAtOnce = 64;

interface Waiting {
  readonly ticket: Ticket;
  resolve(answer: TicketAnswer): void;
  reject(error: unknown): void;
}

/**
 * When a thousand people press the button for one shift, their transactions would only queue for its lock,
 * one round trip after the other. So sign-ups that arrive while one for the same shift is under way are
 * decided together in the next transaction. A lone sign-up does not wait for anybody.
 */
export function createSignupQueue(
  platform: Platform,
): (shiftId: number, ticket: Ticket) => Promise<SignupAnswerBody> {
  const queues = new Map<number, Waiting[]>();

  const drain = async (shiftId: number, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostAtOnce);
      try {
        await serve(platform, shiftId, batch);
      } catch (error) {
        // Whoever has an answer keeps it. The others must not wait forever, and neither must those behind them.
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(shiftId);
  };

  return async (shiftId, ticket) => {
    const answer = await new Promise<TicketAnswer>((resolve, reject) => {
      const waiting = { ticket, resolve, reject };
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
): Promise<TicketAnswer[]> {
  const tickets = batch.map(({ ticket }) => ticket);
  return await inTransaction(platform.database, {}, (tx) =>
    signUpAll(tx, platform.database, shiftId, tickets),
  );
}

import type { Static } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { openShift } from '#slices/shifts/index.ts';
import type { BulkSignupAnswer, BulkSignupRequest } from '../schema/registration.ts';
import { signUpAll, type TicketAnswer } from './sign-up.ts';

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

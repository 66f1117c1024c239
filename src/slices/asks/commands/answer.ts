import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { explainConstraint } from '#slices/shifts/index.ts';
import { signUpAsked } from '#slices/signups/index.ts';
import { askAnswered } from '../events.ts';
import { askTexts } from '../messages/index.ts';
import { type AskOutcome, isOpen, outcomeOnShift } from '../rules.ts';
import { type AskRow, findAsk, markAnswered } from '../sql.ts';

/**
 * Signs the person up as if they had done it themselves, with the same locks and rules, and notes the answer in the same
 * transaction. A place on the waitlist is not what they were asked for: it is undone, and they are too late. People
 * who were on the waitlist before get the spot with that registration, or keep their place.
 */
export async function acceptAsk(platform: Platform, call: Call, askId: number, userId: number) {
  const ask = await findAsk(platform.database.db, askId, userId);
  if (!ask) throw refuse('not_found');
  const onShift = outcomeOnShift(ask.registration_status);
  if (onShift) return answerOf(call, ask, onShift);
  if (!isOpen(ask, call.now)) return answerOf(call, ask, 'closed');
  try {
    return await inTransaction(platform.database, call, async (tx) => {
      // The key of the request covers the answer, which contains the sign-up.
      const { idempotency: _, ...own } = call;
      const input = {
        ...(ask.role_key !== null && { role_key: ask.role_key }),
        source: 'self_service' as const,
      };
      const status = await signUpAsked(tx, { call: own, shiftId: ask.shift_id, userId, input });
      if (status === 'waitlisted') throw refuse('capacity_conflict');
      if (!(await note(tx, call, ask, 'accepted'))) throw new Withdrawn();
      return answerOf(call, ask, status === 'active' ? 'accepted' : 'pending');
    });
  } catch (thrown) {
    const error = explainConstraint(thrown) ?? thrown;
    if (error instanceof Withdrawn) return answerOf(call, ask, 'closed');
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'already_registered') {
      // Two taps in the same moment: the other one was first.
      const now = await findAsk(platform.database.db, askId, userId);
      const outcome = outcomeOnShift(now?.registration_status ?? null);
      if (outcome) return answerOf(call, ask, outcome);
    }
    if (error.code !== 'capacity_conflict') throw error;
    return await inTransaction(platform.database, call, async (tx) => {
      if (ask.status !== 'too_late') await note(tx, call, ask, 'too_late');
      return answerOf(call, ask, 'too_late');
    });
  }
}

/** The coordinator no longer asks: what this transaction has done so far is undone. */
class Withdrawn extends Error {}

export async function declineAsk(platform: Platform, call: Call, askId: number, userId: number) {
  const ask = await findAsk(platform.database.db, askId, userId);
  if (!ask) throw refuse('not_found');
  if (ask.status === 'declined') return answerOf(call, ask, 'declined');
  // They would believe that they had cancelled.
  const onShift = outcomeOnShift(ask.registration_status);
  if (onShift) return answerOf(call, ask, onShift, 'signed_up');
  if (!isOpen(ask, call.now)) return answerOf(call, ask, 'closed');
  return await inTransaction(platform.database, call, async (tx) =>
    answerOf(call, ask, (await note(tx, call, ask, 'declined')) ? 'declined' : 'closed'),
  );
}

async function note(
  tx: Tx,
  call: Call,
  ask: AskRow,
  status: 'accepted' | 'declined' | 'too_late',
): Promise<boolean> {
  const { id, organization_id: organizationId, shift_id: shiftId, user_id: userId } = ask;
  if (!(await markAnswered(tx, ask, status, call.now))) return false;
  await writeAudit(tx, call, {
    organizationId,
    action: 'shift.ask_answered',
    objectId: shiftId,
    subjectUserId: userId,
    after: { ask_id: id, status },
  });
  await record(
    tx,
    call.now,
    askAnswered(organizationId, { ask_id: id, shift_id: shiftId, user_id: userId, status }),
  );
  return true;
}

function answerOf(
  { language }: Call,
  { title }: AskRow,
  outcome: AskOutcome,
  text: AskOutcome | 'signed_up' = outcome,
) {
  return {
    success: text === 'accepted' || text === 'pending' || text === 'declined',
    message: askTexts.say(language, `answers.${text}`, { title }),
    outcome,
  };
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { withLocks } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { actorFacts, policiesOf, shiftFacts, tallyOf } from '../facts/assemble.ts';
import { loadShiftFacts } from '../facts/load.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideCancel } from '../rules/decide-cancel.ts';
import type { CancelSignupInput } from '../schema/registration.ts';
import { findLive } from '../sql/registrations.ts';
import { endRegistrations } from '../steps/end-registrations.ts';
import { fillSpots } from '../steps/fill-spots.ts';

/** Gives up a spot or a place on the waitlist; the next person on the waitlist gets the spot. */
export async function cancelSignup(
  platform: Platform,
  call: Call,
  shiftId: number,
  userId: number,
  input: CancelSignupInput,
): Promise<void> {
  await withLocks(platform, call, [shiftId], [userId], async (tx, locks) => {
    const registration = await findLive(tx, shiftId, userId);
    const caller = call.actor.kind === 'person' ? [call.actor.userId] : [];
    const row = await loadShiftFacts(tx, shiftId, caller);
    if (!registration || !row) {
      const missing = caller.includes(userId) ? signupErrors.not_registered : signupErrors.no_registration;
      throw refuse('not_found', missing('user_id'));
    }
    const actor = actorFacts(call, row, userId);
    if (!actor.isSelf && !actor.isCoordinator) throw refuse('forbidden');
    const decision = decideCancel({
      now: call.now,
      shift: shiftFacts(row, tallyOf(row)),
      registration,
      policies: policiesOf(row),
      actor,
    });
    if (decision.outcome === 'refuse') throw refusalOf(decision.blockers);
    const source = input.source ?? (actor.isSelf ? 'self_service' : 'coordinator');
    const ending = { reason: input.reason ?? null, source, flags: decision.flags };
    await endRegistrations(tx, call, [registration], ending);
    await fillSpots(tx, call, locks, [shiftId], [userId]);
    return null;
  });
}

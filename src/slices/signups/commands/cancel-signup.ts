import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { withLocks } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { actorFacts, policiesOf, shiftFacts, tallyOf } from '../facts/assemble.ts';
import { loadShiftFacts } from '../facts/load.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideCancel } from '../rules/decide-cancel.ts';
import type { CancelSignupInput } from '../schema/registration.ts';
import { findLive, findRegistration } from '../sql/registrations.ts';
import { endRegistrations } from '../steps/end-registrations.ts';
import { fillSpots } from '../steps/fill-spots.ts';
import { followEnded } from '../steps/follow-ended.ts';

/** Gives up a spot or a place on the waitlist; the next person on the waitlist gets the spot. */
export async function cancelSignup(
  platform: Platform,
  call: Call,
  shiftId: number,
  userId: number,
  input: CancelSignupInput & { readonly registration_id?: number },
): Promise<void> {
  await withLocks(platform, call, [shiftId], [userId], async (tx, locks) => {
    const { registration_id: named } = input;
    const caller = call.actor.kind === 'person' ? [call.actor.userId] : [];
    const row = await loadShiftFacts(tx, shiftId, caller);
    const actor = row ? actorFacts(call, row, userId) : undefined;
    const isSelf = caller.includes(userId);
    // Before anything about another person: only coordinators may know who is on a shift.
    if (!isSelf && !actor?.isCoordinator) {
      if (!row) throw refuse('not_found');
      await authorize(tx, call, 'shifts.manage', row.organization_id, row.is_hidden ? 'hidden' : 'public');
    }
    const live = await findLive(tx, shiftId, userId);
    const registration = named === undefined || live?.id === named ? live : undefined;
    if (!registration && (await isCancelled(tx, named, shiftId, userId))) return null;
    if (!row || !actor || !registration) {
      const missing = isSelf ? signupErrors.not_registered : signupErrors.no_registration;
      throw refuse('not_found', missing('user_id'));
    }
    const decision = decideCancel({
      now: call.now,
      shift: shiftFacts(row, tallyOf(row)),
      registration,
      policies: policiesOf(row),
      actor,
    });
    if (decision.outcome === 'refuse') throw refusalOf(decision.blockers);
    const source = input.source ?? (isSelf ? 'self_service' : 'coordinator');
    const ending = { reason: input.reason ?? null, source, flags: decision.flags };
    await endRegistrations(tx, call, [registration], ending);
    await followEnded(platform, tx, call, [registration]);
    await fillSpots(tx, call, locks, [shiftId], [userId]);
    return null;
  });
}

/** Whether the registration was this person's on this shift: then there is nothing left to do. */
async function isCancelled(
  tx: Tx,
  id: number | undefined,
  shiftId: number,
  userId: number,
): Promise<boolean> {
  const named = id === undefined ? undefined : await findRegistration(tx, id);
  return named?.shift_id === shiftId && named.user_id === userId && named.status === 'cancelled';
}

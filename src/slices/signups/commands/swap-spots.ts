import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { findPlace, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { normaliseEmail } from '#slices/accounts/index.ts';
import { authorize, findOrganization, findRole } from '#slices/organizations/index.ts';
import { withLocks } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { swapOffered } from '../events.ts';
import { actorFacts, policiesOf } from '../facts/assemble.ts';
import { loadShiftFacts, type ShiftFactsRow } from '../facts/load.ts';
import { presentSwap } from '../present.ts';
import type { SwapBody, SwapInput } from '../schema/swaps.ts';
import { findLive } from '../sql/registrations.ts';
import { countOffers, findMemberByEmail, findSwap, insertSwap, type SwapRow } from '../sql/swaps.ts';
import { endSwap } from '../steps/end-swaps.ts';
import { handOver, type Swapping } from '../steps/hand-over.ts';

/** One after the other: only one of them is open at a time. */
const mostOffersOfSpot = 10;
const mostOffersOfDay = 20;

/** Offers the person's spot to a named member, or to any member who can take it. */
export async function offerSwap(
  platform: Platform,
  call: Call,
  { userId }: Person,
  shiftId: number,
  input: SwapInput,
): Promise<SwapBody> {
  const organizationId = await findPlace(platform.database.db, 'shifts', shiftId);
  if (organizationId === undefined) throw refuse('not_found');
  return await withLocks(platform, call, [shiftId], [userId], async (tx) => {
    const registration = await findLive(tx, shiftId, userId);
    const row = await loadShiftFacts(tx, shiftId, [userId]);
    if (row?.is_hidden) throw refuse('not_found');
    if (registration?.status !== 'active' || row === undefined) throw refuse(signupErrors.no_spot('shift'));
    if (policiesOf(row).swap_mode === 'off') throw refuse(signupErrors.swaps_off('shift'));
    if (Temporal.Instant.compare(row.start_time, call.now) <= 0)
      throw refuse(
        signupErrors.shift_started('shift', { started_at: row.start_time, time_zone: row.time_zone }),
      );
    await limitOffers(tx, userId, registration.id, call.now);
    const { email } = input;
    if (email !== undefined && !(await mayName(tx, call, row)))
      throw refuse(signupErrors.names_hidden('email'));
    const toUserId = email === undefined ? null : await memberWith(tx, organizationId, email);
    if (toUserId === userId) throw refuse(signupErrors.no_other_member('email'));
    const id = await insertSwap(tx, {
      organizationId,
      shiftId,
      registrationId: registration.id,
      userId,
      toUserId,
      message: (input.message ?? '').trim(),
      now: call.now,
    });
    if (id === undefined) throw refuse(signupErrors.already_offered('shift'));
    const swap = await findSwap(tx, id);
    if (!swap) throw new Error('a swap was not written');
    const data = { swap_id: id, shift_id: shiftId, user_id: userId, to_user_id: toUserId };
    await record(tx, call.now, swapOffered(organizationId, data));
    await writeAudit(tx, call, {
      organizationId,
      action: 'swap.offered',
      objectId: id,
      subjectUserId: userId,
      after: { shift_id: shiftId },
    });
    return presentSwap(swap, userId);
  });
}

/** Each offer to someone is an email to them. */
async function limitOffers(
  tx: Tx,
  userId: number,
  registrationId: number,
  now: Temporal.Instant,
): Promise<void> {
  const since = now.subtract({ hours: 24 });
  const { of_spot, recent } = await countOffers(tx, { userId, registrationId, since });
  if (of_spot >= mostOffersOfSpot)
    throw refuse(signupErrors.offered_too_often('shift', { limit: mostOffersOfSpot }));
  if (recent >= mostOffersOfDay)
    throw refuse(signupErrors.too_many_offers('shift', { limit: mostOffersOfDay }));
}

/** The answer says whether an address belongs to a member: only for those who see other members anyway. */
async function mayName(tx: Tx, call: Call, row: ShiftFactsRow): Promise<boolean> {
  if (call.actor.kind === 'person' && actorFacts(call, row, call.actor.userId).isCoordinator) return true;
  return (await findOrganization(tx, row.organization_id))?.show_coming ?? false;
}

async function memberWith(tx: Tx, organizationId: number, email: string): Promise<number> {
  const userId = await findMemberByEmail(tx, organizationId, normaliseEmail(email));
  if (userId === undefined) throw refuse(signupErrors.no_other_member('email'));
  return userId;
}

/** Takes the spot at once, or asks a coordinator, whichever the organization wants. */
export async function acceptSwap(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<SwapBody> {
  return await onSwap(platform, call, id, userId, async (swapping) => {
    const { tx, swap } = swapping;
    const isMember = (await findRole(tx, swap.organization_id, userId)) !== undefined;
    const isMeant = swap.to_user_id === null || swap.to_user_id === userId;
    if (!isMember || !isMeant || swap.user_id === userId) throw refuse('not_found');
    if (swap.status !== 'open') throw refuse(signupErrors.swap_over('status'));
    await handOver(swapping, call, userId, { isSelf: true, isApproved: false });
  });
}

/** A named member doesn't want it, or someone who has accepted no longer does. */
export async function declineSwap(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<SwapBody> {
  return await onSwap(platform, call, id, userId, async ({ tx, swap }) => {
    if (swap.to_user_id !== userId && swap.taker_id !== userId) throw refuse('not_found');
    if (swap.status !== 'open' && swap.status !== 'accepted') throw refuse(signupErrors.swap_over('status'));
    await endSwap(tx, call, swap, 'declined');
  });
}

export async function withdrawSwap(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<SwapBody> {
  return await onSwap(platform, call, id, userId, async ({ tx, swap }) => {
    if (swap.user_id !== userId) throw refuse('not_found');
    if (swap.status !== 'open' && swap.status !== 'accepted') throw refuse(signupErrors.swap_over('status'));
    await endSwap(tx, call, swap, 'withdrawn');
  });
}

export async function approveSwap(platform: Platform, call: Call, id: number): Promise<SwapBody> {
  return await onSwap(platform, call, id, undefined, async (swapping) => {
    const { tx, swap } = swapping;
    await authorize(tx, call, 'shifts.manage', swap.organization_id);
    const takerId = requireTaker(swap);
    await handOver(swapping, call, takerId, { isSelf: false, isApproved: true });
  });
}

export async function rejectSwap(platform: Platform, call: Call, id: number): Promise<SwapBody> {
  return await onSwap(platform, call, id, undefined, async ({ tx, swap }) => {
    await authorize(tx, call, 'shifts.manage', swap.organization_id);
    requireTaker(swap);
    await endSwap(tx, call, swap, 'rejected');
  });
}

/** A coordinator decides on what someone has accepted. */
function requireTaker({ status, taker_id }: SwapRow): number {
  if (status === 'accepted' && taker_id !== null) return taker_id;
  throw refuse(
    status === 'open' ? signupErrors.swap_not_accepted('status') : signupErrors.swap_over('status'),
  );
}

/** Locks the shift and all people concerned, then works on the swap as it is now. */
async function onSwap(
  platform: Platform,
  call: Call,
  id: number,
  userId: number | undefined,
  work: (swapping: Swapping) => Promise<void>,
): Promise<SwapBody> {
  const known = await findSwap(platform.database.db, id);
  if (!known) throw refuse('not_found');
  const people = [known.user_id, userId, known.to_user_id, known.taker_id].filter(
    (one) => typeof one === 'number',
  );
  return await withLocks(platform, call, [known.shift_id], [...new Set(people)], async (tx, locks) => {
    const swap = await findSwap(tx, id);
    // Someone else accepted in the meantime, and is not locked.
    if (!swap || swap.taker_id !== known.taker_id) throw refuse(signupErrors.swap_over('status'));
    await work({ platform, tx, locks, swap });
    const after = await findSwap(tx, id);
    if (!after) throw refuse('not_found');
    return presentSwap(after, userId);
  });
}

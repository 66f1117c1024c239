import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Locks } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { signedUp, swapAccepted } from '../events.ts';
import {
  memberAmong,
  policiesOf,
  refusalFor,
  removeFromTally,
  signupFacts,
  tallyOf,
  wantedRole,
} from '../facts/assemble.ts';
import { loadFacts, type ShiftFactsRow } from '../facts/load.ts';
import { decideSignup } from '../rules/decide.ts';
import { findLive, findRegistration } from '../sql/registrations.ts';
import { type SwapRow, updateSwap } from '../sql/swaps.ts';
import { drawRegistrationIds, insertRegistrations, type NewRegistration } from '../sql/writes.ts';
import { endRegistrations } from './end-registrations.ts';
import { fillSpots } from './fill-spots.ts';
import { followEnded } from './follow-ended.ts';
import { giveSpots } from './give-spots.ts';
import { isWaiting, setAside, spotInstead } from './meant-spots.ts';

export interface Swapping {
  readonly platform: Platform;
  readonly tx: Tx;
  readonly locks: Locks;
  readonly swap: SwapRow;
}

interface Consent {
  readonly isSelf: boolean;
  /** A coordinator has agreed; else it may have to wait for one. */
  readonly isApproved: boolean;
}

/**
 * The spot goes from one person to the other in one transaction: the first registration ends, the second begins, and the
 * waitlist is not asked. The person who takes it must be able to sign up, as if the spot were free. If they are on the
 * waitlist, that registration becomes the spot.
 */
export async function handOver(
  { platform, tx, locks, swap }: Swapping,
  call: Call,
  takerId: number,
  { isSelf, isApproved }: Consent,
): Promise<void> {
  const { shift_id: shiftId, user_id: giverId } = swap;
  const ids = await drawRegistrationIds(tx, 1);
  const facts = await loadFacts(tx, [{ shiftId, userIds: [giverId, takerId] }]);
  const row = facts.shift(shiftId);
  const registration = await findRegistration(tx, swap.registration_id);
  const existing = await findLive(tx, shiftId, takerId);
  const [id] = await ids();
  if (!row || registration?.status !== 'active' || id === undefined)
    throw refuse(signupErrors.swap_over('status'));
  const { swap_mode: mode } = policiesOf(row);
  if (mode === 'off' && !isApproved) throw refuse(signupErrors.swaps_off('shift'));
  const waiting = isWaiting(existing) ? existing : undefined;
  facts.drop(shiftId, giverId);
  const tally = tallyOf(row);
  removeFromTally(tally, registration.role_id);
  if (waiting) setAside(facts, tally, waiting);
  const person = memberAmong(row, takerId, false);
  const role = wantedRole(row, { roleId: registration.role_id, roleKey: undefined }, tally);
  // They agreed in time: sign-up may have closed while they waited for a coordinator, or on the waitlist.
  const actor = { isCoordinator: false, isSelf: true, isAsked: isApproved || waiting !== undefined };
  const asking = { now: call.now, role, actor, override: null, tally };
  // The spot of the one is meant for the other, even if people are waiting.
  const decision = decideSignup(signupFacts({ ...row, waitlist_first: false }, person, asking));
  if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, { isSelf }, person.name);
  // Only where a coordinator has overbooked the shift.
  if (decision.outcome === 'waitlist') throw refuse('capacity_conflict');
  const needsApproval = mode === 'approval' || row.requires_approval;
  const data = { swap_id: swap.id, shift_id: shiftId, user_id: giverId, taker_id: takerId };
  const entry = { organizationId: swap.organization_id, objectId: swap.id, subjectUserId: giverId };
  if (needsApproval && !isApproved) {
    await updateSwap(tx, swap, { status: 'accepted', takerId, now: call.now });
    await record(tx, call.now, swapAccepted(swap.organization_id, { ...data, status: 'accepted' }));
    await writeAudit(tx, call, { ...entry, action: 'swap.accepted', after: { taker_id: takerId } });
    return;
  }
  await updateSwap(tx, swap, { status: 'done', takerId, now: call.now });
  await endRegistrations(tx, call, [registration], { reason: 'swapped', source: 'swap', flags: ['swapped'] });
  const roleId = registration.role_id;
  const spot = { status: 'active' as const, roleId, source: 'swap', flags: ['swapped'] };
  if (waiting) await giveSpots(tx, call, locks, [spotInstead(row, waiting, decision, spot)]);
  else {
    const flags = [...spot.flags, ...decision.flags];
    const registered = { ...spot, id, userId: takerId, flags, roleKey: role?.key ?? null };
    await register(tx, call, row, registered);
  }
  await followEnded(platform, tx, call, [registration]);
  await record(tx, call.now, swapAccepted(swap.organization_id, { ...data, status: 'done' }));
  const after = { taker_id: takerId, registration_id: waiting?.id ?? id };
  await writeAudit(tx, call, { ...entry, action: 'swap.done', after });
  // An offer that the taker no longer needs, and the time of the person who gave the spot away.
  await fillSpots(tx, call, locks, [shiftId], [giverId]);
}

async function register(
  tx: Tx,
  call: Call,
  { id: shiftId, organization_id: organizationId, start_time: start, end_time: end }: ShiftFactsRow,
  {
    roleKey,
    ...spot
  }: Pick<NewRegistration, 'id' | 'userId' | 'roleId' | 'status' | 'flags' | 'source'> & {
    roleKey: string | null;
  },
): Promise<void> {
  const { id, userId, roleId, status, flags, source } = spot;
  await insertRegistrations(tx, [{ ...spot, organizationId, shiftId, start, end, now: call.now }]);
  const begun = { registration_id: id, shift_id: shiftId, user_id: userId, role_key: roleKey, status };
  await record(tx, call.now, signedUp(organizationId, begun));
  await writeAudit(tx, call, {
    organizationId,
    action: 'registration.created',
    objectId: id,
    subjectUserId: userId,
    after: { shift_id: shiftId, status, role_id: roleId, flags },
    source,
  });
}

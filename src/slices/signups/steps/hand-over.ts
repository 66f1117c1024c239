import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { signupErrors } from '../errors.ts';
import { signedUp, swapAccepted } from '../events.ts';
import {
  memberAmong,
  policiesOf,
  refusalFor,
  release,
  signupFacts,
  tallyOf,
  wantedRole,
} from '../facts/assemble.ts';
import { loadFacts } from '../facts/load.ts';
import { decideSignup } from '../rules/decide.ts';
import { findRegistration } from '../sql/registrations.ts';
import { type SwapRow, updateSwap } from '../sql/swaps.ts';
import { drawRegistrationIds, insertRegistrations } from '../sql/writes.ts';
import { endRegistrations } from './end-registrations.ts';

export interface Swapping {
  readonly tx: Tx;
  readonly swap: SwapRow;
}

interface Way {
  readonly isSelf: boolean;
  /** A coordinator has agreed; else it may have to wait for one. */
  readonly isApproved: boolean;
}

/**
 * The spot goes from one person to the other in one transaction: the first registration ends, the second begins, and the
 * waitlist is not asked. The person who takes it must be able to sign up, as if the spot were free.
 */
export async function handOver(
  { tx, swap }: Swapping,
  call: Call,
  takerId: number,
  { isSelf, isApproved }: Way,
): Promise<void> {
  const { shift_id: shiftId, user_id: giverId } = swap;
  const ids = await drawRegistrationIds(tx, 1);
  const facts = await loadFacts(tx, [{ shiftId, userIds: [giverId, takerId] }]);
  const row = facts.shift(shiftId);
  const registration = await findRegistration(tx, swap.registration_id);
  const [id] = await ids();
  if (!row || registration?.status !== 'active' || id === undefined)
    throw refuse(signupErrors.swap_over('status'));
  facts.drop(shiftId, giverId);
  const tally = tallyOf(row);
  release(tally, registration.role_id);
  const person = memberAmong(row, takerId, false);
  const role = wantedRole(row, { roleId: registration.role_id, roleKey: undefined }, tally);
  // They agreed in time: sign-up may have closed while they waited for a coordinator.
  const actor = { isCoordinator: false, isSelf: true, isAsked: isApproved };
  const asking = { now: call.now, role, actor, override: null, tally };
  const decision = decideSignup(signupFacts(row, person, asking));
  if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, { isSelf }, person.name);
  // Only where a coordinator has overbooked the shift.
  if (decision.outcome === 'waitlist') throw refuse('capacity_conflict');
  const needsApproval = policiesOf(row).swap_mode === 'approval' || row.requires_approval;
  const data = { swap_id: swap.id, shift_id: shiftId, user_id: giverId, taker_id: takerId };
  const entry = { organizationId: swap.organization_id, objectId: swap.id, subjectUserId: giverId };
  if (needsApproval && !isApproved) {
    await updateSwap(tx, swap, { status: 'accepted', takerId, now: call.now });
    await record(tx, call.now, swapAccepted(swap.organization_id, { ...data, status: 'accepted' }));
    await writeAudit(tx, call, { ...entry, action: 'swap.accepted', after: { taker_id: takerId } });
    return;
  }
  await endRegistrations(tx, call, [registration], { reason: 'swapped', source: 'swap', flags: ['swapped'] });
  const taken = {
    id,
    organizationId: row.organization_id,
    shiftId,
    userId: takerId,
    roleId: registration.role_id,
    status: 'active' as const,
    start: row.start_time,
    end: row.end_time,
    flags: ['swapped', ...decision.flags],
    source: 'swap',
    now: call.now,
  };
  await insertRegistrations(tx, [taken]);
  await updateSwap(tx, swap, { status: 'done', takerId, now: call.now });
  const roleKey = role?.key ?? null;
  const begun = { registration_id: id, shift_id: shiftId, user_id: takerId, role_key: roleKey };
  await record(
    tx,
    call.now,
    signedUp(row.organization_id, { ...begun, status: 'active' }),
    swapAccepted(swap.organization_id, { ...data, status: 'done' }),
  );
  await writeAudit(
    tx,
    call,
    { ...entry, action: 'swap.done', after: { taker_id: takerId, registration_id: id } },
    {
      organizationId: row.organization_id,
      action: 'registration.created',
      objectId: id,
      subjectUserId: takerId,
      after: { shift_id: shiftId, status: 'active', role_id: registration.role_id, flags: taken.flags },
      source: 'swap',
    },
  );
}

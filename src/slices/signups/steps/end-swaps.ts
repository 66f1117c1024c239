import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { swapEnded } from '../events.ts';
import { endSwapsMeantFor, endSwapsOfRegistrations, type LiveSwap, updateSwap } from '../sql/swaps.ts';
import type { LockedRegistration } from '../sql/writes.ts';

type Ending = 'declined' | 'withdrawn' | 'rejected';

/** Ends an offer. The event lets those know who waited for it. */
export async function endSwap(tx: Tx, call: Call, swap: LiveSwap, status: Ending): Promise<void> {
  const takerId = status === 'rejected' ? swap.taker_id : null;
  await updateSwap(tx, swap, { status, takerId, now: call.now });
  await noteEnded(tx, call, [swap], status);
}

/** Offers end with the spot, for whatever reason the person no longer has it. */
export async function endOffersOf(
  tx: Tx,
  call: Call,
  registrations: readonly LockedRegistration[],
): Promise<void> {
  const withSpot = registrations.filter(({ status }) => status === 'active');
  const ended: LiveSwap[] = [];
  for (const [organizationId, own] of Map.groupBy(withSpot, (one) => one.organization_id)) {
    const ids = own.map(({ id }) => id);
    ended.push(...(await endSwapsOfRegistrations(tx, organizationId, ids, call.now)));
  }
  await noteEnded(tx, call, ended, 'withdrawn');
}

/** Someone leaves who was to take spots. The person is locked. */
export async function endOffersTo(
  tx: Tx,
  call: Call,
  who: { readonly userId: number; readonly organizationId?: number },
): Promise<void> {
  await noteEnded(tx, call, await endSwapsMeantFor(tx, who, call.now), 'declined');
}

async function noteEnded(tx: Tx, call: Call, swaps: readonly LiveSwap[], status: Ending): Promise<void> {
  if (swaps.length === 0) return;
  await record(
    tx,
    call.now,
    ...swaps.map(({ id, organization_id, shift_id, user_id, to_user_id, taker_id }) =>
      swapEnded(organization_id, { swap_id: id, shift_id, user_id, to_user_id, taker_id, status }),
    ),
  );
  await writeAudit(
    tx,
    call,
    ...swaps.map((swap) => ({
      organizationId: swap.organization_id,
      action: `swap.${status}` as const,
      objectId: swap.id,
      subjectUserId: swap.user_id,
      after: { shift_id: swap.shift_id },
    })),
  );
}

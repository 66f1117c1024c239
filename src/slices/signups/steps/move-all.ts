import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { swapReopened } from '../events.ts';
import { reopenAccepted } from '../sql/swaps.ts';
import { moveRegistrations } from '../sql/writes.ts';

/** Registrations take over the new times of these shifts. Returns whose they are. */
export async function moveAllOn(
  tx: Tx,
  call: Call,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<number[]> {
  await askTakersAgain(tx, call, organizationId, shiftIds);
  return await moveRegistrations(tx, organizationId, shiftIds);
}

/** Someone who accepted a spot and waits for a coordinator agreed to the old time. */
async function askTakersAgain(
  tx: Tx,
  call: Call,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<void> {
  const swaps = await reopenAccepted(tx, organizationId, shiftIds);
  if (swaps.length === 0) return;
  await record(
    tx,
    call.now,
    ...swaps.map(({ id, shift_id, user_id, to_user_id, taker_id }) =>
      swapReopened(organizationId, { swap_id: id, shift_id, user_id, to_user_id, taker_id }),
    ),
  );
  await writeAudit(
    tx,
    call,
    ...swaps.map(({ id, shift_id, user_id, taker_id }) => ({
      organizationId,
      action: 'swap.reopened' as const,
      objectId: id,
      subjectUserId: user_id,
      before: { taker_id },
      after: { shift_id },
    })),
  );
}

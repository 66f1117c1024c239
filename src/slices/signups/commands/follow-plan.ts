import type { Tx } from '#platform/db/index.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import type { Ended } from '#slices/shifts/index.ts';
import { fillFreedSeats } from '../jobs.ts';
import { cancelAllOf } from '../sql/cancellations.ts';
import { selectOpenWaits } from '../sql/registrations.ts';

export async function endAllOn(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
  reason: string,
  now: Temporal.Instant,
): Promise<Ended[]> {
  const ended = await cancelAllOf(tx, shiftIds, reason, now);
  return ended.map(({ id, shift_id, user_id, status }) => ({
    shift_id,
    user_id,
    audit: {
      organizationId,
      action: 'registration.cancelled',
      objectType: 'registration',
      objectId: id,
      subjectUserId: user_id,
      before: { status },
      after: { status: 'cancelled' },
      reason,
    },
  }));
}

export async function fillElsewhere(
  tx: Tx,
  released: readonly number[],
  without: ReadonlySet<number>,
): Promise<void> {
  const open = (await selectOpenWaits(tx, released)).filter(({ shift_id }) => !without.has(shift_id));
  await enqueueAll(tx, fillFreedSeats, open);
}

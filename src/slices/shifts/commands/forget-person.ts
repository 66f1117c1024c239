import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { fillFreedSeats } from '../jobs.ts';
import { holdsSeat } from '../rules/facts.ts';
import { deleteAvailability } from '../sql/availability.ts';
import { lockPeople, lockShifts } from '../sql/facts.ts';
import { deleteFeeds } from '../sql/feeds.ts';
import { forgetReasons, selectComing } from '../sql/mine.ts';
import { endRegistrations } from './cancel-signup.ts';

/**
 * What an erased person leaves behind: no seat that somebody else could have, no text, no link. What is past
 * stays and counts, without a name.
 */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  const expected = await selectComing(tx, userId, call.now);
  await lockShifts(
    tx,
    expected.map((row) => row.shift_id),
  );
  await lockPeople(tx, [userId]);
  // A sign-up may have come between; from here on there can be no other.
  const coming = await selectComing(tx, userId, call.now);
  await endRegistrations(tx, call, coming, {
    reason: null,
    source: 'self_service',
    flags: ['account_erased'],
  });
  for (const row of coming) {
    // Filling a seat may need locks on shifts and people that are not held here, and the erasure holds locks
    // of other slices: the waitlist is served by a transaction of its own, right after this one.
    if (holdsSeat(row.status)) await enqueue(tx, fillFreedSeats, { shift_id: row.shift_id });
  }
  await forgetReasons(tx, userId);
  await deleteAvailability(tx, userId);
  await deleteFeeds(tx, userId);
}

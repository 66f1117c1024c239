import { systemCall } from '#kernel/call.ts';
import type { Platform } from '#platform/slice.ts';
import { fillSeats } from './fill-seats.ts';
import { holdSeats } from './hold-seats.ts';

/** Gives freed spots to the waitlists, one shift after the other. Safe to repeat. */
export async function fillFreed(
  platform: Platform,
  shiftIds: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  const call = systemCall('fill-seats', now);
  for (const id of shiftIds)
    await holdSeats(platform, {}, [id], [], (tx, held) => fillSeats(tx, call, held, [id]));
}

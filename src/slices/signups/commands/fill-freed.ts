import { systemCall } from '#kernel/call.ts';
import type { Platform } from '#platform/slice.ts';
import { holdSeats } from '#slices/shifts/index.ts';
import { fillSeats } from './fill-seats.ts';

/** Gives the freed spots of a shift to its waitlist. Safe to repeat. */
export async function fillFreed(platform: Platform, id: number, now: Temporal.Instant): Promise<void> {
  const call = systemCall('fill-seats', now);
  await holdSeats(platform, {}, [id], [], (tx, held) => fillSeats(tx, call, held, [id]));
}

import { systemCall } from '#kernel/call.ts';
import type { Platform } from '#platform/slice.ts';
import { selectShiftsToFill } from '../sql/registrations.ts';
import { fillSeats } from './fill-seats.ts';
import { holdSeats } from './hold-seats.ts';

/**
 * Looks again at shifts where people wait beside a free seat. They were passed over for something that may have
 * changed since without any seat being freed: their availability, their profile, a policy. Safe to repeat.
 */
export async function fillOpenSeats(platform: Platform, now: Temporal.Instant): Promise<void> {
  const call = systemCall('fill-open-seats', now);
  for (const shiftId of await selectShiftsToFill(platform.database.db, now))
    await holdSeats(platform, {}, [shiftId], [], (tx, held) => fillSeats(tx, call, held, [shiftId]));
}

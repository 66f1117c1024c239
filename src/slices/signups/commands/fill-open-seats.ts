import { type Call, systemCall } from '#kernel/call.ts';
import { classifyFailure, type Tx } from '#platform/db/index.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import { isolate } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { holdSeats } from '#slices/shifts/index.ts';
import { fillFreedSeats, fillOpenSeatsJob } from '../jobs.ts';
import { selectOpenWaits, selectShiftsToFill } from '../sql/registrations.ts';
import { fillableShifts, fillSeats } from './fill-seats.ts';

/** Gives the freed spots of a shift to its waitlist. Safe to repeat. */
export async function fillFreed(platform: Platform, id: number, now: Temporal.Instant): Promise<void> {
  const call = systemCall('fill-seats', now);
  await holdSeats(platform, {}, [id], [], (tx, held) => fillSeats(tx, call, held, [id]));
}

/** So many shifts are read at once. */
const pageSize = 50;

/**
 * Looks again at shifts where people wait beside a free spot. They were passed over for something that may have
 * changed since without any spot being freed: their availability, their profile, a policy. Locks are taken only where
 * somebody can have the spot now. Safe to repeat.
 */
export async function fillOpenSeats(platform: Platform, now: Temporal.Instant): Promise<void> {
  const call = systemCall('fill-open-seats', now);
  const { db } = platform.database;
  for (let after = 0; ; ) {
    const page = await selectShiftsToFill(db, now, after, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    const shiftIds = page.map(({ id }) => id);
    const toFill = new Set(await fillable(platform, now, shiftIds));
    for (const { id, organization_id } of page.filter((shift) => toFill.has(shift.id)))
      await isolate(platform, fillOpenSeatsJob.name, organization_id, () => fillOne(platform, call, id));
  }
}

/** One shift that cannot be judged must not keep the others from being filled: then each is judged alone. */
async function fillable(
  platform: Platform,
  now: Temporal.Instant,
  shiftIds: readonly number[],
): Promise<readonly number[]> {
  try {
    return await fillableShifts(platform.database.db, now, shiftIds);
  } catch (error) {
    if (classifyFailure(error) === 'unavailable') throw error;
    platform.log.warn({ err: error, shifts: shiftIds }, 'waitlists could not be read together');
    return shiftIds;
  }
}

async function fillOne(platform: Platform, call: Call, shiftId: number): Promise<void> {
  await holdSeats(platform, {}, [shiftId], [], (tx, held) => fillSeats(tx, call, held, [shiftId]));
}

export async function fillElsewhere(
  tx: Tx,
  released: readonly number[],
  without: ReadonlySet<number>,
): Promise<void> {
  const open = (await selectOpenWaits(tx, released)).filter(({ shift_id }) => !without.has(shift_id));
  await enqueueAll(tx, fillFreedSeats, open);
}

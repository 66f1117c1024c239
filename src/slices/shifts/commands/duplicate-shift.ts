import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type CreatedShifts, makeShifts, readTimes } from './create-shift.ts';
import { openShift } from './open-shift.ts';

export interface DuplicateInput {
  readonly start_time: string;
  readonly end_time?: string;
  readonly status?: 'draft' | 'published';
}

/** The same shift at another time, without its people. */
export async function duplicateShift(
  platform: Platform,
  call: Call,
  id: number,
  input: DuplicateInput,
): Promise<CreatedShifts> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { shift, grant } = await openShift(tx, call, id);
    const lengthMs = shift.end_time.epochMilliseconds - shift.start_time.epochMilliseconds;
    const start = Temporal.Instant.from(input.start_time);
    const times = readTimes(
      start.toString(),
      input.end_time ?? start.add({ milliseconds: lengthMs }).toString(),
    );
    const [made] = await makeShifts(
      tx,
      call,
      grant,
      {
        programId: shift.program_id,
        missionId: shift.mission_id,
        title: shift.title,
        description: shift.description,
        location: shift.location,
        timeZone: knownZone(shift.time_zone),
        requiresApproval: shift.requires_approval,
        status: input.status ?? 'published',
        capacity: shift.capacity,
        waitlistCapacity: shift.waitlist_capacity,
        roles: shift.roles,
      },
      null,
      [times],
    );
    if (made === undefined) throw refuse('conflict');
    return { id: made };
  });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { shiftCancelled, shiftUpdated } from '../events.ts';
import { selectLiveOfShift, updateStatuses } from '../sql/registrations.ts';
import { endSeries } from '../sql/series.ts';
import { findShift, type ShiftRow, updateShift } from '../sql/shifts.ts';
import { openShift, targetsOf } from './change-shift.ts';
import { type CreatedShifts, makeShifts, readTimes } from './create-shift.ts';
import { holdSeats, requireHeld } from './hold-seats.ts';

export interface CancelShiftInput {
  readonly reason?: string;
  readonly scope?: 'this' | 'following' | 'all';
}

/** Takes a shift off the plan. Everybody on it loses the registration and is told why. */
export async function cancelShift(platform: Platform, call: Call, id: number, input: CancelShiftInput) {
  const { scope = 'this', reason = null } = input;
  return await holdSeats(platform, call, [id], [], async (tx, held) => {
    const { shift, grant } = await openShift(tx, call, id);
    if (shift.status === 'cancelled') throw refuse('conflict', 'This shift is cancelled already.');
    const targets = await targetsOf(tx, call, grant, shift, scope);
    requireHeld(
      held,
      targets.map((target) => target.id),
    );
    let people = 0;
    for (const target of targets) people += await cancelOne(tx, call, grant, target, reason);
    if (scope !== 'this' && shift.series_id !== null) await endSeries(tx, grant, shift.series_id);
    return {
      success: true,
      message: `Cancelled. ${people} ${people === 1 ? 'person is' : 'people are'} told.`,
      cancelled: targets.length,
    };
  });
}

async function cancelOne(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  shift: ShiftRow,
  reason: string | null,
): Promise<number> {
  const live = await selectLiveOfShift(tx, shift.id);
  const cancelReason = reason ?? 'the shift was cancelled';
  const changes = live.map(({ id }) => ({
    id,
    status: 'cancelled' as const,
    cancelReason,
    source: 'coordinator',
    flags: ['shift_cancelled'],
  }));
  await updateStatuses(tx, changes, call.now);
  await updateShift(tx, grant, shift.id, { status: 'cancelled', cancelReason }, call.now);
  await record(
    tx,
    call.now,
    shiftCancelled(grant.organizationId, { shift: eventShift(shift, 'cancelled'), reason }),
  );
  await writeAudit(
    tx,
    call,
    {
      organizationId: grant.organizationId,
      action: 'shift.cancelled',
      objectType: 'shift',
      objectId: shift.id,
      before: { status: shift.status },
      after: { status: 'cancelled', registrations: live.length },
      reason,
    },
    ...live.map((registration) => ({
      organizationId: grant.organizationId,
      action: 'registration.cancelled',
      objectType: 'registration',
      objectId: registration.id,
      subjectUserId: registration.user_id,
      before: { status: registration.status },
      after: { status: 'cancelled' },
      reason: cancelReason,
    })),
  );
  return live.length;
}

export async function publishShift(platform: Platform, call: Call, id: number) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { shift, grant } = await openShift(tx, call, id);
    if (shift.status === 'cancelled')
      throw refuse('conflict', 'A cancelled shift cannot be published. Duplicate it instead.');
    if (shift.status === 'draft') {
      await updateShift(tx, grant, id, { status: 'published' }, call.now);
      const data = { shift: eventShift(shift, 'published'), changes: ['status'] };
      await record(tx, call.now, shiftUpdated(grant.organizationId, data));
      await writeAudit(tx, call, {
        organizationId: grant.organizationId,
        action: 'shift.published',
        objectType: 'shift',
        objectId: id,
        before: { status: 'draft' },
        after: { status: 'published' },
      });
    }
    return { success: true, message: 'The shift is published.' };
  });
}

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
    const { grant } = await openShift(tx, call, id);
    const shift = await findShift(tx, id);
    if (!shift) throw refuse('not_found');
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
        timeZone: shift.time_zone,
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

function eventShift(shift: ShiftRow, status: string) {
  return {
    id: shift.id,
    program_id: shift.program_id,
    mission_id: shift.mission_id,
    title: shift.title,
    start_time: formatInstant(shift.start_time),
    end_time: formatInstant(shift.end_time),
    status,
  };
}

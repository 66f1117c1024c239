import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { shiftCancelled } from '../events.ts';
import { selectLiveOfShift, updateStatuses } from '../sql/registrations.ts';
import { endSeries } from '../sql/series.ts';
import { type ShiftRow, updateShift } from '../sql/shifts.ts';
import { openShift, targetsOf } from './change-shift.ts';
import { fillSeats } from './fill-seats.ts';
import { type Held, holdSeats, requireHeld } from './hold-seats.ts';

export interface CancelShiftInput {
  readonly reason?: string;
  readonly scope?: 'this' | 'following' | 'all';
}

/** Takes a shift off the plan. Everybody on it loses the registration and is told why. */
export async function cancelShift(platform: Platform, call: Call, id: number, input: CancelShiftInput) {
  const { scope = 'this', reason = null } = input;
  const work = async (tx: Tx, held: Held) => {
    const { shift, grant } = await openShift(tx, call, id);
    if (shift.status === 'cancelled') throw refuse('conflict', 'This shift is cancelled already.');
    const targets = await targetsOf(tx, call, grant, shift, scope);
    requireHeld(
      held,
      targets.map((target) => target.id),
    );
    const released: number[] = [];
    for (const target of targets) released.push(...(await cancelOne(tx, call, grant, target, reason)));
    if (scope !== 'this' && shift.series_id !== null) await endSeries(tx, grant, shift.series_id);
    await fillSeats(tx, call, held, [], released);
    const people = new Set(released).size;
    return {
      success: true,
      message: `Cancelled. ${people} ${people === 1 ? 'person is' : 'people are'} told.`,
      cancelled: targets.length,
    };
  };
  return await holdSeats(platform, call, [id], [], work, { everybody: true });
}

async function cancelOne(
  tx: Tx,
  call: Call,
  grant: Grant<'shifts.manage'>,
  shift: ShiftRow,
  reason: string | null,
): Promise<number[]> {
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
  return live.map((registration) => registration.user_id);
}

export function eventShift(shift: ShiftRow, status: string) {
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

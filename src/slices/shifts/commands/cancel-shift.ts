import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { presentSeriesChange } from '../present.ts';
import type { CancelledBody } from '../schema/shift.ts';
import { countReleased } from '../sql/moves.ts';
import { endSeries } from '../sql/series.ts';
import type { CancelInput } from '../steps/apply-status.ts';
import type { Scope } from '../steps/shift-work.ts';
import { workOnShifts } from '../steps/work-on-shifts.ts';

export interface CancelShiftInput {
  readonly reason?: string;
  readonly scope?: Scope;
}

/** Takes shifts off the plan. Everyone on them loses the registration and is told why. */
export async function cancelShift(
  platform: Platform,
  call: Call,
  id: number,
  input: CancelShiftInput,
): Promise<CancelledBody> {
  const { scope = 'this', reason = null } = input;
  return await workOnShifts(platform, call, id, {
    kind: 'cancel',
    scope,
    everybody: true,
    async check(_tx, shift) {
      if (shift.status === 'cancelled') throw refuse('conflict', 'This shift is already cancelled.');
    },
    input: (): CancelInput => ({ reason }),
    changeSeries: (tx, grant, _named, seriesId) => endSeries(tx, grant, seriesId),
    async answer(db, { changed, people, operation }) {
      const released = operation ? await countReleased(db, operation.chunks.flat()) : people;
      return {
        success: true,
        message: messageOf(changed, released),
        cancelled: changed,
        ...(operation && { operation: presentSeriesChange(operation) }),
      };
    },
  });
}

function messageOf(shifts: number, people: number): string {
  const cancelled = shifts === 1 ? 'Shift cancelled.' : `${shifts} shifts cancelled.`;
  return `${cancelled} ${people} ${people === 1 ? 'person' : 'people'} will be notified.`;
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { shiftTexts } from '../messages/index.ts';
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

/** Cancels shifts. Everyone on them loses the registration and is notified. */
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
    async check(_tx, shift) {
      if (shift.status === 'cancelled')
        throw refuse(shiftErrors.already_cancelled('shift', namedShift(shift)));
    },
    input: (): CancelInput => ({ reason }),
    changeSeries: (tx, grant, _named, seriesId) => endSeries(tx, grant, seriesId),
    async answer(db, { changed, people, operation }) {
      const released = operation ? await countReleased(db, operation) : people;
      return {
        success: true,
        message: shiftTexts.say(call.language, 'answers.cancelled', { shifts: changed, people: released }),
        cancelled: changed,
        ...(operation && { operation: presentSeriesChange(operation, call.language) }),
      };
    },
  });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { shiftTexts } from '../messages/index.ts';
import { presentSeriesChange } from '../present.ts';
import type { PublishedBody } from '../schema/shift.ts';
import { updateTemplate } from '../sql/series.ts';
import type { SeriesChangeRow } from '../sql/series-changes.ts';
import type { Scope } from '../steps/shift-work.ts';
import { workOnShifts } from '../steps/work-on-shifts.ts';

/** Shows drafts to everyone. Those of a series that are published already stay as they are. */
export async function publishShift(
  platform: Platform,
  call: Call,
  id: number,
  { scope = 'this' }: { readonly scope?: Scope },
): Promise<PublishedBody> {
  return await workOnShifts(platform, call, id, {
    kind: 'publish',
    scope,
    async check(_tx, shift) {
      if (shift.status === 'cancelled') throw refuse(shiftErrors.cancelled('shift', namedShift(shift)));
    },
    input: () => ({}),
    async changeSeries(tx, grant, _named, seriesId) {
      await updateTemplate(tx, grant, seriesId, { status: 'published' });
    },
    answer: async (_db, { changed, operation }) => ({
      success: true,
      message: messageOf(call.language, changed, operation),
      ...(operation && { operation: presentSeriesChange(operation, call.language) }),
    }),
  });
}

function messageOf(language: string, shifts: number, operation: SeriesChangeRow | undefined): string {
  if (!operation || operation.status === 'done')
    return shiftTexts.say(language, 'answers.published', { shifts });
  const { done, total } = operation;
  return shiftTexts.say(language, 'answers.publishing', { done, total });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { presentSeriesChange } from '../present.ts';
import type { PublishedBody } from '../schema/shift.ts';
import { updateTemplate } from '../sql/series.ts';
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
    everybody: false,
    async check(_tx, shift) {
      if (shift.status === 'cancelled')
        throw refuse('conflict', 'A cancelled shift cannot be published. Duplicate it instead.');
    },
    input: () => ({}),
    changeSeries: (tx, grant, _named, seriesId) =>
      updateTemplate(tx, grant, seriesId, { status: 'published' }),
    answer: async (_db, { operation }) => ({
      success: true,
      message: publishMessage(operation),
      ...(operation && { operation: presentSeriesChange(operation) }),
    }),
  });
}

function publishMessage(operation: { status: string; done: number; total: number } | undefined): string {
  if (!operation || operation.status === 'done') return 'The shift is published.';
  return `Publishing: ${operation.done} of ${operation.total} shifts done.`;
}

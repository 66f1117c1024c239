import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { shiftUpdated } from '../events.ts';
import { updateTemplate } from '../sql/series.ts';
import { type ShiftRow, updateShift } from '../sql/shifts.ts';
import { eventShift } from './cancel-shift.ts';
import { openShift, targetsOf } from './change-shift.ts';
import { fillSeats } from './fill-seats.ts';
import { holdSeats, requireHeld } from './hold-seats.ts';

/** Shows drafts to everybody. Those of a series that are published already stay as they are. */
export async function publishShift(
  platform: Platform,
  call: Call,
  id: number,
  { scope = 'this' }: { readonly scope?: 'this' | 'following' | 'all' },
) {
  return await holdSeats(platform, call, [id], [], async (tx, held) => {
    const { shift, grant } = await openShift(tx, call, id);
    if (shift.status === 'cancelled')
      throw refuse('conflict', 'A cancelled shift cannot be published. Duplicate it instead.');
    const targets = await targetsOf(tx, call, grant, shift, scope);
    const drafts = targets.filter(({ status }) => status === 'draft');
    const ids = drafts.map((draft) => draft.id);
    requireHeld(held, ids);
    for (const draft of drafts) await publishOne(tx, call, grant, draft);
    // Coordinators may have put people on a draft; a seat that was freed meanwhile waited for this moment.
    await fillSeats(tx, call, held, ids);
    if (scope !== 'this' && shift.series_id !== null)
      await updateTemplate(tx, grant, shift.series_id, { status: 'published' });
    return { success: true, message: 'The shift is published.' };
  });
}

async function publishOne(tx: Tx, call: Call, grant: Grant<'shifts.manage'>, draft: ShiftRow): Promise<void> {
  await updateShift(tx, grant, draft.id, { status: 'published' }, call.now);
  const data = { shift: eventShift(draft, 'published'), changes: ['status'] };
  await record(tx, call.now, shiftUpdated(grant.organizationId, data));
  await writeAudit(tx, call, {
    organizationId: grant.organizationId,
    action: 'shift.published',
    objectType: 'shift',
    objectId: draft.id,
    before: { status: 'draft' },
    after: { status: 'published' },
  });
}

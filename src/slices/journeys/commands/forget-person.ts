import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { forgetNotes, setWithdrawn, unfinishedOf } from '../sql/enrolling.ts';

/** That somebody was on the way stays, for the totals; nothing goes on, and what was written about them is gone. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  for (const { id, organization_id } of await unfinishedOf(tx, userId)) {
    await setWithdrawn(tx, id, call.now);
    await writeAudit(tx, call, {
      organizationId: organization_id,
      action: 'journey.withdrawn',
      objectType: 'enrollment',
      objectId: id,
      subjectUserId: userId,
      before: { status: 'active' },
      after: { status: 'withdrawn' },
      reason: 'erasure',
    });
  }
  await forgetNotes(tx, userId);
}

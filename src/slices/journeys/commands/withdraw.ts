import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { gatherOne } from '../facts.ts';
import { presentEnrollment } from '../present.ts';
import type { EnrollmentAnswerBody } from '../schema.ts';
import { setWithdrawn } from '../sql/enrolling.ts';
import { openEnrollment } from '../steps/open-enrollment.ts';

/** Leaves a journey: oneself, or by a coordinator. What was done stays noted for whoever comes back. */
export async function withdraw(
  platform: Platform,
  call: Call,
  { journeyId, id }: { journeyId: number; id: number },
  reason: string | undefined,
): Promise<EnrollmentAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const row = await openEnrollment(tx, call, { journeyId, id, allowsSelf: true });
    if (row.status === 'completed')
      throw refuse('conflict', 'This journey is completed; there is nothing to leave.');
    if (row.status === 'active') {
      await setWithdrawn(tx, [id], call.now);
      await writeAudit(tx, call, {
        organizationId: row.organization_id,
        action: 'journey.withdrawn',
        objectId: id,
        subjectUserId: row.user_id,
        before: { status: row.status },
        after: { status: 'withdrawn' },
        reason: reason ?? null,
      });
    }
    return {
      success: true,
      message: 'Left. Enrol again to go on.',
      ...presentEnrollment(await gatherOne(tx, id, call.now)),
    };
  });
}

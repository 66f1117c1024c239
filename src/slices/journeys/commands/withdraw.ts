import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { journeyErrors } from '../errors.ts';
import { journeyWithdrawn } from '../events.ts';
import { loadOneEnrollment } from '../facts.ts';
import { journeyTexts } from '../messages/index.ts';
import { presentEnrollment } from '../present.ts';
import type { EnrollmentAnswerBody } from '../schema.ts';
import { setWithdrawn } from '../sql/enrolling.ts';
import { openEnrollment, refusalAbout } from '../steps/open-enrollment.ts';

/** Leaves a journey: oneself, or by a coordinator. Steps that are done stay done for a later start. */
export async function withdraw(
  platform: Platform,
  call: Call,
  { journeyId, id }: { journeyId: number; id: number },
  reason: string | undefined,
): Promise<EnrollmentAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const row = await openEnrollment(tx, call, { journeyId, id, allowsSelf: true });
    if (row.status === 'completed')
      throw await refusalAbout(tx, call, row.user_id, journeyErrors.completed('status'));
    if (row.status === 'active') {
      await setWithdrawn(tx, row.organization_id, [id], call.now);
      await record(
        tx,
        call.now,
        journeyWithdrawn(row.organization_id, {
          enrollment_id: id,
          journey_id: journeyId,
          user_id: row.user_id,
          name: row.journey_name,
          reason: reason ?? null,
        }),
      );
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
      message: journeyTexts.say(call.language, 'answers.left'),
      ...presentEnrollment(await loadOneEnrollment(tx, id, call.now)),
    };
  });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { loadOneEnrollment } from '../facts.ts';
import { journeyTexts } from '../messages/index.ts';
import { presentEnrollment } from '../present.ts';
import type { EnrollmentAnswerBody } from '../schema.ts';
import { setVersion } from '../sql/enrolling.ts';
import { findJourney } from '../sql/journeys.ts';
import { advance } from '../steps/advance.ts';
import { openEnrollment, requireActive } from '../steps/open-enrollment.ts';

/** Moves an enrollment to the latest steps. Steps with the same key stay done. */
export async function moveEnrollment(
  platform: Platform,
  call: Call,
  { journeyId, id }: { journeyId: number; id: number },
): Promise<EnrollmentAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const row = await openEnrollment(tx, call, { journeyId, id });
    await requireActive(tx, call, row);
    const journey = await findJourney(tx, journeyId);
    if (!journey) throw refuse('not_found');
    if (journey.version !== row.version) {
      await setVersion(tx, row, journey.version, call.now);
      await writeAudit(tx, call, {
        organizationId: row.organization_id,
        action: 'journey.enrollment_moved',
        objectId: id,
        subjectUserId: row.user_id,
        before: { version: row.version },
        after: { version: journey.version },
      });
      await advance(tx, call, [{ ...row, version: journey.version }]);
    }
    return {
      success: true,
      message: journeyTexts.say(call.language, 'answers.moved', { version: journey.version }),
      ...presentEnrollment(await loadOneEnrollment(tx, id, call.now)),
    };
  });
}

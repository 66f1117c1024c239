import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { userIdFor } from '#slices/accounts/index.ts';
import {
  addMember,
  authorize,
  findOrganization,
  findRole,
  lockRole,
  type Role,
} from '#slices/organizations/index.ts';
import { journeyErrors } from '../errors.ts';
import { loadOneEnrollment } from '../facts.ts';
import { journeyTexts } from '../messages/index.ts';
import { presentEnrollment } from '../present.ts';
import type { EnrollmentAnswerBody } from '../schema.ts';
import { insertEnrollment, type NewEnrollment, resumeEnrollment } from '../sql/enrolling.ts';
import { findEnrollmentOf } from '../sql/enrollments.ts';
import { findJourney, type JourneyRow } from '../sql/journeys.ts';
import { lockEnrollment } from '../sql/progress.ts';
import { advance, announceEnrolled } from '../steps/advance.ts';
import { refusalAbout } from '../steps/open-enrollment.ts';

/** Starts a journey: for oneself, or for others by those who manage it. Asked twice, it is the same enrollment. */
export async function enroll(
  platform: Platform,
  call: Call,
  journeyId: number,
  named: number | undefined,
): Promise<EnrollmentAnswerBody> {
  const userId = userIdFor(call, named);
  const isSelf = call.actor.kind === 'person' && call.actor.userId === userId;
  return await inTransaction(platform.database, call, async (tx) => {
    const journey = await findJourney(tx, journeyId);
    if (!journey) throw refuse('not_found');
    const needsToJoin = await (isSelf
      ? admitSelf(tx, call, journey, userId)
      : admitOther(tx, call, journey, userId));
    const known = await findEnrollmentOf(tx, journey, userId);
    if (known && known.status !== 'withdrawn') return await answer(tx, call, known.id);
    if (journey.status !== 'published')
      throw await refusalAbout(tx, call, userId, journeyErrors.not_published('status'));
    if (needsToJoin) await join(tx, call, journey.organization_id, userId);
    // A removal that came in between has withdrawn them from everything else already.
    if ((await lockRole(tx, journey.organization_id, userId)) === undefined) throw refuse('conflict');
    const id = await start(tx, call, journey, { userId, isSelf });
    return await answer(tx, call, id);
  });
}

/** Returns whether the person becomes a member by this, as with signing up for a shift. */
async function admitSelf(tx: Tx, call: Call, journey: JourneyRow, userId: number): Promise<boolean> {
  const { organization_id: organizationId } = journey;
  if (journey.published_at === null) await authorize(tx, call, 'journeys.manage', organizationId, 'hidden');
  const role = await findRole(tx, organizationId, userId);
  if (role !== undefined) return false;
  const organization = await findOrganization(tx, organizationId);
  if (!organization || organization.join_rule === 'invitation')
    throw refuse(journeyErrors.invitation_only('organization_id'));
  return true;
}

async function admitOther(tx: Tx, call: Call, journey: JourneyRow, userId: number): Promise<false> {
  const { organization_id: organizationId } = journey;
  const visibility = journey.status === 'published' ? 'public' : 'hidden';
  await authorize(tx, call, 'journeys.manage', organizationId, visibility);
  if ((await findRole(tx, organizationId, userId)) === undefined)
    throw refuse(journeyErrors.not_a_member('user_id'));
  return false;
}

async function join(tx: Tx, call: Call, organizationId: number, userId: number): Promise<void> {
  const organization = await findOrganization(tx, organizationId);
  if (!organization) throw refuse('not_found');
  await addMember(tx, call, { organizationId, userId, role: organization.join_role as Role, via: 'open' });
}

async function start(
  tx: Tx,
  call: Call,
  journey: JourneyRow,
  { userId, isSelf }: { userId: number; isSelf: boolean },
): Promise<number> {
  const { version, organization_id, id: journeyId } = journey;
  const byOther = call.actor.kind === 'api_key' ? ('api' as const) : ('coordinator' as const);
  const given: NewEnrollment = {
    organization_id,
    journey_id: journeyId,
    version,
    user_id: userId,
    source: isSelf ? 'self_service' : byOther,
  };
  const made = await insertEnrollment(tx, given, call.now);
  const known = made === undefined ? await findEnrollmentOf(tx, journey, userId) : undefined;
  const id = made ?? known?.id;
  if (id === undefined) throw refuse('conflict');
  await lockEnrollment(tx, id);
  const isBack = known !== undefined && (await resumeEnrollment(tx, id, given, call.now));
  if (made === undefined && !isBack) return id;
  await announceEnrolled(tx, call, [{ ...given, id, name: journey.name }]);
  const row = await lockEnrollment(tx, id);
  if (row) await advance(tx, call, [row]);
  return id;
}

async function answer(tx: Tx, call: Call, id: number): Promise<EnrollmentAnswerBody> {
  const enrollment = presentEnrollment(await loadOneEnrollment(tx, id, call.now));
  const { status, steps_done: done, steps_required: required } = enrollment;
  const message =
    status === 'completed'
      ? journeyTexts.say(call.language, 'answers.completed')
      : journeyTexts.say(call.language, 'answers.progress', { done, required });
  return { success: true, message, ...enrollment };
}

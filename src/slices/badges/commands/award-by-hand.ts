import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { unfulfilRequirements } from '#slices/programs/index.ts';
import { badgeErrors } from '../errors.ts';
import { badgeRevoked } from '../events.ts';
import { badgeTexts } from '../messages/index.ts';
import { presentAward } from '../present.ts';
import { expiryFrom } from '../rules/award.ts';
import type { AwardAnswerBody, AwardInput } from '../schema/awards.ts';
import { type AwardRow, findAward } from '../sql/awards.ts';
import { type BadgeRow, findBadge, lockBadge } from '../sql/badges.ts';
import { renewOne, revokeOne } from '../sql/give.ts';
import { type AwardResult, awardBadge, recordGiven } from '../steps/give-badge.ts';

export async function awardByHand(
  platform: Platform,
  call: Call,
  badgeId: number,
  { user_id: userId, note }: AwardInput,
): Promise<AwardAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    await mayManage(tx, call, badgeId);
    const result = await awardBadge(tx, call, {
      badgeId,
      userId,
      note: note?.trim() || null,
      source: 'manual',
    });
    if (result.award === null) throw whyNot(result.outcome);
    return {
      success: true,
      message: badgeTexts.say(call.language, `answers.${result.outcome}`),
      award: presentAward(platform, call, result.award),
    };
  });
}

function whyNot(outcome: Extract<AwardResult, { award: null }>['outcome']): Refusal {
  switch (outcome) {
    case 'unknown_badge':
      return refuse('not_found');
    case 'archived':
      return refuse(badgeErrors.archived('status'));
    case 'not_a_member':
      return refuse(badgeErrors.not_a_member('user_id'));
  }
}

/** Revokes an award permanently. Its page and its credential say so from then on. */
export async function revokeAward(
  platform: Platform,
  call: Call,
  badgeId: number,
  awardId: number,
  reason: string | undefined,
): Promise<AwardAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { badge, award } = await openAward(tx, call, badgeId, awardId);
    const by = call.actor.kind === 'person' ? call.actor.userId : null;
    const revoked = await revokeOne(tx, award, { by, reason: reason?.trim() || null, now: call.now });
    if (revoked) {
      await record(
        tx,
        call.now,
        badgeRevoked(badge.organization_id, {
          award_id: award.id,
          badge_id: badge.id,
          name: badge.name,
          user_id: award.user_id,
          revoked_at: formatInstant(call.now),
          revoked_by: by,
          reason: revoked.revoke_reason,
        }),
      );
      await unfulfilRequirements(tx, badge.organization_id, award.user_id, [
        { kind: 'badge', itemId: badge.id },
      ]);
      await writeAudit(tx, call, {
        organizationId: badge.organization_id,
        action: 'badge.revoked',
        objectId: award.id,
        subjectUserId: award.user_id,
        after: { badge_id: badge.id },
        reason: revoked.revoke_reason,
      });
    }
    const message = badgeTexts.say(call.language, revoked ? 'answers.revoked' : 'answers.revokedBefore');
    return { success: true, message, award: presentAward(platform, call, revoked ?? award) };
  });
}

export async function renewAward(
  platform: Platform,
  call: Call,
  badgeId: number,
  awardId: number,
): Promise<AwardAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { badge, award } = await openAward(tx, call, badgeId, awardId);
    if (award.revoked_at !== null) throw refuse(badgeErrors.award_revoked('status'));
    const expiresAt = expiryFrom(call.now, badge.expires_after_days);
    if (award.expires_at === null && expiresAt === null)
      throw refuse(badgeErrors.never_expires('expires_at'));
    const renewed = await renewOne(tx, award, { now: call.now, expiresAt });
    if (!renewed) throw refuse('conflict');
    await recordGiven(tx, call, badge, [{ award: renewed, renewal: true }]);
    const message = badgeTexts.say(call.language, 'answers.renewedByHand');
    return { success: true, message, award: presentAward(platform, call, renewed) };
  });
}

async function mayManage(tx: Tx, call: Call, badgeId: number): Promise<BadgeRow> {
  const badge = await findBadge(tx, badgeId);
  if (!badge) throw refuse('not_found');
  const visibility = badge.status === 'active' ? 'public' : 'hidden';
  await authorize(tx, call, 'badges.manage', badge.organization_id, visibility);
  return badge;
}

async function openAward(
  tx: Tx,
  call: Call,
  badgeId: number,
  awardId: number,
): Promise<{ badge: BadgeRow; award: AwardRow }> {
  await mayManage(tx, call, badgeId);
  const badge = await lockBadge(tx, badgeId);
  const award = badge && (await findAward(tx, badge, awardId));
  if (!badge || !award) throw refuse('not_found');
  return { badge, award };
}

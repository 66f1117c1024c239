import { randomBytes } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { lockRole } from '#slices/organizations/index.ts';
import { fulfilRequirements } from '#slices/programs/index.ts';
import { badgeAwarded } from '../events.ts';
import { expiryFrom } from '../rules/award.ts';
import { type AwardRow, type AwardSource, findAwardOf } from '../sql/awards.ts';
import { type BadgeRow, lockBadge } from '../sql/badges.ts';
import { insertAwards, renewExpired } from '../sql/give.ts';

export interface AwardOrder {
  readonly badgeId: number;
  readonly userId: number;
  readonly note?: string | null;
  readonly source: AwardSource;
}

export type AwardResult =
  | {
      /** `held`: they had it before, and nothing has happened. */
      readonly outcome: 'awarded' | 'renewed' | 'held';
      readonly award: AwardRow;
    }
  | { readonly outcome: 'unknown_badge' | 'archived' | 'not_a_member'; readonly award: null };

/**
 * Gives one person a badge within the caller's transaction, with audit row, event and what missions ask for. Safe to
 * repeat: a person who has the badge keeps the award they have.
 */
export async function awardBadge(tx: Tx, call: Call, order: AwardOrder): Promise<AwardResult> {
  const badge = await lockBadge(tx, order.badgeId);
  if (!badge) return { outcome: 'unknown_badge', award: null };
  if (badge.status !== 'active') return { outcome: 'archived', award: null };
  if ((await lockRole(tx, badge.organization_id, order.userId)) === undefined)
    return { outcome: 'not_a_member', award: null };
  const awardedBy = order.source === 'manual' && call.actor.kind === 'person' ? call.actor.userId : null;
  const { source, note = null } = order;
  const [given] = await giveBadge(tx, call, badge, [order.userId], { source, note, awardedBy });
  if (given) return { outcome: given.renewal ? 'renewed' : 'awarded', award: given.award };
  const existing = await findAwardOf(tx, badge, order.userId);
  if (!existing) throw new Error('a badge was neither given nor held');
  return { outcome: 'held', award: existing };
}

export interface Given {
  readonly award: AwardRow;
  readonly renewal: boolean;
}

/** To all of these who don't have it now. The badge is locked. */
export async function giveBadge(
  tx: Tx,
  call: Call,
  badge: BadgeRow,
  userIds: readonly number[],
  how: { source: AwardSource; note: string | null; awardedBy: number | null },
): Promise<Given[]> {
  if (userIds.length === 0) return [];
  const giving = { ...how, now: call.now, expiresAt: expiryFrom(call.now, badge.expires_after_days) };
  const renewed = await renewExpired(tx, badge, userIds, giving);
  const recipients = userIds.map((user_id) => ({ user_id, public_code: publicCode() }));
  const made = await insertAwards(tx, badge, recipients, giving);
  const given = [
    ...renewed.map((award) => ({ award, renewal: true })),
    ...made.map((award) => ({ award, renewal: false })),
  ];
  await recordGiven(tx, call, badge, given);
  return given;
}

/** 128 random bits: knowing one page helps nobody to find another. */
const publicCode = (): string => randomBytes(16).toString('base64url');

/** The audit rows, the events, and what missions require. */
export async function recordGiven(
  tx: Tx,
  call: Call,
  badge: BadgeRow,
  given: readonly Given[],
): Promise<void> {
  const { organization_id: organizationId } = badge;
  await fulfilRequirements(
    tx,
    organizationId,
    given.map(({ award }) => ({
      kind: 'badge',
      itemId: badge.id,
      userId: award.user_id,
      validUntil: award.expires_at,
    })),
  );
  const entries = given.map(({ award, renewal }) => ({
    organizationId,
    action: renewal ? ('badge.renewed' as const) : ('badge.awarded' as const),
    objectId: award.id,
    subjectUserId: award.user_id,
    after: { badge_id: badge.id, expires_at: formatOptionalInstant(award.expires_at) },
    source: award.source,
  }));
  await writeAudit(tx, call, ...entries);
  const events = given.map(({ award, renewal }) =>
    badgeAwarded(organizationId, {
      award_id: award.id,
      badge_id: badge.id,
      name: badge.name,
      user_id: award.user_id,
      awarded_at: formatInstant(award.awarded_at),
      expires_at: formatOptionalInstant(award.expires_at),
      awarded_by: award.awarded_by,
      renewal,
    }),
  );
  await record(tx, call.now, ...events);
}

/**
 * Gives several members a badge within the caller's transaction, which knows that they are members. People who have it
 * keep their award, and an archived badge isn't awarded. Returns how many got it.
 */
export async function awardMany(
  tx: Tx,
  call: Call,
  { badgeId, userIds, note, source }: Omit<AwardOrder, 'userId'> & { readonly userIds: readonly number[] },
): Promise<number> {
  const badge = await lockBadge(tx, badgeId);
  if (badge?.status !== 'active') return 0;
  return (await giveBadge(tx, call, badge, userIds, { source, note: note ?? null, awardedBy: null })).length;
}

import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { lockBadge } from '../sql/badges.ts';
import { type AwardOrder, giveBadge } from './give-badge.ts';

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

import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { unfulfilRequirements } from '#slices/programs/index.ts';
import { giveUpAwards, organizationsAwardedIn } from '../sql/give.ts';

/** An erased person holds no badges: their pages are gone, and credentials they have taken elsewhere read as revoked. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  for (const organizationId of await organizationsAwardedIn(tx, userId)) {
    const taken = await giveUpAwards(tx, { userId, organizationId }, call.now);
    await unfulfilRequirements(
      tx,
      organizationId,
      userId,
      taken.map(({ badge_id: itemId }) => ({ kind: 'badge', itemId })),
    );
    const entries = taken.map(({ id, badge_id }) => ({
      organizationId,
      action: 'badge.revoked' as const,
      objectId: id,
      subjectUserId: userId,
      after: { badge_id },
      source: 'erasure',
    }));
    await writeAudit(tx, call, ...entries);
  }
}

import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { unfulfilRequirements } from '#slices/programs/index.ts';
import { badgeRevoked } from '../events.ts';
import { giveUpAwards, organizationsAwardedIn } from '../sql/give.ts';

/** An erased person holds no badges: their pages are gone, and credentials they have taken elsewhere read as revoked. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  for (const organizationId of await organizationsAwardedIn(tx, userId)) {
    const taken = await giveUpAwards(tx, { userId, organizationId }, call.now);
    const events = taken.map(({ id, badge_id, name }) =>
      badgeRevoked(organizationId, {
        ...{ award_id: id, badge_id, name, user_id: userId },
        ...{ revoked_at: formatInstant(call.now), revoked_by: null, reason: null },
      }),
    );
    await record(tx, call.now, ...events);
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

import { refuse } from '#kernel/refusal.ts';
import { lockAll, type Tx } from '#platform/db/index.ts';
import { organizationErrors } from '../errors.ts';
import type { Grant } from '../rules/access.ts';
import { countMailed } from '../sql/invitations.ts';

/** Anyone can found an organization: its name must not reach more strangers than this in a day. */
const mostMailed = 2_000;

/** Takes the lock of the organization's invitations, so that two people who invite at once count each other's. */
export async function limitInvitations(
  tx: Tx,
  grant: Grant<'members.manage'>,
  now: Temporal.Instant,
): Promise<{ check(field: string, more: number): void }> {
  await lockAll(tx, 'invitations', [grant.organizationId]);
  const sent = await countMailed(tx, grant, now.subtract({ hours: 24 }), mostMailed);
  return {
    check(field, more) {
      if (sent + more > mostMailed)
        throw refuse(organizationErrors.too_many_invitations(field, { limit: mostMailed }));
    },
  };
}

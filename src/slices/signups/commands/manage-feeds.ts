import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findOrganization, findRole } from '#slices/organizations/index.ts';
import { signupErrors } from '../errors.ts';
import { presentFeed } from '../present.ts';
import { insertFeed, revokeFeed, selectFeeds } from '../sql/feeds.ts';

/** One for each device and program, and then some. */
const mostFeeds = 20;

/** A secret link, because calendar programs cannot send a token. Only its digest is kept. */
export async function createFeed(
  platform: Platform,
  call: Call,
  { userId }: Person,
  organizationId: number | null,
) {
  const token = randomSecret('cal');
  return await inTransaction(platform.database, call, async (tx) => {
    if (organizationId !== null) await checkMembership(tx, organizationId, userId);
    const feeds = await selectFeeds(tx, userId, undefined, mostFeeds);
    if (feeds.length >= mostFeeds)
      throw refuse(signupErrors.too_many_feeds('calendar_feeds', { limit: mostFeeds }));
    const digest = platform.database.sealer.digest('calendar', token);
    const row = await insertFeed(tx, { userId, organizationId, digest, now: call.now });
    await writeAudit(tx, call, {
      organizationId,
      action: 'calendar_feed.created',
      objectId: row.id,
      subjectUserId: userId,
    });
    const path = organizationId === null ? '/me' : `/organizations/${organizationId}`;
    return {
      ...presentFeed(row),
      url: `${platform.publicUrl()}/api/v1${path}/calendar.ics?token=${token}`,
    };
  });
}

async function checkMembership(tx: Tx, organizationId: number, userId: number): Promise<void> {
  if ((await findRole(tx, organizationId, userId)) !== undefined) return;
  if (!(await findOrganization(tx, organizationId)))
    throw refuse(signupErrors.organization_not_found('organization_id'));
  throw refuse(signupErrors.members_only('organization_id'));
}

export async function withdrawFeed(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const feed = await revokeFeed(tx, userId, id, call.now);
    if (!feed) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId: feed.organization_id,
      action: 'calendar_feed.revoked',
      objectId: id,
      subjectUserId: userId,
    });
    return null;
  });
}

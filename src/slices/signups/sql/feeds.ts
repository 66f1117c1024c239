import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';

const columns = ['id', 'organization_id', 'created_at', 'revoked_at'] as const;

export async function insertFeed(
  tx: Tx,
  feed: { userId: number; organizationId: number | null; digest: Buffer; now: Temporal.Instant },
) {
  return await tx
    .insertInto('calendar_feeds')
    .values({
      user_id: feed.userId,
      organization_id: feed.organizationId,
      digest: feed.digest,
      created_at: feed.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
export type FeedRow = Awaited<ReturnType<typeof insertFeed>>;

export async function selectFeeds(
  db: Reader,
  userId: number,
  after: number | undefined,
  limit: number,
): Promise<FeedRow[]> {
  let query = db
    .selectFrom('calendar_feeds')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('id', '<', after);
  return await query.execute();
}

/** Revoked ones too. */
export async function selectPersonalFeeds(db: Reader, userId: number): Promise<FeedRow[]> {
  return await db
    .selectFrom('calendar_feeds')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Undefined when the person has no such feed that lives. */
export async function revokeFeed(
  tx: Tx,
  userId: number,
  id: number,
  now: Temporal.Instant,
): Promise<{ organization_id: number | null } | undefined> {
  return await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('organization_id')
    .executeTakeFirst();
}

/** The person's links to the calendar of one organization. */
export async function revokeFeedsOf(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function deleteFeeds(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
}

/** Who a secret belongs to. An organization's calendar is open to its members for as long as they are members. */
export async function findLivingFeed(db: Reader, digest: Buffer) {
  const { rows } = await sql<{ user_id: number; organization_id: number | null; language: string }>`
    select feed.user_id, feed.organization_id, owner.language
    from calendar_feeds feed join users owner on owner.id = feed.user_id
    where feed.digest = ${digest} and feed.revoked_at is null
  `.execute(db);
  const [feed] = rows;
  if (!feed || feed.organization_id === null) return feed;
  const member = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', feed.organization_id)
    .where('user_id', '=', feed.user_id)
    .executeTakeFirst();
  return member && feed;
}

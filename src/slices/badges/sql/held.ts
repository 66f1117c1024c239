import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';

export interface HeldBadge {
  readonly user_id: number;
  readonly badge_id: number;
  readonly awarded_at: Temporal.Instant;
}

/** Which of these badges these people hold now, and since when. */
export async function heldBadges(
  db: Reader,
  userIds: readonly number[],
  badgeIds: readonly number[],
  now: Temporal.Instant,
): Promise<HeldBadge[]> {
  if (userIds.length === 0 || badgeIds.length === 0) return [];
  const { rows } = await sql<HeldBadge>`
    select user_id, badge_id, awarded_at from badge_awards
    where badge_id = any(${[...badgeIds]}::bigint[]) and user_id = any(${[...userIds]}::bigint[])
      and revoked_at is null and (expires_at is null or expires_at > ${now})
  `.execute(db);
  return rows;
}

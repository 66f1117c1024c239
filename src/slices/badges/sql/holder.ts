import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** False when the award is not theirs. */
export async function setShowName(tx: Tx, userId: number, awardId: number, show: boolean): Promise<boolean> {
  const { rows } = await sql`
    update badge_awards set show_name = ${show} where id = ${awardId} and user_id = ${userId} returning 1
  `.execute(tx);
  return rows.length === 1;
}

export interface TakenAward {
  readonly id: number;
  readonly badge_id: number;
  readonly organization_id: number;
}

/** Ends every award of a person and takes out what was written about them. That there was an award stays. */
export async function giveUpAwards(tx: Tx, userId: number, now: Temporal.Instant): Promise<TakenAward[]> {
  // Badges before awards, as everybody who gives one does.
  await sql`
    select 1 from badges where id in (select badge_id from badge_awards where user_id = ${userId})
    order by id for no key update
  `.execute(tx);
  const { rows } = await sql<TakenAward>`
    with taken as (
      update badge_awards set revoked_at = ${now} where user_id = ${userId} and revoked_at is null
      returning id, badge_id, organization_id
    ), counted as (
      update badges set award_count = award_count - 1 where id in (select badge_id from taken)
    )
    select * from taken order by id
  `.execute(tx);
  await sql`
    update badge_awards set note = null, revoke_reason = null where user_id = ${userId}
  `.execute(tx);
  await sql`delete from badge_journeys where user_id = ${userId}`.execute(tx);
  await sql`delete from leaderboard_consents where user_id = ${userId}`.execute(tx);
  return rows;
}

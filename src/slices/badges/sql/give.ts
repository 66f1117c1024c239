import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { AwardRow, AwardSource } from './awards.ts';
import type { BadgeRow } from './badges.ts';

const columns = sql`id, organization_id, badge_id, user_id, public_code, source, awarded_by, awarded_at, renewed_at,
  expires_at, note, show_name, revoked_at, revoke_reason`;

export interface Giving {
  readonly source: AwardSource;
  readonly awardedBy: number | null;
  readonly note: string | null;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant | null;
}

export interface Recipient {
  readonly user_id: number;
  readonly public_code: string;
}

/** People who don't have one get one. In the order of people, so that two transactions cannot wait for each other. */
export async function insertAwards(
  tx: Tx,
  badge: BadgeRow,
  recipients: readonly Recipient[],
  giving: Giving,
): Promise<AwardRow[]> {
  const { rows } = await sql<AwardRow>`
    with made as (
      insert into badge_awards (organization_id, badge_id, user_id, public_code, source, awarded_by, awarded_at, expires_at,
        note)
      select ${badge.organization_id}, ${badge.id}, given.user_id, given.public_code, ${giving.source},
        ${giving.awardedBy}::bigint, ${giving.now}::timestamptz, ${giving.expiresAt}::timestamptz, ${giving.note}::text
      from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as given (user_id bigint, public_code text)
      order by given.user_id
      on conflict (badge_id, user_id) where revoked_at is null do nothing
      returning ${columns}
    ), counted as (
      update badges set award_count = award_count + (select count(*) from made)
      where id = ${badge.id} and exists (select 1 from made)
    )
    select * from made order by user_id
  `.execute(tx);
  return rows;
}

/** Awards of these people that have run out are good again. */
export async function renewExpired(
  tx: Tx,
  badge: BadgeRow,
  userIds: readonly number[],
  giving: Giving,
): Promise<AwardRow[]> {
  const { rows } = await sql<AwardRow>`
    update badge_awards set renewed_at = ${giving.now}, expires_at = ${giving.expiresAt}, source = ${giving.source},
      awarded_by = ${giving.awardedBy}, note = coalesce(${giving.note}::text, note)
    where badge_id = ${badge.id} and user_id = any(${[...userIds]}::bigint[]) and revoked_at is null
      and expires_at <= ${giving.now}
    returning ${columns}
  `.execute(tx);
  return rows;
}

/** Undefined when it has been revoked. */
export async function renewOne(
  tx: Tx,
  id: number,
  giving: Pick<Giving, 'now' | 'expiresAt'>,
): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    update badge_awards set renewed_at = ${giving.now}, expires_at = ${giving.expiresAt}
    where id = ${id} and revoked_at is null returning ${columns}
  `.execute(tx);
  return rows[0];
}

export interface Revocation {
  readonly by: number | null;
  readonly reason: string | null;
  readonly now: Temporal.Instant;
}

/** Undefined when it was revoked before: the first reason stays. */
export async function revokeOne(tx: Tx, id: number, revocation: Revocation): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    with taken as (
      update badge_awards set revoked_at = ${revocation.now}, revoked_by = ${revocation.by},
        revoke_reason = ${revocation.reason}
      where id = ${id} and revoked_at is null returning ${columns}
    ), counted as (
      update badges set award_count = award_count - 1 where id = (select badge_id from taken)
    )
    select * from taken
  `.execute(tx);
  return rows[0];
}

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

import { sql } from 'kysely';
import { ask, findPlace, send, type Tx } from '#platform/db/index.ts';
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
    insert into badge_awards (organization_id, badge_id, user_id, public_code, source, awarded_by, awarded_at, expires_at,
      note)
    select ${badge.organization_id}::bigint, ${badge.id}::bigint, given.user_id, given.public_code, ${giving.source},
      ${giving.awardedBy}::bigint, ${giving.now}::timestamptz, ${giving.expiresAt}::timestamptz, ${giving.note}::text
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as given (user_id bigint, public_code text)
    order by given.user_id
    on conflict (badge_id, user_id, organization_id) where revoked_at is null do nothing
    returning ${columns}
  `.execute(tx);
  await count(tx, badge, rows.length);
  return rows.toSorted((one, other) => one.user_id - other.user_id);
}

async function count(
  tx: Tx,
  { id, organization_id }: Pick<BadgeRow, 'id' | 'organization_id'>,
  change: number,
): Promise<void> {
  if (change === 0) return;
  await send(
    tx,
    sql`update badges set award_count = award_count + ${change} where id = ${id} and organization_id = ${organization_id}`,
  );
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
    where badge_id = ${badge.id} and organization_id = ${badge.organization_id}
      and user_id = any(${[...userIds]}::bigint[]) and revoked_at is null and expires_at <= ${giving.now}
    returning ${columns}
  `.execute(tx);
  return rows;
}

/** Undefined when it has been revoked. */
export async function renewOne(
  tx: Tx,
  { id, organization_id }: Pick<AwardRow, 'id' | 'organization_id'>,
  giving: Pick<Giving, 'now' | 'expiresAt'>,
): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    update badge_awards set renewed_at = ${giving.now}, expires_at = ${giving.expiresAt}
    where id = ${id} and organization_id = ${organization_id} and revoked_at is null returning ${columns}
  `.execute(tx);
  return rows[0];
}

export interface Revocation {
  readonly by: number | null;
  readonly reason: string | null;
  readonly now: Temporal.Instant;
}

/** Undefined when it was revoked before: the first reason stays. */
export async function revokeOne(
  tx: Tx,
  { id, organization_id }: Pick<AwardRow, 'id' | 'organization_id'>,
  revocation: Revocation,
): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    update badge_awards set revoked_at = ${revocation.now}, revoked_by = ${revocation.by},
      revoke_reason = ${revocation.reason}
    where id = ${id} and organization_id = ${organization_id} and revoked_at is null returning ${columns}
  `.execute(tx);
  const [revoked] = rows;
  if (revoked) await count(tx, { id: revoked.badge_id, organization_id }, -1);
  return revoked;
}

/** Whether it was shown before; undefined when the award is not theirs. */
export async function setShowName(
  tx: Tx,
  userId: number,
  awardId: number,
  show: boolean,
): Promise<boolean | undefined> {
  const organizationId = await findPlace(tx, 'badge_awards', awardId);
  if (organizationId === undefined) return undefined;
  const { rows } = await sql<{ was_shown: boolean }>`
    update badge_awards a set show_name = ${show}
    from (
      select organization_id, id, show_name as was_shown from badge_awards
      where organization_id = ${organizationId} and id = ${awardId} and user_id = ${userId} for update
    ) known
    where a.organization_id = known.organization_id and a.id = known.id
    returning known.was_shown
  `.execute(tx);
  return rows[0]?.was_shown;
}

export interface TakenAward {
  readonly id: number;
  readonly badge_id: number;
  readonly name: string;
}

/** Where these tables hold something on a person. All shards. */
export async function organizationsAwardedIn(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from badge_awards where user_id = ${userId}
    union select organization_id from badge_journeys where user_id = ${userId}
    union select organization_id from leaderboard_consents where user_id = ${userId}
    order by 1
  `.execute(tx);
  return rows.map((row) => row.organization_id);
}

/**
 * Ends every award of a person in an organization and takes out what was written about them. That there was an award
 * stays.
 */
export async function giveUpAwards(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId: number },
  now: Temporal.Instant,
): Promise<TakenAward[]> {
  const theirs = sql`user_id = ${userId} and organization_id = ${organizationId}`;
  // Badges before awards, as everybody who gives one does.
  const badges = await ask(
    tx,
    sql<{ id: number; name: string }>`
    select id, name from badges
    where organization_id = ${organizationId} and id in (select badge_id from badge_awards where ${theirs})
    order by id for no key update
  `,
  );
  const { rows } = await sql<Omit<TakenAward, 'name'>>`
    update badge_awards set revoked_at = ${now} where ${theirs} and revoked_at is null returning id, badge_id
  `.execute(tx);
  // Of each badge, a person has one award at most.
  if (rows.length > 0)
    await send(
      tx,
      sql`
      update badges set award_count = award_count - 1
      where organization_id = ${organizationId} and id = any(${rows.map(({ badge_id }) => badge_id)}::bigint[])
    `,
    );
  await send(tx, sql`update badge_awards set note = null, revoke_reason = null where ${theirs}`);
  await send(tx, sql`delete from badge_journeys where ${theirs}`);
  await send(tx, sql`delete from leaderboard_consents where ${theirs}`);
  const names = new Map((await badges()).map(({ id, name }) => [id, name]));
  return rows
    .map((row) => ({ ...row, name: names.get(row.badge_id) ?? '' }))
    .toSorted((one, other) => one.id - other.id);
}

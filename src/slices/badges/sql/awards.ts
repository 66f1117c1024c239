import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { AwardStatus } from '../rules/award.ts';
import type { Criteria } from '../rules/criteria.ts';
import type { BadgeRow } from './badges.ts';

export type AwardSource = 'manual' | 'criteria' | 'journey';

export interface AwardRow {
  readonly id: number;
  readonly organization_id: number;
  readonly badge_id: number;
  readonly user_id: number;
  readonly public_code: string;
  readonly source: AwardSource;
  readonly awarded_by: number | null;
  readonly awarded_at: Temporal.Instant;
  readonly renewed_at: Temporal.Instant | null;
  readonly expires_at: Temporal.Instant | null;
  readonly note: string | null;
  readonly show_name: boolean;
  readonly revoked_at: Temporal.Instant | null;
  readonly revoke_reason: string | null;
}

const columns = sql`a.id, a.organization_id, a.badge_id, a.user_id, a.public_code, a.source, a.awarded_by, a.awarded_at,
  a.renewed_at, a.expires_at, a.note, a.show_name, a.revoked_at, a.revoke_reason`;

/** A badge by its id, and whose it is. */
type BadgeName = Pick<BadgeRow, 'id' | 'organization_id'>;

const ofBadge = (badge: BadgeName) =>
  sql`a.badge_id = ${badge.id} and a.organization_id = ${badge.organization_id}`;

export async function findAward(db: Reader, badge: BadgeName, id: number): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    select ${columns} from badge_awards a where a.id = ${id} and ${ofBadge(badge)}
  `.execute(db);
  return rows[0];
}

/** The award that is not revoked, if there is one. */
export async function findAwardOf(
  db: Reader,
  badge: BadgeName,
  userId: number,
): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    select ${columns} from badge_awards a
    where ${ofBadge(badge)} and a.user_id = ${userId} and a.revoked_at is null
  `.execute(db);
  return rows[0];
}

/** Whether the person has or had this badge. */
export async function hasAward(db: Reader, badge: BadgeName, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from badge_awards a where ${ofBadge(badge)} and a.user_id = ${userId} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Whether an award has run out depends on when one asks. */
export interface StatusAt {
  readonly status: AwardStatus;
  readonly now: Temporal.Instant;
}

function ofStatus(wanted: StatusAt | undefined) {
  switch (wanted?.status) {
    case 'revoked':
      return sql`and a.revoked_at is not null`;
    case 'expired':
      return sql`and a.revoked_at is null and a.expires_at <= ${wanted.now}`;
    case 'active':
      return sql`and a.revoked_at is null and (a.expires_at is null or a.expires_at > ${wanted.now})`;
    case undefined:
      return sql``;
  }
}

export interface AwardFilter {
  readonly userId: number | undefined;
  readonly only: StatusAt | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Awards of a badge, newest first. */
export async function selectAwards(
  db: Reader,
  grant: Grant<'badges.manage'>,
  badgeId: number,
  filter: AwardFilter,
): Promise<(AwardRow & { user_name: string })[]> {
  const { rows } = await sql<AwardRow & { user_name: string }>`
    select ${columns}, u.name as user_name from badge_awards a join users u on u.id = a.user_id
    where a.badge_id = ${badgeId} and a.organization_id = ${grant.organizationId}
      ${filter.userId === undefined ? sql`` : sql`and a.user_id = ${filter.userId}`}
      ${filter.before === undefined ? sql`` : sql`and a.id < ${filter.before}`}
      ${ofStatus(filter.only)}
    order by a.id desc limit ${filter.limit + 1}
  `.execute(db);
  return rows;
}

export interface AwardWithBadgeRow extends AwardRow {
  readonly organization_name: string;
  readonly badge_name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly criteria: Criteria;
}

const withBadge = sql`${columns}, b.name as badge_name, b.description, b.image_url, b.criteria, o.name as organization_name`;
const held = sql`badge_awards a join badges b on b.id = a.badge_id and b.organization_id = a.organization_id
  join organizations o on o.id = a.organization_id`;

export interface MineFilter {
  readonly organizationId?: number | undefined;
  readonly only?: StatusAt | undefined;
  readonly withRevoked: boolean;
  readonly before?: number | undefined;
  readonly limit?: number;
}

/** A person's awards, newest first: in one organization (router), or in all (all shards). */
export async function selectMine(
  db: Reader,
  userId: number,
  filter: MineFilter,
): Promise<AwardWithBadgeRow[]> {
  const { rows } = await sql<AwardWithBadgeRow>`
    select ${withBadge} from ${held}
    where a.user_id = ${userId}
      ${filter.organizationId === undefined ? sql`` : sql`and a.organization_id = ${filter.organizationId}`}
      ${filter.before === undefined ? sql`` : sql`and a.id < ${filter.before}`}
      ${filter.withRevoked ? sql`` : sql`and a.revoked_at is null`} ${ofStatus(filter.only)}
    order by a.id desc ${filter.limit === undefined ? sql`` : sql`limit ${filter.limit + 1}`}
  `.execute(db);
  return rows;
}

export interface PublicAwardRow extends AwardWithBadgeRow {
  readonly subject: string;
  readonly holder_name: string;
  readonly organization_zone: string;
  /** Null unless they have shown that it is theirs. */
  readonly holder_email: string | null;
}

/** Undefined for a person who has been erased: nothing is left to show. All shards: the code alone is known. */
export async function findPublicAward(db: Reader, code: string): Promise<PublicAwardRow | undefined> {
  const { rows } = await sql<PublicAwardRow>`
    select ${withBadge}, a.subject, u.name as holder_name, o.time_zone as organization_zone,
      case when u.email_verified_at is not null then u.email end as holder_email
    from ${held} join users u on u.id = a.user_id
    where a.public_code = ${code} and u.erased_at is null
  `.execute(db);
  return rows[0];
}

/** The place of each revoked award of an organization within one of its status lists. */
export async function selectRevokedIds(
  db: Reader,
  organizationId: number,
  from: number,
  until: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from badge_awards
    where organization_id = ${organizationId} and revoked_at is not null and id >= ${from} and id < ${until}
  `.execute(db);
  return rows.map((row) => row.id);
}

export interface AwardSummary {
  readonly user_id: number;
  readonly badge_id: number;
  readonly awarded_at: Temporal.Instant;
}

/** Which of these badges of these organizations these people hold now, and since when. */
export async function heldBadges(
  db: Reader,
  organizationIds: readonly number[],
  userIds: readonly number[],
  badgeIds: readonly number[],
  now: Temporal.Instant,
): Promise<AwardSummary[]> {
  if (userIds.length === 0 || badgeIds.length === 0) return [];
  const { rows } = await sql<AwardSummary>`
    select user_id, badge_id, awarded_at from badge_awards
    where organization_id = any(${[...organizationIds]}::bigint[])
      and badge_id = any(${[...badgeIds]}::bigint[]) and user_id = any(${[...userIds]}::bigint[])
      and revoked_at is null and (expires_at is null or expires_at > ${now})
  `.execute(db);
  return rows;
}

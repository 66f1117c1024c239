import { type RawBuilder, sql } from 'kysely';
import {
  findPlace,
  inKnownPlace,
  patternsOf,
  type Reader,
  rememberPlaces,
  type Tx,
} from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { Criteria } from '../rules/criteria.ts';

export interface BadgeRow {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly criteria: Criteria;
  readonly expires_after_days: number | null;
  readonly award_count: number;
  readonly status: 'active' | 'archived';
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

const columns = sql`b.id, b.organization_id, b.name, b.description, b.image_url, b.criteria, b.expires_after_days,
  b.award_count, b.status, b.created_at, b.updated_at`;

export async function findBadge(db: Reader, id: number): Promise<BadgeRow | undefined> {
  const { rows } = await sql<BadgeRow>`
    select ${columns} from badges b where b.id = ${id} ${inKnownPlace(db, 'badges', id, 'b')}
  `.execute(db);
  rememberPlaces(db, 'badges', rows);
  return rows[0];
}

/** Locked until the transaction ends: changes and awards of a badge take turns. */
export async function lockBadge(tx: Tx, id: number): Promise<BadgeRow | undefined> {
  const organizationId = await findPlace(tx, 'badges', id);
  if (organizationId === undefined) return undefined;
  const { rows } = await sql<BadgeRow>`
    select ${columns} from badges b where b.id = ${id} and b.organization_id = ${organizationId} for no key update
  `.execute(tx);
  return rows[0];
}

export interface BadgeFilter {
  readonly organizationId: number | undefined;
  readonly status: BadgeRow['status'];
  readonly q: string | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

/** Of one organization (router), or of all (all shards). */
export async function selectBadges(db: Reader, filter: BadgeFilter): Promise<BadgeRow[]> {
  const conditions: RawBuilder<unknown>[] = [sql`b.status = ${filter.status}`];
  if (filter.organizationId !== undefined) conditions.push(sql`b.organization_id = ${filter.organizationId}`);
  if (filter.after !== undefined) conditions.push(sql`b.id > ${filter.after}`);
  if (filter.q !== undefined && filter.q.trim() !== '')
    conditions.push(sql`b.name ilike any (${patternsOf(filter.q.trim())}::text[])`);
  const { rows } = await sql<BadgeRow>`
    select ${columns} from badges b where ${sql.join(conditions, sql` and `)}
    order by b.id limit ${filter.limit + 1}
  `.execute(db);
  return rows;
}

export interface BadgeScope {
  readonly organizationIds?: readonly number[] | undefined;
  readonly badgeId?: number | undefined;
}

/** Badges that are awarded automatically: of these organizations (their shards), or of all (all shards). */
export async function selectAutomaticBadges(
  db: Reader,
  { organizationIds, badgeId }: BadgeScope,
): Promise<BadgeRow[]> {
  const { rows } = await sql<BadgeRow>`
    select ${columns} from badges b
    where b.status = 'active' and b.criteria ->> 'type' <> 'manual'
      ${organizationIds ? sql`and b.organization_id = any(${[...organizationIds]}::bigint[])` : sql``}
      ${badgeId === undefined ? sql`` : sql`and b.id = ${badgeId}`}
    order by b.id
  `.execute(db);
  return rows;
}

export interface BadgeValues {
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly criteria: Criteria;
  readonly expires_after_days: number | null;
}

export async function insertBadge(
  tx: Tx,
  grant: Grant<'badges.manage'>,
  values: BadgeValues,
  now: Temporal.Instant,
): Promise<BadgeRow> {
  const { rows } = await sql<BadgeRow>`
    insert into badges as b (organization_id, name, description, image_url, criteria, expires_after_days, status,
      created_at, updated_at)
    values (${grant.organizationId}, ${values.name}, ${values.description}, ${values.image_url},
      ${JSON.stringify(values.criteria)}, ${values.expires_after_days}, 'active', ${now}, ${now})
    returning ${columns}
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no badge was made');
  rememberPlaces(tx, 'badges', rows);
  return row;
}

export async function updateBadge(
  tx: Tx,
  grant: Grant<'badges.manage'>,
  id: number,
  { criteria, ...values }: Partial<BadgeValues> & { status?: BadgeRow['status'] },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('badges')
    .set({ ...values, ...(criteria && { criteria: JSON.stringify(criteria) }), updated_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .execute();
}

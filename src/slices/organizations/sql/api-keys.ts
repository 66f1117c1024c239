import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import { announceAccessChanges } from '#platform/live/index.ts';
import type { Grant } from '../rules/access.ts';

const columns = [
  'id',
  'organization_id',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'suspended_at',
  'created_by',
  sql<string>`(select name from users where users.id = api_keys.created_by)`.as('created_by_name'),
] as const;

export interface NewApiKey {
  readonly name: string;
  readonly prefix: string;
  readonly digest: Buffer;
  readonly scopes: readonly string[];
  readonly createdBy: number;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant | null;
}

export async function insertApiKey(tx: Tx, grant: Grant<'api_keys.manage'>, key: NewApiKey) {
  return await tx
    // Citus refuses a subquery in `returning`.
    .with('made', (db) =>
      db
        .insertInto('api_keys')
        .values({
          organization_id: grant.organizationId,
          name: key.name,
          prefix: key.prefix,
          digest: key.digest,
          scopes: [...key.scopes],
          created_by: key.createdBy,
          created_at: key.now,
          expires_at: key.expiresAt,
        })
        .returningAll(),
    )
    .selectFrom('made as api_keys')
    .select(columns)
    .executeTakeFirstOrThrow();
}
export type ApiKeyRow = Awaited<ReturnType<typeof insertApiKey>>;

export async function selectApiKeys(
  db: Reader,
  grant: Grant<'api_keys.manage'>,
  after: number | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', grant.organizationId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('id', '<', after);
  return await query.execute();
}

export async function apiKeysBy(db: Reader, userId: number): Promise<ApiKeyRow[]> {
  return await db
    .selectFrom('api_keys')
    .select(columns)
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute();
}

export async function revokeApiKey(
  tx: Tx,
  grant: Grant,
  id: number,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row) await announceAccessChanges(tx, 'key', [id]);
  return row !== undefined;
}

/** Revokes all keys of organizations. */
export async function revokeAllKeys(
  tx: Tx,
  organizationIds: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('organization_id', 'in', organizationIds)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  await announceAccessChanges(
    tx,
    'key',
    revoked.map(({ id }) => id),
  );
}

/** Stops the living keys that a person has made in these organizations. */
export async function suspendApiKeys(
  tx: Tx,
  { organizationIds, userId }: { organizationIds: readonly number[]; userId: number },
  now: Temporal.Instant,
) {
  const suspended = await tx
    .updateTable('api_keys')
    .set({ suspended_at: now })
    .where('created_by', '=', userId)
    .where('organization_id', 'in', organizationIds)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', now)]))
    .returning(['id', 'organization_id', 'name', 'prefix'])
    .execute();
  await announceAccessChanges(
    tx,
    'key',
    suspended.map(({ id }) => id),
  );
  return suspended;
}

const apiKeys = (db: Reader, grant: Grant<'api_keys.manage'>) =>
  db.selectFrom('api_keys').select(columns).where('organization_id', '=', grant.organizationId);

export async function lockApiKey(
  tx: Tx,
  grant: Grant<'api_keys.manage'>,
  id: number,
): Promise<ApiKeyRow | undefined> {
  return await apiKeys(tx, grant).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Gives a suspended key to another admin, under a new secret. */
export async function reissueApiKey(
  tx: Tx,
  grant: Grant<'api_keys.manage'>,
  id: number,
  key: Pick<NewApiKey, 'prefix' | 'digest' | 'createdBy'>,
): Promise<ApiKeyRow> {
  await tx
    .updateTable('api_keys')
    .set({ prefix: key.prefix, digest: key.digest, created_by: key.createdBy, suspended_at: null })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .execute();
  await announceAccessChanges(tx, 'key', [id]);
  return await apiKeys(tx, grant).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The key behind a digest that has neither ended nor been revoked. Its last use is noted at most once a minute. */
export async function findLivingKey(db: Reader, digest: Buffer) {
  const { rows } = await sql<{
    id: number;
    organization_id: number;
    scopes: string[];
    suspended: boolean;
    stale: boolean;
  }>`
    select id, organization_id, scopes, suspended_at is not null as suspended, (last_used_at is null or last_used_at < now() - interval '1 minute') as stale
    from api_keys
    where digest = ${digest} and revoked_at is null and (expires_at is null or expires_at > now())
  `.execute(db);
  return rows[0];
}

export async function noteKeyUse(
  db: Reader,
  { id, organization_id }: { readonly id: number; readonly organization_id: number },
): Promise<void> {
  await sql`
    update api_keys set last_used_at = now() where id = ${id} and organization_id = ${organization_id}
  `.execute(db);
}

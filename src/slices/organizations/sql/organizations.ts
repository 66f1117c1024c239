import type { Reader, Tx } from '#platform/db/index.ts';
import type { Grant } from '../rules/access.ts';
import type { OrganizationChangeInput } from '../schema/organizations.ts';
import { revokeAllKeys } from './api-keys.ts';
import { revokeAllInvitations } from './invitations.ts';

const columns = [
  'id',
  'name',
  'time_zone',
  'policies',
  'join_rule',
  'join_role',
  'required_profile_fields',
  'show_coming',
  'allow_hour_reports',
  'created_at',
  'updated_at',
] as const;

export async function findOrganization(db: Reader, id: number) {
  return await db.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirst();
}
export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

export async function lockOrganization(
  tx: Tx,
  grant: Grant<'organization.change'>,
): Promise<OrganizationRow> {
  return await tx
    .selectFrom('organizations')
    .select(columns)
    .where('id', '=', grant.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function insertOrganization(
  tx: Tx,
  organization: { name: string; timeZone: string; now: Temporal.Instant },
): Promise<OrganizationRow> {
  return await tx
    .insertInto('organizations')
    .values({
      name: organization.name,
      time_zone: organization.timeZone,
      created_at: organization.now,
      updated_at: organization.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateOrganization(
  tx: Tx,
  grant: Grant<'organization.change'>,
  change: OrganizationChangeInput,
  now: Temporal.Instant,
): Promise<OrganizationRow> {
  const { name, time_zone, policies, join_rule, join_role, required_profile_fields } = change;
  const { show_coming, allow_hour_reports } = change;
  return await tx
    .updateTable('organizations')
    .set({
      ...(name !== undefined && { name: name.trim() }),
      ...(time_zone !== undefined && { time_zone }),
      ...(policies !== undefined && { policies: JSON.stringify(policies) }),
      ...(join_rule !== undefined && { join_rule }),
      ...(join_role !== undefined && { join_role }),
      ...(required_profile_fields !== undefined && { required_profile_fields }),
      ...(show_coming !== undefined && { show_coming }),
      ...(allow_hour_reports !== undefined && { allow_hour_reports }),
      updated_at: now,
    })
    .where('id', '=', grant.organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Closes organizations without members: no joining, no invitations, no keys. */
export async function closeOrganizations(
  tx: Tx,
  ids: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('organizations').set({ join_rule: 'invitation' }).where('id', 'in', ids).execute();
  await revokeAllInvitations(tx, ids, now);
  await revokeAllKeys(tx, ids, now);
}

/** Organizations that every new account becomes part of. */
export async function organizationsForEveryone(tx: Tx) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'join_role'])
    .where('join_rule', '=', 'everyone')
    .execute();
}

/** All shards. */
export async function selectMine(db: Reader, userId: number, after: number | undefined, limit: number) {
  let query = db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.time_zone',
      'organizations.allow_hour_reports',
      'memberships.role',
      'memberships.joined_at',
    ])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.organization_id')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('memberships.organization_id', '>', after);
  return await query.execute();
}

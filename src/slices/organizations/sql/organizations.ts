import type { Database, Tx } from '#platform/db/index.ts';
import type { Grant } from '../commands/authorize.ts';
import type { OrganizationChangeInput } from '../schema.ts';

type Reader = Database['db'] | Tx;

const columns = [
  'id',
  'name',
  'time_zone',
  'policies',
  'join_rule',
  'join_role',
  'required_profile_fields',
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
    .forUpdate()
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
  const { policies, ...plain } = change;
  return await tx
    .updateTable('organizations')
    .set({ ...plain, ...(policies && { policies: JSON.stringify(policies) }), updated_at: now })
    .where('id', '=', grant.organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Organizations that every new account becomes part of. */
export async function organizationsForEveryone(tx: Tx) {
  return await tx
    .selectFrom('organizations')
    .select(['id', 'join_role'])
    .where('join_rule', '=', 'everyone')
    .execute();
}

export async function selectMine(
  db: Database['db'],
  userId: number,
  after: number | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.time_zone',
      'memberships.role',
      'memberships.joined_at',
    ])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.organization_id')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('memberships.organization_id', '>', after);
  return await query.execute();
}

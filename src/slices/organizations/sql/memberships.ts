import { sql } from 'kysely';
import { patternsOf, type Reader, send, type Tx, withNewPlan } from '#platform/db/index.ts';
import { announceAccessChanges } from '#platform/live/index.ts';
import type { Grant, Role } from '../rules/access.ts';

export async function findRole(
  db: Reader,
  organizationId: number,
  userId: number,
): Promise<Role | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role as Role | undefined;
}

/**
 * The person's role, locked until the transaction ends: removing them or changing the role waits. Undefined for people
 * who are not members.
 */
export async function lockRole(tx: Tx, organizationId: number, userId: number): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from memberships where organization_id = ${organizationId} and user_id = ${userId} for share
  `.execute(tx);
  return rows[0]?.role;
}

/** All shards. */
export async function listRoles(
  db: Reader,
  userId: number,
): Promise<{ readonly organization_id: number; readonly role: Role }[]> {
  const rows = await db
    .selectFrom('memberships')
    .select(['organization_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
  return rows as { organization_id: number; role: Role }[];
}

export interface NewMembership {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: Role;
  readonly now: Temporal.Instant;
}

/** Which of them are new, in order. Existing members stay as they are. */
export async function insertMemberships(tx: Tx, memberships: readonly NewMembership[]): Promise<boolean[]> {
  if (memberships.length === 0) return [];
  const values = memberships.map(({ organizationId, userId, role, now }) => ({
    organization_id: organizationId,
    user_id: userId,
    role,
    joined_at: now,
  }));
  const rows = await tx
    .insertInto('memberships')
    .values(values)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning(['organization_id', 'user_id'])
    .execute();
  return memberships.map(({ organizationId, userId }) =>
    rows.some((row) => row.organization_id === organizationId && row.user_id === userId),
  );
}

/**
 * While someone becomes a member, no one can count members and close the organization because there are none; many can join
 * at once. Answers which of them still take the people that come unasked.
 */
export async function lockOpenOrganizations(
  tx: Tx,
  organizationIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number; join_rule: string }>`
    select id, join_rule from organizations where id = any(${[...new Set(organizationIds)]}::bigint[])
    order by id for share
  `.execute(tx);
  return new Set(rows.filter(({ join_rule }) => join_rule !== 'invitation').map(({ id }) => id));
}

/**
 * Locks the organization's row: only one transaction at a time may count owners and remove one. Others may go on
 * adding rows that point to the organization.
 */
export async function lockOwners(tx: Tx, organizationId: number): Promise<number[]> {
  await send(tx, sql`select 1 from organizations where id = ${organizationId} for no key update`);
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function setRole(
  tx: Tx,
  grant: Grant<'members.manage'>,
  userId: number,
  role: Role,
): Promise<void> {
  const changed = await tx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', grant.organizationId)
    .where('user_id', '=', userId)
    .where('role', '<>', role)
    .returning('user_id')
    .executeTakeFirst();
  if (changed) await announceAccessChanges(tx, 'user', [userId]);
}

export async function deleteMembership(
  tx: Tx,
  grant: Pick<Grant<'members.manage' | 'organization.leave'>, 'organizationId'>,
  userId: number,
): Promise<void> {
  await send(
    tx,
    sql`delete from memberships where organization_id = ${grant.organizationId} and user_id = ${userId}`,
  );
  await announceAccessChanges(tx, 'user', [userId]);
}

export interface MemberFilter {
  readonly limit: number;
  readonly after: number | undefined;
  readonly q: string | undefined;
  readonly role: Role | undefined;
  readonly userId: number | undefined;
}

export async function selectMembers(
  db: Reader,
  { organizationId }: Grant<'members.read'>,
  { limit, after, q, role, userId }: MemberFilter,
): Promise<MemberRow[]> {
  const patterns = patternsOf(q ?? '');
  const conditions = [
    after === undefined ? sql`` : sql`and m.user_id > ${after}`,
    role === undefined ? sql`` : sql`and m.role = ${role}`,
    userId === undefined ? sql`` : sql`and m.user_id = ${userId}`,
    q === undefined
      ? sql``
      : sql`and (u.name ilike any (${patterns}::text[]) or u.email ilike any (${patterns}::text[]))`,
  ];
  return await withNewPlan(
    db,
    sql<MemberRow>`
    select m.user_id, u.name, u.email, m.role, m.joined_at from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} ${sql.join(conditions, sql` `)}
    order by m.user_id limit ${limit + 1}
  `,
  );
}

export async function findMember(db: Reader, organizationId: number, userId: number) {
  return await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.user_id', 'users.name', 'users.email', 'memberships.role', 'memberships.joined_at'])
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst();
}
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Whom to write to about the organization itself. */
export async function selectAdministrators(db: Reader, organizationId: number) {
  const { rows } = await sql<{ id: number; email: string; name: string; language: string }>`
    select u.id, u.email, u.name, u.language from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.role in ('owner', 'admin') and u.email is not null
    order by u.id
  `.execute(db);
  return rows;
}

/** Organizations of which this person is the only owner, each with whether others belong to it. Locks them. */
export async function lockSoleOwnerships(tx: Tx, userId: number) {
  const owned = (await listRoles(tx, userId)).filter(({ role }) => role === 'owner');
  if (owned.length === 0) return [];
  const ids = owned.map(({ organization_id }) => organization_id);
  await send(
    tx,
    sql`select 1 from organizations where id = any(${ids}::bigint[]) order by id for no key update`,
  );
  // Few shards: those of the organizations that the person owns.
  const { rows } = await sql<{ organization_id: number; name: string; has_others: boolean }>`
    select m.organization_id, o.name, count(*) > 1 as has_others
    from memberships m join organizations o on o.id = m.organization_id
    where m.organization_id = any(${ids}::bigint[])
    group by m.organization_id, o.name
    having count(*) filter (where m.role = 'owner') = 1
      and count(*) filter (where m.role = 'owner' and m.user_id = ${userId}) = 1
    order by m.organization_id
  `.execute(tx);
  return rows;
}

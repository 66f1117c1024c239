import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { Grant, Role } from '../rules/access.ts';

const columns = [
  'id',
  'organization_id',
  'email',
  'name',
  'role',
  'created_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
  'suspended_at',
  'created_by',
  sql<string>`(select name from users where users.id = invitations.created_by)`.as('created_by_name'),
] as const;

export interface NewInvitation {
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  readonly digest: Buffer;
  readonly createdBy: number;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export async function insertInvitation(tx: Tx, grant: Grant<'members.manage'>, invitation: NewInvitation) {
  return await tx
    // Citus refuses a subquery in `returning`.
    .with('made', (db) =>
      db
        .insertInto('invitations')
        .values({
          organization_id: grant.organizationId,
          email: invitation.email,
          name: invitation.name,
          role: invitation.role,
          digest: invitation.digest,
          created_by: invitation.createdBy,
          created_at: invitation.now,
          expires_at: invitation.expiresAt,
        })
        .returningAll(),
    )
    .selectFrom('made as invitations')
    .select(columns)
    .executeTakeFirstOrThrow();
}
/** How many were sent by email since then, counted up to a limit. */
export async function countMailed(
  tx: Tx,
  { organizationId }: Grant<'members.manage'>,
  since: Temporal.Instant,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select created_at from invitations
      where organization_id = ${organizationId} and email is not null order by id desc limit ${most}
    ) as latest where created_at > ${since}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Many at once. Returns their ids in the order of the people. */
export async function insertInvitations(
  tx: Tx,
  { organizationId }: Grant<'members.manage'>,
  people: readonly { email: string; name: string | null; role: Role; digest: Buffer }[],
  common: Pick<NewInvitation, 'createdBy' | 'now' | 'expiresAt'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (organization_id, email, name, role, digest, created_by, created_at, expires_at)
    select ${organizationId}::bigint, email, name, role, digest, ${common.createdBy}::bigint,
      ${common.now}::timestamptz, ${common.expiresAt}::timestamptz
    from unnest(${people.map(({ email }) => email)}::text[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ role }) => role)}::text[], ${people.map(({ digest }) => digest)}::bytea[])
      with ordinality as given (email, name, role, digest, position)
    order by position
    returning id
  `.execute(tx);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** Of these addresses: whose are members, who has an open invitation, and which language their owners read. */
export async function selectKnown(
  tx: Tx,
  { organizationId }: Grant<'members.manage'>,
  emails: readonly string[],
  now: Temporal.Instant,
) {
  const { rows: accounts } = await sql<{ email: string; language: string; is_member: boolean }>`
    select u.email, u.language, m.user_id is not null as is_member
    from users u left join memberships m on m.user_id = u.id and m.organization_id = ${organizationId}
    where u.email = any(${[...emails]}::text[]) and u.erased_at is null
  `.execute(tx);
  const { rows: open } = await sql<{ email: string }>`
    select email from invitations
    where organization_id = ${organizationId} and email = any(${[...emails]}::text[]) and accepted_at is null
      and revoked_at is null and suspended_at is null and expires_at > ${now}
  `.execute(tx);
  return {
    members: new Set(accounts.filter(({ is_member }) => is_member).map(({ email }) => email)),
    invited: new Set(open.map(({ email }) => email)),
    languages: new Map(accounts.map(({ email, language }) => [email, language])),
  };
}

export type KnownAddresses = Awaited<ReturnType<typeof selectKnown>>;

export type InvitationRow = Awaited<ReturnType<typeof insertInvitation>>;

export async function selectInvitations(
  db: Reader,
  grant: Grant<'members.manage'>,
  after: number | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', grant.organizationId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('id', '<', after);
  return await query.execute();
}

export async function revokeInvitation(
  tx: Tx,
  grant: Grant,
  id: number,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the invitation up. Of two people at once one gets it, the other nothing. */
export async function acceptInvitation(tx: Tx, digest: Buffer, userId: number, now: Temporal.Instant) {
  return await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('digest', '=', digest)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'organization_id', 'email', 'role'])
    .executeTakeFirst();
}

/** Whether this token is refused only because its creator can no longer invite people. */
export async function isSuspended(tx: Tx, digest: Buffer, now: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('invitations')
    .select('id')
    .where('digest', '=', digest)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes all invitations of organizations. */
export async function revokeAllInvitations(
  tx: Tx,
  organizationIds: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('organization_id', 'in', organizationIds)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Stops the open invitations that a person has made to these roles in these organizations. */
export async function suspendInvitations(
  tx: Tx,
  { organizationIds, userId }: { organizationIds: readonly number[]; userId: number },
  lostRoles: readonly Role[],
  now: Temporal.Instant,
) {
  return await tx
    .updateTable('invitations')
    .set({ suspended_at: now })
    .where('created_by', '=', userId)
    .where('organization_id', 'in', organizationIds)
    .where('role', 'in', lostRoles)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'organization_id', 'email', 'role'])
    .execute();
}

const invitations = (db: Reader, grant: Grant<'members.manage'>) =>
  db.selectFrom('invitations').select(columns).where('organization_id', '=', grant.organizationId);

export async function lockInvitation(
  tx: Tx,
  grant: Grant<'members.manage'>,
  id: number,
): Promise<InvitationRow | undefined> {
  return await invitations(tx, grant).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Gives a suspended invitation to another admin, under a new token. */
export async function reissueInvitation(
  tx: Tx,
  grant: Grant<'members.manage'>,
  id: number,
  invitation: Pick<NewInvitation, 'digest' | 'createdBy' | 'expiresAt'>,
): Promise<InvitationRow> {
  await tx
    .updateTable('invitations')
    .set({
      digest: invitation.digest,
      created_by: invitation.createdBy,
      expires_at: invitation.expiresAt,
      suspended_at: null,
    })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .execute();
  return await invitations(tx, grant).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Removes a person's address from invitations. An open one ends: without the address, anyone could use it. */
export async function forgetInvitee(tx: Tx, email: string, now: Temporal.Instant): Promise<void> {
  await sql`
    update invitations set email = null, name = null,
      revoked_at = case when accepted_at is null then coalesce(revoked_at, ${now}) else revoked_at end
    where email = ${email}
  `.execute(tx);
}

/** Invitations to this person, by this person, or taken by this person. */
export async function invitationsAround(db: Reader, userId: number, email: string) {
  return await db
    .selectFrom('invitations')
    .select([...columns, 'accepted_by'])
    .where((or) =>
      or.or([or('email', '=', email), or('created_by', '=', userId), or('accepted_by', '=', userId)]),
    )
    .orderBy('id')
    .execute();
}

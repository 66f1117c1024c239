import { sql } from 'kysely';
import { knownPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '../rules/access.ts';

const columns = [
  'join_requests.id',
  'join_requests.organization_id',
  'join_requests.user_id',
  'join_requests.message',
  'join_requests.status',
  'join_requests.reason',
  'join_requests.created_at',
  'join_requests.decided_at',
] as const;

const withPerson = (db: Reader) =>
  db
    .selectFrom('join_requests')
    .innerJoin('users', 'users.id', 'join_requests.user_id')
    .innerJoin('organizations', 'organizations.id', 'join_requests.organization_id')
    .select([
      ...columns,
      'users.name as user_name',
      'users.email as user_email',
      'users.language as user_language',
      'organizations.name as organization_name',
      'organizations.join_role',
    ]);

/** In the given organization, or in any. */
export async function findJoinRequest(db: Reader, id: number, within?: number) {
  const organizationId = within ?? knownPlace(db, 'join_requests', id);
  let query = withPerson(db).where('join_requests.id', '=', id);
  if (organizationId !== undefined) query = query.where('join_requests.organization_id', '=', organizationId);
  const row = await query.executeTakeFirst();
  if (row) rememberPlaces(db, 'join_requests', [row]);
  return row;
}
export type JoinRequestRow = NonNullable<Awaited<ReturnType<typeof findJoinRequest>>>;

/** Undefined if the person has an open request there already. */
export async function insertJoinRequest(
  tx: Tx,
  request: { organizationId: number; userId: number; message: string; now: Temporal.Instant },
): Promise<number | undefined> {
  const { organizationId, userId, message, now } = request;
  const { rows } = await sql<{ id: number }>`
    insert into join_requests (organization_id, user_id, message, created_at)
    values (${organizationId}, ${userId}, ${message}, ${now})
    on conflict (organization_id, user_id) where status = 'open' do nothing
    returning id
  `.execute(tx);
  return rows[0]?.id;
}

/** When the person asked since then, oldest first, with any outcome. All shards. */
export async function askedSince(
  db: Reader,
  userId: number,
  since: Temporal.Instant,
): Promise<Temporal.Instant[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

export interface JoinRequestFilter {
  readonly status: string | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

export async function selectJoinRequests(
  db: Reader,
  of: Grant<'members.manage'> | { readonly userId: number },
  { status, after, limit }: JoinRequestFilter,
): Promise<JoinRequestRow[]> {
  let query = withPerson(db)
    .orderBy('join_requests.id', 'desc')
    .limit(limit + 1);
  query =
    'userId' in of
      ? query.where('join_requests.user_id', '=', of.userId)
      : query.where('join_requests.organization_id', '=', of.organizationId);
  if (status !== undefined) query = query.where('join_requests.status', '=', status);
  if (after !== undefined) query = query.where('join_requests.id', '<', after);
  return await query.execute();
}

/** Closes an open request. Of two decisions at once the first counts: false for the other. */
export async function closeJoinRequest(
  tx: Tx,
  { id, organization_id }: Pick<JoinRequestRow, 'id' | 'organization_id'>,
  decision: {
    status: 'approved' | 'declined' | 'withdrawn';
    by: number | null;
    reason?: string | undefined;
    now: Temporal.Instant;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('join_requests')
    .set({
      status: decision.status,
      decided_at: decision.now,
      decided_by: decision.by,
      reason: decision.reason ?? null,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** People who have become members, in any way, no longer wait for an answer. */
export async function closeRequestsOfMembers(
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    update join_requests set status = 'approved', decided_at = ${now}
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::bigint[]) and status = 'open'
  `,
  );
}

export async function deleteJoinRequests(tx: Tx, userId: number): Promise<void> {
  // All shards; then each organization's own.
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from join_requests where user_id = ${userId} order by 1
  `.execute(tx);
  for (const { organization_id } of rows)
    await send(
      tx,
      sql`delete from join_requests where organization_id = ${organization_id} and user_id = ${userId}`,
    );
}

import { sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';
import { ask, type Reader, send, type Tx } from '#platform/db/index.ts';
import { announceAccessChanges } from '#platform/live/index.ts';

const day = 24;
const key = ['id', 'user_id'];

/** Ended sessions, used links, old failures, devices that are no longer used. */
export const expiringAccounts = [
  olderThan({ table: 'sessions', key, column: 'expires_at', keptHours: 30 * day }),
  olderThan({
    table: 'sessions',
    key,
    column: 'revoked_at',
    keptHours: 30 * day,
    only: sql`revoked_at is not null`,
  }),
  olderThan({ table: 'mail_tokens', column: 'expires_at', keptHours: day }),
  olderThan({ table: 'login_failures', column: 'last_failed_at', keptHours: 2 * day }),
  olderThan({
    table: 'known_devices',
    key: ['user_id', 'device'],
    column: 'last_used_at',
    keptHours: 180 * day,
  }),
];

export interface NewSession extends SessionName {
  readonly refreshHash: Buffer;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** Asked for ahead: the hash of the refresh token contains it. */
export async function drawSessionId(tx: Tx): Promise<() => Promise<number>> {
  const rows = await ask(tx, sql<{ id: number }>`select nextval('sessions_id_seq') as id`);
  return async () => {
    const [row] = await rows();
    if (!row) throw new Error('the sequence of sessions has no next number');
    return row.id;
  };
}

/** Its first generation. Sent ahead. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { id, userId, refreshHash, now, expiresAt, userAgent, address } = session;
  await send(
    tx,
    sql`
    insert into sessions (id, user_id, refresh_hash, rotated_at, created_at, last_used_at, expires_at, user_agent, address)
    overriding system value
    values (${id}, ${userId}, ${refreshHash}, ${now}, ${now}, ${now}, ${expiresAt}, ${userAgent}, ${address})
  `,
  );
}

/** A person's tables are kept by person, so a session is found by both. */
export interface SessionName {
  readonly id: number;
  readonly userId: number;
}

export async function lockSession(tx: Tx, { id, userId }: SessionName) {
  return await tx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'generation', 'refresh_hash', 'rotated_at', 'expires_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface Rotation {
  readonly generation: number;
  readonly hash: Buffer;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export async function storeGeneration(
  tx: Tx,
  { id, userId }: SessionName,
  rotation: Rotation,
): Promise<void> {
  const { generation, hash, now, expiresAt } = rotation;
  await send(
    tx,
    sql`
    update sessions set generation = ${generation}, refresh_hash = ${hash}, rotated_at = ${now},
      last_used_at = ${now}, expires_at = ${expiresAt}
    where user_id = ${userId} and id = ${id}
  `,
  );
}

/** Ends the person's sessions: one, or all (but one). Returns how many ended. */
export async function revokeSessions(
  tx: Tx,
  userId: number,
  which: { only?: number; except?: number; livingOnly?: boolean },
  now: Temporal.Instant,
): Promise<number> {
  let query = tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  if (which.livingOnly) query = query.where('expires_at', '>', now);
  const ended = await query.returning('id').execute();
  await announceAccessChanges(
    tx,
    'session',
    ended.map(({ id }) => id),
  );
  return ended.length;
}

/** Removes everything about the sessions of an erased person. */
export async function deleteSessions(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ id: number; is_alive: boolean }>`
    delete from sessions where user_id = ${userId}
    returning id, revoked_at is null and expires_at > ${now} as is_alive
  `.execute(tx);
  await announceAccessChanges(
    tx,
    'session',
    rows.filter(({ is_alive }) => is_alive).map(({ id }) => id),
  );
}

/** Also those that have ended: what is still held on a person. */
export async function listAllSessions(db: Reader, userId: number) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'revoked_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

export async function listSessions(db: Reader, userId: number, now: Temporal.Instant) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

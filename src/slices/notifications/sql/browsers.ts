import { sql } from 'kysely';
import { type Reader, send, type Tx } from '#platform/db/index.ts';

/** A browser that shows notifications. */
export interface BrowserRow {
  readonly id: number;
  readonly user_id: number;
  readonly sealed: Buffer;
}

export interface NewBrowser {
  readonly userId: number;
  readonly sessionId: number;
  readonly digest: Buffer;
  readonly sealed: Buffer;
  readonly now: Temporal.Instant;
}

/**
 * A browser that is known already gets its new keys. What it was known by before in this session is forgotten, and so are
 * the oldest browsers beyond `most`.
 */
export async function putBrowser(tx: Tx, browser: NewBrowser, most: number): Promise<number> {
  const { userId, sessionId, digest, sealed, now } = browser;
  const { rows } = await sql<{ id: number }>`
    insert into push_subscriptions (user_id, session_id, digest, sealed, created_at)
    values (${userId}, ${sessionId}, ${digest}, ${sealed}, ${now})
    on conflict (digest, user_id) do update set session_id = excluded.session_id, sealed = excluded.sealed,
      created_at = excluded.created_at
    returning id
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a browser was not written');
  await send(
    tx,
    sql`
    delete from push_subscriptions where user_id = ${userId} and id <> ${id} and (session_id = ${sessionId} or id in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc offset ${most}
    ))
  `,
  );
  return id;
}

/** Of people, those whose sessions are alive. */
export async function selectBrowsers(
  db: Reader,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<BrowserRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<BrowserRow>`
    select p.id, p.user_id, p.sealed from push_subscriptions p
    join sessions s on s.id = p.session_id and s.user_id = p.user_id
    where p.user_id = any(${[...userIds]}::bigint[]) and s.revoked_at is null and s.expires_at > ${now}
    order by p.user_id, p.id
  `.execute(db);
  return rows;
}

/** Whether the browser of this session is registered, and under which id. */
export async function selectOwnBrowsers(db: Reader, userId: number, sessionId: number) {
  return await db
    .selectFrom('push_subscriptions')
    .select(['id', 'created_at', sql<boolean>`session_id = ${sessionId}`.as('current')])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Without address and keys: with them, anyone could write to the browser. */
export async function browsersOf(db: Reader, userId: number) {
  return await db
    .selectFrom('push_subscriptions')
    .select(['session_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function deleteBrowser(db: Reader, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from push_subscriptions where user_id = ${userId} and id = ${id} returning 1
  `.execute(db);
  return rows.length > 0;
}

export async function findReadUntil(db: Reader, userId: number): Promise<number> {
  const row = await db
    .selectFrom('notification_reads')
    .select('read_until')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.read_until ?? 0;
}

/** The newest notification of a person up to this one. */
export async function findNewest(db: Reader, userId: number, until: number): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '<=', until)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Never backwards: another device may have read further. Returns how far that is. */
export async function readUntil(
  tx: Tx,
  userId: number,
  until: number,
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ read_until: number }>`
    insert into notification_reads as mine (user_id, read_until, updated_at) values (${userId}, ${until}, ${now})
    on conflict (user_id) do update set read_until = greatest(mine.read_until, excluded.read_until),
      updated_at = excluded.updated_at
    returning read_until
  `.execute(tx);
  return rows[0]?.read_until ?? until;
}

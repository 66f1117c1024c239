import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';

type Reader = Database['db'] | Tx;

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly timeZone: string;
  readonly now: Temporal.Instant;
}

/** Undefined when the e-mail address is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<{ id: number } | undefined> {
  return await tx
    .insertInto('users')
    .values({
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      time_zone: user.timeZone,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** True unless somebody owns the installation already; the unique index decides between two at once. */
export async function claimInstallation(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update users set is_installation_owner = true
    where id = ${userId} and not exists (select 1 from users where is_installation_owner)
    returning 1
  `.execute(tx);
  return rows.length === 1;
}

export async function isInstallationOwner(db: Reader, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('is_installation_owner')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.is_installation_owner ?? false;
}

export async function hasInstallationOwner(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_installation_owner', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Credentials {
  readonly id: number;
  readonly email: string | null;
  readonly name: string;
  readonly password_hash: string | null;
}

export async function findCredentials(
  db: Reader,
  by: { email: string } | { id: number },
): Promise<Credentials | undefined> {
  const query = db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('erased_at', 'is', null);
  return await ('email' in by
    ? query.where('email', '=', by.email)
    : query.where('id', '=', by.id)
  ).executeTakeFirst();
}

export async function setPassword(
  tx: Tx,
  userId: number,
  hash: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: hash, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

const profileColumns = [
  'id',
  'email',
  'email_verified_at',
  'name',
  'phone',
  'date_of_birth',
  'emergency_contact',
  'time_zone',
  'language',
  'notification_preferences',
  'created_at',
  'updated_at',
] as const;

export async function findProfile(db: Reader, userId: number) {
  return await db
    .selectFrom('users')
    .select(profileColumns)
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
}
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export async function lockProfile(tx: Tx, userId: number): Promise<ProfileRow | undefined> {
  return await tx
    .selectFrom('users')
    .select(profileColumns)
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export interface ProfileColumns {
  name?: string;
  phone?: string | null;
  date_of_birth?: string | null;
  emergency_contact?: string | null;
  time_zone?: string;
  language?: string;
  notification_preferences?: string;
}

export async function updateProfile(
  tx: Tx,
  userId: number,
  columns: ProfileColumns,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...columns, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

export interface NewSession {
  readonly userId: number;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const row = await tx
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      refresh_hash: Buffer.alloc(0),
      rotated_at: session.now,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      address: session.address,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function lockSession(tx: Tx, sessionId: number) {
  return await tx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'generation', 'refresh_hash', 'rotated_at', 'expires_at', 'revoked_at'])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
}

export interface Rotation {
  readonly generation: number;
  readonly hash: Buffer;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export async function storeGeneration(tx: Tx, sessionId: number, rotation: Rotation): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      generation: rotation.generation,
      refresh_hash: rotation.hash,
      rotated_at: rotation.now,
      last_used_at: rotation.now,
      expires_at: rotation.expiresAt,
    })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends the person's sessions: one, or all (but one). Answers how many ended. */
export async function revokeSessions(
  tx: Tx,
  userId: number,
  which: { only?: number; except?: number },
  now: Temporal.Instant,
): Promise<number> {
  let query = tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Which of these sessions are alive, asked for many requests at once. */
export async function livingSessions(db: Database['db'], ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from sessions where id = any(${[...ids]}::bigint[]) and revoked_at is null and expires_at > now()
  `.execute(db);
  return new Set(rows.map((row) => row.id));
}

export async function listSessions(db: Database['db'], userId: number, now: Temporal.Instant) {
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

/** The last of the given devices that is known: the more telling ones come last. */
export async function findKnownDevice(
  db: Reader,
  userId: number,
  devices: readonly Buffer[],
): Promise<Buffer | undefined> {
  const rows = await db
    .selectFrom('known_devices')
    .select('device')
    .where('user_id', '=', userId)
    .where('device', 'in', [...devices])
    .execute();
  return devices.findLast((device) => rows.some((row) => row.device.equals(device)));
}

export async function rememberDevices(
  tx: Tx,
  userId: number,
  devices: readonly Buffer[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into known_devices (user_id, device, last_used_at)
    select ${userId}, device, ${now} from unnest(${[...devices]}::bytea[]) as device
    on conflict (user_id, device) do update set last_used_at = excluded.last_used_at
  `.execute(tx);
}

export async function blockedUntil(db: Reader, subject: Buffer): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('login_failures')
    .select('blocked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Counts a failure and answers how many there have been in a row. A quiet day makes good. */
export async function countFailure(tx: Tx, subject: Buffer, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_failures as counted (subject, failures, last_failed_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      failures = case when counted.last_failed_at < ${now.subtract({ hours: 24 })} then 1 else counted.failures + 1 end,
      last_failed_at = excluded.last_failed_at
    returning failures
  `.execute(tx);
  return rows[0]?.failures ?? 1;
}

export async function blockUntil(tx: Tx, subject: Buffer, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set({ blocked_until: until })
    .where('subject', '=', subject)
    .execute();
}

export async function forgiveFailures(tx: Tx, subjects: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('login_failures')
    .where('subject', 'in', [...subjects])
    .execute();
}

export type MailTokenPurpose = 'password_reset' | 'email_verification';

export interface NewMailToken {
  readonly digest: Buffer;
  readonly userId: number;
  readonly purpose: MailTokenPurpose;
  readonly email: string;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

/** A new link makes the older ones of its kind worthless. */
export async function insertMailToken(tx: Tx, token: NewMailToken): Promise<void> {
  await tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', token.userId)
    .where('purpose', '=', token.purpose)
    .execute();
  await tx
    .insertInto('mail_tokens')
    .values({
      digest: token.digest,
      user_id: token.userId,
      purpose: token.purpose,
      email: token.email,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Uses the link up. Of two requests at once one gets the row, the other nothing. */
export async function useMailToken(tx: Tx, digest: Buffer, purpose: MailTokenPurpose, now: Temporal.Instant) {
  return await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
}

export async function markVerified(
  tx: Tx,
  userId: number,
  email: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** What is left of an erased person: an id that totals and audit rows can go on pointing to. */
export async function eraseUser(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  await sql`
    update users set email = null, name = 'Former volunteer', password_hash = null, email_verified_at = null,
      phone = null, date_of_birth = null, emergency_contact = null, time_zone = 'UTC', language = 'en',
      notification_preferences = '{}', is_installation_owner = false, updated_at = ${now}, erased_at = ${now}
    where id = ${userId}
  `.execute(tx);
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
  await sql`delete from known_devices where user_id = ${userId}`.execute(tx);
  await sql`delete from mail_tokens where user_id = ${userId}`.execute(tx);
}

/** What has had its day: ended sessions, used links, old failures. */
export async function removeExpired(db: Database['db'], now: Temporal.Instant): Promise<void> {
  const monthAgo = now.subtract({ hours: 24 * 30 });
  await sql`delete from sessions where expires_at < ${monthAgo} or revoked_at < ${monthAgo}`.execute(db);
  await sql`delete from mail_tokens where expires_at < ${now.subtract({ hours: 24 })}`.execute(db);
  await sql`delete from login_failures where last_failed_at < ${now.subtract({ hours: 48 })}`.execute(db);
  await sql`delete from known_devices where last_used_at < ${now.subtract({ hours: 24 * 180 })}`.execute(db);
}

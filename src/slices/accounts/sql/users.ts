import { sql } from 'kysely';
import { formerName } from '#kernel/former-name.ts';
import { ask, lockAll, type Reader, type Tx } from '#platform/db/index.ts';
import { forgetMailTokens } from './mail-tokens.ts';
import { deleteSessions } from './sessions.ts';

/** The fields that the person `u` has filled in, of those that can be asked for, in SQL. */
export const filledFields = `array_remove(array[
            case when u.phone is not null then 'phone' end,
            case when u.date_of_birth is not null then 'date_of_birth' end,
            case when u.emergency_contact is not null then 'emergency_contact' end,
            case when u.email_verified_at is not null then 'email_verified' end], null)`;

/** Which of the fields that can be asked for these people have filled in. Of the erased nothing is known. */
export async function filledProfileFields(
  db: Reader,
  userIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fields: string[] }>`
    select u.id, ${sql.raw(filledFields)} as fields
    from users u where u.id = any(${[...userIds]}::bigint[]) and u.erased_at is null
  `.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly timeZone: string;
  readonly language: string;
  readonly now: Temporal.Instant;
}

/** Undefined when the email address is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<{ id: number } | undefined> {
  return await tx
    .insertInto('users')
    .values({
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      time_zone: user.timeZone,
      language: user.language,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** True unless the installation already has an owner. Two requests at once take turns, by the unique index. */
export async function claimInstallation(tx: Tx, userId: number): Promise<boolean> {
  await lockAll(tx, 'installation', [1]);
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

/** Whether there are any accounts: an installation in use is not filled with demo data. */
export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export interface Credentials {
  readonly id: number;
  readonly email: string | null;
  readonly name: string;
  readonly language: string;
  readonly password_hash: string | null;
}

export async function findCredentials(
  db: Reader,
  by: { email: string } | { id: number },
): Promise<Credentials | undefined> {
  const query = db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language', 'password_hash'])
    .where('erased_at', 'is', null);
  return await ('email' in by
    ? query.where('email', '=', by.email)
    : query.where('id', '=', by.id)
  ).executeTakeFirst();
}

/**
 * The current hash, locked until the transaction ends, so that the password can’t change during a login. Asked for ahead.
 */
export async function lockPasswordHash(tx: Tx, userId: number): Promise<() => Promise<string | null>> {
  const rows = await ask(
    tx,
    sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${userId} for no key update
  `,
  );
  return async () => (await rows())[0]?.password_hash ?? null;
}

export async function setPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

export const profileColumns = [
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

/** The names of these people; erased accounts have a name for lists, too. */
export async function namesOf(db: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where id = any(${[...userIds]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function lockProfile(tx: Tx, userId: number): Promise<ProfileRow | undefined> {
  return await tx
    .selectFrom('users')
    .select(profileColumns)
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface ProfileValues {
  readonly name?: string;
  readonly phone?: string | null;
  readonly date_of_birth?: string | null;
  readonly emergency_contact?: object | null;
  readonly time_zone?: string;
  readonly language?: string;
  readonly notification_preferences?: object;
}

export async function updateProfile(
  tx: Tx,
  userId: number,
  { emergency_contact: contact, notification_preferences: preferences, ...columns }: ProfileValues,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...columns,
      ...(contact !== undefined && { emergency_contact: contact && JSON.stringify(contact) }),
      ...(preferences && { notification_preferences: JSON.stringify(preferences) }),
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

/** False if the address was verified before. */
export async function markVerified(
  tx: Tx,
  userId: number,
  email: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What is left of an erased person: an id that totals and audit rows can go on pointing to. */
export async function eraseUser(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  await sql`
    update users set email = null, name = ${formerName}, password_hash = null, email_verified_at = null,
      phone = null, date_of_birth = null, emergency_contact = null, time_zone = 'UTC', language = 'en',
      notification_preferences = '{}', is_installation_owner = false, updated_at = ${now}, erased_at = ${now}
    where id = ${userId}
  `.execute(tx);
  await deleteSessions(tx, userId, now);
  await forgetMailTokens(tx, userId);
}

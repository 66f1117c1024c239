import type { Reader, Tx } from '#platform/db/index.ts';

export type MailTokenPurpose = 'password_reset' | 'email_verification';

export interface NewMailToken {
  readonly digest: Buffer;
  readonly userId: number;
  readonly purpose: MailTokenPurpose;
  readonly email: string;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export async function insertMailToken(tx: Tx, token: NewMailToken): Promise<void> {
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

export async function countMailTokens(
  db: Reader,
  userId: number,
  purpose: MailTokenPurpose,
  since: Temporal.Instant,
): Promise<number> {
  const row = await db
    .selectFrom('mail_tokens')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function hasMailToken(
  db: Reader,
  digest: Buffer,
  purpose: MailTokenPurpose,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_tokens')
    .select('user_id')
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the link up, and with it the others of its kind. Of two requests at once one gets the row, the other nothing. */
export async function useMailToken(tx: Tx, digest: Buffer, purpose: MailTokenPurpose, now: Temporal.Instant) {
  const used = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  if (used) await voidMailTokens(tx, used.user_id, purpose, now);
  return used;
}

/** Whether the address that a link was sent to is confirmed, by this link or by another one. */
export async function isConfirmedBy(db: Reader, digest: Buffer, now: Temporal.Instant): Promise<boolean> {
  const row = await db
    .selectFrom('mail_tokens as token')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'token.user_id').onRef('users.email', '=', 'token.email'),
    )
    .select('users.id')
    .where('token.digest', '=', digest)
    .where('token.purpose', '=', 'email_verification')
    .where('token.expires_at', '>', now)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function voidMailTokens(
  tx: Tx,
  userId: number,
  purpose: MailTokenPurpose,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

export async function listMailTokens(db: Reader, userId: number) {
  return await db
    .selectFrom('mail_tokens')
    .select(['purpose', 'email', 'created_at', 'expires_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function forgetMailTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).execute();
}

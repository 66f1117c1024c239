import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword, verifyPassword } from '#platform/credentials/passwords.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction } from '#platform/db/index.ts';
import { defineJob, enqueue } from '#platform/jobs/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { checkPassword, normaliseEmail } from '../rules.ts';
import { findCredentials, insertMailToken, revokeSessions, setPassword, useMailToken } from '../sql.ts';

const lifeMinutes = 30;

export async function changePassword(
  platform: Platform,
  call: Call,
  person: Person,
  input: { current_password: string; new_password: string },
) {
  const account = await findCredentials(platform.database.db, { id: person.userId });
  const verdict = await verifyPassword(input.current_password, account?.password_hash ?? null);
  if (!account || !verdict.correct) {
    throw refuse('validation_failed', 'The current password is wrong.', [
      { path: 'current_password', code: 'wrong', message: 'is wrong' },
    ]);
  }
  const unsuitable = checkPassword(
    input.new_password,
    { email: account.email ?? '', name: account.name },
    'new_password',
  );
  if (unsuitable) throw unsuitable;
  const hash = await hashPassword(input.new_password);
  return await inTransaction(platform.database, call, async (tx) => {
    await setPassword(tx, person.userId, hash, call.now);
    await revokeSessions(tx, person.userId, { except: person.sessionId }, call.now);
    await writeAudit(tx, call, passwordAudit('account.password_changed', person.userId));
    return { success: true, message: 'Your password is changed. Other devices have been logged out.' };
  });
}

/** The address is looked up by a job, so that the answer tells nothing, not even by its time. */
export const sendPasswordReset = defineJob<{ email: string }>('send_password_reset');

export async function requestPasswordReset(platform: Platform, call: Call, email: string) {
  return await inTransaction(platform.database, call, async (tx) => {
    await enqueue(tx, sendPasswordReset, { email: normaliseEmail(email) });
    return { success: true, message: 'If this address has an account, a link is on its way.' };
  });
}

export async function mailPasswordReset(
  platform: Platform,
  now: Temporal.Instant,
  email: string,
): Promise<void> {
  const account = await findCredentials(platform.database.db, { email });
  if (!account) return;
  const token = randomSecret('reset');
  await inTransaction(platform.database, {}, async (tx) => {
    await insertMailToken(tx, {
      digest: platform.database.sealer.digest('mail-token', token),
      userId: account.id,
      purpose: 'password_reset',
      email,
      now,
      expiresAt: now.add({ minutes: lifeMinutes }),
    });
    await queueMail(tx, platform.database, {
      to: email,
      subject: 'Reset your password',
      text: `Somebody, probably you, asked to reset your Muster password:\n${platform.publicUrl()}/reset-password?token=${token}\n\nThe link works once, for ${lifeMinutes} minutes. If it was not you, ignore this message: nothing has changed.\n`,
    });
  });
}

export async function resetPassword(
  platform: Platform,
  call: Call,
  input: { token: string; password: string },
) {
  // Hashed before the transaction: it is slow work, and must not hold a row.
  const unsuitable = checkPassword(input.password, { email: '', name: '' });
  if (unsuitable) throw unsuitable;
  const hash = await hashPassword(input.password);
  return await inTransaction(platform.database, call, async (tx) => {
    const digest = platform.database.sealer.digest('mail-token', input.token);
    const used = await useMailToken(tx, digest, 'password_reset', call.now);
    const account = used && (await findCredentials(tx, { id: used.user_id }));
    if (!account) throw refuse('token_invalid');
    const resembling = checkPassword(input.password, { email: account.email ?? '', name: account.name });
    if (resembling) throw resembling;
    await setPassword(tx, account.id, hash, call.now);
    await revokeSessions(tx, account.id, {}, call.now);
    await writeAudit(tx, call, passwordAudit('account.password_reset', account.id));
    return { success: true, message: 'Your password is changed. Log in with the new one.' };
  });
}

function passwordAudit(action: string, userId: number) {
  return { organizationId: null, action, objectType: 'user', objectId: userId, subjectUserId: userId };
}

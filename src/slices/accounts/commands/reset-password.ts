import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, lockAll, storedAnswer } from '#platform/db/index.ts';
import { defineJob } from '#platform/jobs/index.ts';
import { enqueueAddressed, type QueuedMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { profileChanges } from '../follow-ups.ts';
import { accountTexts } from '../messages/index.ts';
import { checkPassword, mailLimit, normaliseEmail } from '../rules.ts';
import type { SuccessBody } from '../schema.ts';
import { countMailTokens, hasMailToken, insertMailToken, useMailToken } from '../sql/mail-tokens.ts';
import { revokeSessions } from '../sql/sessions.ts';
import { findCredentials, lockProfile, markVerified, setPassword } from '../sql/users.ts';
import { mailLink } from '../steps/mail-link.ts';
import { startAfresh, trustThisDevice } from '../steps/throttle-guesses.ts';

const lifeMinutes = 30;
const purpose = 'password_reset';

/**
 * The address is looked up by a job, so that the answer reveals nothing, not even by its timing. It is sealed,
 * because a queue keeps what has failed.
 */
export const sendPasswordReset = defineJob<QueuedMail>('send_password_reset');

export async function requestPasswordReset(platform: Platform, call: Call, email: string) {
  const address = normaliseEmail(email);
  return await inTransaction(platform.database, call, async (tx) => {
    await enqueueAddressed(tx, platform.database, sendPasswordReset, [{ to: address, content: address }]);
    return { success: true, message: accountTexts.say(call.language, 'answers.resetRequested') };
  });
}

export async function mailPasswordReset(
  platform: Platform,
  now: Temporal.Instant,
  email: string,
): Promise<void> {
  const { db, sealer } = platform.database;
  const account = await findCredentials(db, { email });
  if (!account) return;
  const token = randomSecret('reset');
  await inTransaction(platform.database, {}, async (tx) => {
    // Asking again and again neither fills a mailbox nor makes the links in it useless.
    await lockAll(tx, purpose, [account.id]);
    // It may have been erased since it was found.
    if (!(await lockProfile(tx, account.id))) return;
    const since = now.subtract({ minutes: mailLimit.minutes });
    if ((await countMailTokens(tx, account.id, purpose, since)) >= mailLimit.count) return;
    await insertMailToken(tx, {
      digest: sealer.digest('mail-token', token),
      userId: account.id,
      purpose,
      email,
      now,
      expiresAt: now.add({ minutes: lifeMinutes }),
    });
    const url = `${platform.publicUrl()}/reset-password?token=${token}`;
    const addressee = { ...account, email };
    await mailLink(tx, platform, addressee, { kind: 'passwordReset', lifeMinutes, url });
  });
}

export async function resetPassword(
  platform: Platform,
  call: Call,
  input: { token: string; password: string },
): Promise<SuccessBody> {
  const repeated = await storedAnswer<SuccessBody>(platform.database, call);
  if (repeated) return repeated;
  const { db, sealer } = platform.database;
  const unsuitable = checkPassword(input.password, { email: '', name: '' });
  if (unsuitable) throw refuse(unsuitable);
  const digest = sealer.digest('mail-token', input.token);
  // Hashing is slow work: not for a made-up token, and not while a row is held.
  if (!(await hasMailToken(db, digest, purpose, call.now))) throw refuse('token_invalid');
  const hash = await hashPassword(input.password);
  return await inTransaction(platform.database, call, async (tx) => {
    const used = await useMailToken(tx, digest, purpose, call.now);
    const account = used && (await findCredentials(tx, { id: used.user_id }));
    if (!used || !account?.email) throw refuse('token_invalid');
    const { id, email } = account;
    const resembling = checkPassword(input.password, { email, name: account.name });
    if (resembling) throw refuse(resembling);
    await setPassword(tx, id, hash);
    if (await markVerified(tx, id, used.email, call.now))
      for (const follow of profileChanges.partsOf(platform)) await follow(tx, id);
    await revokeSessions(tx, id, {}, call.now);
    await startAfresh(tx, sealer, { id, email });
    await trustThisDevice(tx, sealer, call, id);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.password_reset',
      objectId: id,
      subjectUserId: id,
    });
    return { success: true, message: accountTexts.say(call.language, 'answers.passwordReset') };
  });
}

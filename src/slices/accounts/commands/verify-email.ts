import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { accountErrors } from '../errors.ts';
import { profileChanges } from '../follow-ups.ts';
import { accountTexts } from '../messages/index.ts';
import { mailLimit } from '../rules.ts';
import { countMailTokens, isConfirmedBy, useMailToken } from '../sql/mail-tokens.ts';
import { findProfile, markVerified } from '../sql/users.ts';
import { mailVerification } from '../steps/mail-link.ts';

export async function sendVerificationAgain(platform: Platform, call: Call, person: Person) {
  return await inTransaction(platform.database, call, async (tx) => {
    const profile = await findProfile(tx, person.userId);
    if (!profile?.email) throw refuse('unauthenticated');
    if (profile.email_verified_at)
      return { success: true, message: accountTexts.say(call.language, 'answers.emailAlreadyVerified') };
    const since = call.now.subtract({ minutes: mailLimit.minutes });
    if ((await countMailTokens(tx, profile.id, 'email_verification', since)) >= mailLimit.count) {
      throw new Refusal('rate_limited', {
        errors: [accountErrors.too_many_links('email')],
        retryAfterSeconds: mailLimit.minutes * 60,
      });
    }
    await mailVerification(tx, platform, call, { ...profile, email: profile.email });
    return { success: true, message: accountTexts.say(call.language, 'answers.verificationSent') };
  });
}

export async function verifyEmail(platform: Platform, call: Call, token: string) {
  return await inTransaction(platform.database, call, async (tx) => {
    const digest = platform.database.sealer.digest('mail-token', token);
    const used = await useMailToken(tx, digest, 'email_verification', call.now);
    // A page that is opened or loaded again sends it again.
    if (!used && (await isConfirmedBy(tx, digest, call.now)))
      return { success: true, message: accountTexts.say(call.language, 'answers.emailAlreadyVerified') };
    if (!used) throw refuse('token_invalid');
    if (await markVerified(tx, used.user_id, used.email, call.now))
      for (const follow of profileChanges.partsOf(platform)) await follow(tx, used.user_id);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.email_verified',
      objectId: used.user_id,
      subjectUserId: used.user_id,
    });
    return { success: true, message: accountTexts.say(call.language, 'answers.emailVerified') };
  });
}

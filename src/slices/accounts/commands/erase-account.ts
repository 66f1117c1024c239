import { actorName, type Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { forgetAnswers, inTransaction, type Tx } from '#platform/db/index.ts';
import { defineJob, enqueue } from '#platform/jobs/index.ts';
import { forgetMail } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/slice.ts';
import { eraseUser, lockProfile } from '../sql/users.ts';
import { confirmPassword, startAfresh } from '../steps/throttle-guesses.ts';

/** No request takes longer, nor does one that was sent before the account was erased. */
const stragglersSeconds = 120;

export const finishErasure = defineJob<{ user_id: number }>('finish_erasure');

/** Forgets a person. Every slice deletes its part; what remains is an id without a name. */
export async function eraseAccount(
  platform: Platform,
  call: Call,
  person: Person,
  password: string,
): Promise<void> {
  await confirmPassword(platform, call, person, password);
  await inTransaction(platform.database, call, async (tx) => {
    const profile = await lockProfile(tx, person.userId);
    // Erased by another request in the meantime: the token's account is gone.
    if (!profile) throw refuse('unauthenticated');
    await eraseParts(tx, platform, call, person.userId);
    const runAt = call.now.add({ seconds: stragglersSeconds });
    await enqueue(tx, finishErasure, { user_id: person.userId }, { runAt });
    const email = profile.email ?? '';
    await startAfresh(tx, platform.database.sealer, { id: person.userId, email });
    await forgetMail(tx, email);
    await forgetAnswers(tx, actorName(person));
    await eraseUser(tx, person.userId, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.erased',
      objectId: person.userId,
      subjectUserId: person.userId,
    });
  });
}

async function eraseParts(tx: Tx, platform: Platform, call: Call, userId: number): Promise<void> {
  for (const part of platform.personalData) await part.forgetAhead?.(tx, call, userId);
  for (const part of platform.personalData) await part.erase(tx, call, userId, platform);
}

/**
 * A request that was already running may have written something after its table was cleared: a membership, a form's answers.
 * Safe to repeat.
 */
export async function eraseStragglers(platform: Platform, call: Call, userId: number): Promise<void> {
  await inTransaction(platform.database, {}, (tx) => eraseParts(tx, platform, call, userId));
}

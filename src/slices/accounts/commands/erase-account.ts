import { actorName, type Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { forgetAnswers, inTransaction } from '#platform/db/index.ts';
import { forgetMail } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/slice.ts';
import { eraseUser, lockProfile } from '../sql/users.ts';
import { confirmPassword, startAfresh } from '../steps/throttle-guesses.ts';

/** Forgets a person. Every slice gives up its part; what remains is an id without a name. */
export async function eraseAccount(
  platform: Platform,
  call: Call,
  person: Person,
  password: string,
): Promise<void> {
  await confirmPassword(platform, call, person, password, {
    path: 'password',
    detail: 'Send your password to confirm: this cannot be undone.',
  });
  await inTransaction(platform.database, call, async (tx) => {
    const profile = await lockProfile(tx, person.userId);
    if (!profile) throw refuse('not_found');
    for (const part of platform.personalData) await part.erase(tx, call, person.userId, platform);
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

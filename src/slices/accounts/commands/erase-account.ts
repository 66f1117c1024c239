import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { verifyPassword } from '#platform/credentials/passwords.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { eraseUser, findCredentials, lockProfile } from '../sql.ts';

/** Forgets a person. Every slice gives up its part; what remains is an id without a name. */
export async function eraseAccount(
  platform: Platform,
  call: Call,
  person: Person,
  password: string,
): Promise<void> {
  const account = await findCredentials(platform.database.db, { id: person.userId });
  const verdict = await verifyPassword(password, account?.password_hash ?? null);
  if (!verdict.correct) {
    throw refuse('validation_failed', 'Send your password to confirm: this cannot be undone.', [
      { path: 'password', code: 'wrong', message: 'is wrong' },
    ]);
  }
  await inTransaction(platform.database, call, async (tx) => {
    if (!(await lockProfile(tx, person.userId))) throw refuse('not_found');
    for (const part of platform.personalData) await part.erase(tx, call, person.userId);
    await eraseUser(tx, person.userId, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.erased',
      objectType: 'user',
      objectId: person.userId,
      subjectUserId: person.userId,
    });
  });
}

import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import { inTransaction, storedAnswer } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { checkPassword } from '../rules.ts';
import type { SuccessBody } from '../schema.ts';
import { voidMailTokens } from '../sql/mail-tokens.ts';
import { revokeSessions } from '../sql/sessions.ts';
import { setPassword } from '../sql/users.ts';
import { confirmPassword } from '../steps/throttle-guesses.ts';

export async function changePassword(
  platform: Platform,
  call: Call,
  person: Person,
  input: { current_password: string; new_password: string },
): Promise<SuccessBody> {
  const repeated = await storedAnswer<SuccessBody>(platform.database, call);
  if (repeated) return repeated;
  const account = await confirmPassword(platform, call, person, input.current_password, {
    path: 'current_password',
    detail: 'The current password is wrong.',
  });
  const unsuitable = checkPassword(
    input.new_password,
    { email: account.email ?? '', name: account.name },
    'new_password',
  );
  if (unsuitable) throw unsuitable;
  const hash = await hashPassword(input.new_password);
  return await inTransaction(platform.database, call, async (tx) => {
    await setPassword(tx, person.userId, hash);
    await voidMailTokens(tx, person.userId, 'password_reset', call.now);
    await revokeSessions(tx, person.userId, { except: person.sessionId }, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.password_changed',
      objectId: person.userId,
      subjectUserId: person.userId,
    });
    return { success: true, message: 'Your password is changed. Other devices have been logged out.' };
  });
}

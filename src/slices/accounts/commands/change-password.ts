import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword, verifyPassword } from '#platform/credentials/passwords.ts';
import { inTransaction, storedAnswer } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { accountErrors } from '../errors.ts';
import { accountTexts } from '../messages/index.ts';
import { checkPassword } from '../rules.ts';
import type { SuccessBody } from '../schema.ts';
import { voidMailTokens } from '../sql/mail-tokens.ts';
import { revokeSessions } from '../sql/sessions.ts';
import { type Credentials, findCredentials, setPassword } from '../sql/users.ts';
import { recordFailure, refuseWhileBlocked } from './throttle-guesses.ts';

export async function changePassword(
  platform: Platform,
  call: Call,
  person: Person,
  input: { current_password: string; new_password: string },
): Promise<SuccessBody> {
  const repeated = await storedAnswer<SuccessBody>(platform.database, call);
  if (repeated) return repeated;
  const account = await confirmPassword(platform, call, person, input.current_password, 'current_password');
  const unsuitable = checkPassword(
    input.new_password,
    { email: account.email ?? '', name: account.name },
    'new_password',
  );
  if (unsuitable) throw refuse(unsuitable);
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
    return { success: true, message: accountTexts.say(call.language, 'answers.passwordChanged') };
  });
}

/**
 * Asks for the password once more before something that a stolen token must not be enough for. Wrong ones are
 * counted for the session, so that a thief can neither guess on nor close the account to its person.
 */
export async function confirmPassword(
  platform: Platform,
  call: Call,
  person: Person,
  password: string,
  path = 'password',
): Promise<Credentials> {
  const { db, sealer } = platform.database;
  const subject = sealer.digest('login', `session ${person.sessionId}`);
  await refuseWhileBlocked(platform, call, subject);
  const account = await findCredentials(db, { id: person.userId });
  const verdict = await verifyPassword(password, account?.password_hash ?? null);
  await refuseWhileBlocked(platform, call, subject);
  if (account && verdict.correct) return account;
  await recordFailure(platform, call, subject);
  throw refuse(accountErrors.wrong_password(path));
}

import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { verifyPassword } from '#platform/credentials/passwords.ts';
import type { Platform } from '#platform/slice.ts';
import { type Credentials, findCredentials } from '../sql/users.ts';
import { recordFailure, refuseWhileBlocked } from './throttle-guesses.ts';

/**
 * Asks for the password once more before something that a stolen token must not be enough for. Wrong ones are
 * counted for the session, so that a thief can neither guess on nor close the account to its person.
 */
export async function confirmPassword(
  platform: Platform,
  call: Call,
  person: Person,
  password: string,
  refusal: { path: string; detail: string },
): Promise<Credentials> {
  const { db, sealer } = platform.database;
  const subject = sealer.digest('login', `session ${person.sessionId}`);
  await refuseWhileBlocked(platform, call, subject);
  const account = await findCredentials(db, { id: person.userId });
  const verdict = await verifyPassword(password, account?.password_hash ?? null);
  await refuseWhileBlocked(platform, call, subject);
  if (account && verdict.correct) return account;
  await recordFailure(platform, call, subject);
  throw refuse('validation_failed', refusal.detail, [
    { path: refusal.path, code: 'wrong', message: 'is wrong' },
  ]);
}

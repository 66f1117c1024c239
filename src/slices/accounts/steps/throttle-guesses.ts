import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { verifyPassword } from '#platform/credentials/passwords.ts';
import { inTransaction, type Sealer, type Tx } from '#platform/db/index.ts';
import { addressKey } from '#platform/http/rate-limit.ts';
import type { Platform } from '#platform/slice.ts';
import { accountErrors } from '../errors.ts';
import { delayAfter } from '../rules.ts';
import {
  blockedUntil,
  blockUntil,
  countFailure,
  forgetDevices,
  forgiveFailures,
  listKnownDevices,
  rememberDevices,
} from '../sql/devices.ts';
import { type Credentials, findCredentials } from '../sql/users.ts';

/**
 * Strangers' failures are counted together for an account; a device on which its person has logged in before
 * has its own count. So a botnet that guesses can close the account to strangers, never to its owner.
 */
export function loginSubject(sealer: Sealer, email: string, device: Buffer | undefined): Buffer {
  return sealer.digest('login', device ? `${email} ${device.toString('base64')}` : email);
}

/** A device is known by the cookie it keeps, or else by where it is and what it calls itself. */
export function devicesOf(sealer: Sealer, call: Call, secret: string | undefined): Buffer[] {
  const names = [
    `${addressKey(call.address ?? '')} ${call.userAgent}`,
    ...(secret === undefined ? [] : [secret]),
  ];
  return names.map((name) => sealer.digest('device', name));
}

export async function refuseWhileBlocked(platform: Platform, call: Call, subject: Buffer): Promise<void> {
  refuseUntil(call, await blockedUntil(platform.database.db, subject));
}

function refuseUntil(call: Call, until: Temporal.Instant | null): void {
  if (until === null || Temporal.Instant.compare(until, call.now) <= 0) return;
  const wait = Math.ceil((until.epochMilliseconds - call.now.epochMilliseconds) / 1_000);
  throw new Refusal('rate_limited', {
    errors: [accountErrors.too_many_attempts('password', { wait })],
    retryAfterSeconds: wait,
  });
}

/** Guesses that were checked at the same moment are counted one after the other: once one of them blocks, the rest learn nothing. */
export async function recordFailure(platform: Platform, call: Call, subject: Buffer): Promise<void> {
  const blocked = await inTransaction(platform.database, {}, async (tx) => {
    const { failures, blocked_until } = await countFailure(tx, subject, call.now);
    const delaySeconds = delayAfter(failures);
    if (delaySeconds > 0) await blockUntil(tx, subject, call.now.add({ seconds: delaySeconds }));
    return blocked_until;
  });
  refuseUntil(call, blocked);
}

/** Clears what is counted against an account, and the devices it was used on. */
export async function startAfresh(
  tx: Tx,
  sealer: Sealer,
  account: { id: number; email: string },
): Promise<void> {
  const devices = await listKnownDevices(tx, account.id);
  const subjects = [undefined, ...devices].map((known) => loginSubject(sealer, account.email, known?.device));
  await forgiveFailures(tx, subjects);
  await forgetDevices(tx, account.id);
}

/** A person who has set the password by a mailed link owns the account, and this is their device. */
export async function trustThisDevice(tx: Tx, sealer: Sealer, call: Call, userId: number): Promise<void> {
  await rememberDevices(tx, userId, devicesOf(sealer, call, undefined), call.now);
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

import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword, verifyPassword } from '#platform/credentials/passwords.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction } from '#platform/db/index.ts';
import { addressKey } from '#platform/http/rate-limit.ts';
import type { Platform } from '#platform/slice.ts';
import { delayAfter, normaliseEmail } from '../rules.ts';
import type { TokenPair } from '../schema.ts';
import {
  blockedUntil,
  blockUntil,
  countFailure,
  findCredentials,
  findKnownDevice,
  forgiveFailures,
  insertSession,
  rememberDevices,
  setPassword,
} from '../sql.ts';
import { issueGeneration, sessionEnd } from './issue-tokens.ts';

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  /** What the client keeps from an earlier log-in on this device, if it keeps anything. */
  readonly deviceSecret?: string | undefined;
}

export interface LoginAnswer extends TokenPair {
  /** For the client to keep and to send with its next log-in. */
  readonly deviceSecret: string;
}

/**
 * Strangers' failures are counted together for an account; a device on which its person has logged in before
 * has a count of its own. So a botnet that guesses can close the account to strangers, never to its owner.
 */
export async function logIn(platform: Platform, call: Call, input: LoginInput): Promise<LoginAnswer> {
  const { db, sealer } = platform.database;
  const email = normaliseEmail(input.email);
  const account = await findCredentials(db, { email });
  const devices = devicesOf(platform, call, input.deviceSecret);
  const known = account && (await findKnownDevice(db, account.id, devices));
  const subject = sealer.digest('login', known ? `${email} ${known.toString('base64')}` : email);
  await refuseWhileBlocked(platform, call, subject);

  const verdict = await verifyPassword(input.password, account?.password_hash ?? null);
  if (!account || !verdict.correct) {
    await recordFailure(platform, call, subject);
    throw refuse('invalid_credentials');
  }
  const rehashed = verdict.outdated ? await hashPassword(input.password) : undefined;
  return await inTransaction(platform.database, call, async (tx) => {
    if (rehashed) await setPassword(tx, account.id, rehashed, call.now);
    await forgiveFailures(tx, [subject]);
    const deviceSecret = input.deviceSecret ?? randomSecret('device');
    await rememberDevices(tx, account.id, devicesOf(platform, call, deviceSecret), call.now);
    const id = await insertSession(tx, {
      userId: account.id,
      now: call.now,
      expiresAt: sessionEnd(call.now),
      userAgent: call.userAgent,
      address: call.address,
    });
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'session.started',
      objectType: 'session',
      objectId: id,
      subjectUserId: account.id,
    });
    const tokens = await issueGeneration(tx, platform, call.now, { id, userId: account.id, generation: 1 });
    return { ...tokens, deviceSecret };
  });
}

/** A device is known by the cookie it keeps, or else by where it is and what it calls itself. */
function devicesOf(platform: Platform, call: Call, secret: string | undefined): Buffer[] {
  const names = [
    `${addressKey(call.address ?? '')} ${call.userAgent}`,
    ...(secret === undefined ? [] : [secret]),
  ];
  return names.map((name) => platform.database.sealer.digest('device', name));
}

async function refuseWhileBlocked(platform: Platform, call: Call, subject: Buffer): Promise<void> {
  const until = await blockedUntil(platform.database.db, subject);
  if (until === null || Temporal.Instant.compare(until, call.now) <= 0) return;
  const seconds = (until.epochMilliseconds - call.now.epochMilliseconds) / 1_000;
  throw new Refusal('rate_limited', {
    detail:
      'Too many failed attempts on this account. Wait as long as Retry-After says, or reset the password.',
    retryAfterSeconds: seconds,
  });
}

async function recordFailure(platform: Platform, call: Call, subject: Buffer): Promise<void> {
  await inTransaction(platform.database, {}, async (tx) => {
    const failures = await countFailure(tx, subject, call.now);
    const delaySeconds = delayAfter(failures);
    if (delaySeconds > 0) await blockUntil(tx, subject, call.now.add({ seconds: delaySeconds }));
  });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { hashPassword, verifyPassword } from '#platform/credentials/passwords.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { normaliseEmail } from '../rules.ts';
import type { TokenPair } from '../schema.ts';
import { findKnownDevice, forgiveFailures, rememberDevices } from '../sql/devices.ts';
import { insertSession } from '../sql/sessions.ts';
import { type Credentials, findCredentials, lockPasswordHash, setPassword } from '../sql/users.ts';
import { issueGeneration, sessionEnd } from '../steps/issue-tokens.ts';
import { devicesOf, loginSubject, recordFailure, refuseWhileBlocked } from '../steps/throttle-guesses.ts';

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  /** What the client has kept from an earlier login on this device. */
  readonly deviceSecret?: string | undefined;
}

export interface LoginAnswer extends TokenPair {
  /** For the client to keep and to send with its next login. */
  readonly deviceSecret: string;
}

/** An address without an account is handled the same, so that neither answer nor timing shows the difference. */
export async function logIn(platform: Platform, call: Call, input: LoginInput): Promise<LoginAnswer> {
  const { db, sealer } = platform.database;
  const email = normaliseEmail(input.email);
  const account = await findCredentials(db, { email });
  const devices = devicesOf(sealer, call, input.deviceSecret);
  const subject = loginSubject(sealer, email, await findKnownDevice(db, account?.id ?? 0, devices));
  await refuseWhileBlocked(platform, call, subject);
  const verdict = await verifyPassword(input.password, account?.password_hash ?? null);
  // Guesses that were sent all at once have passed the check above together: those that come after the block do
  // not learn whether they were right.
  await refuseWhileBlocked(platform, call, subject);
  if (!account || !verdict.correct) {
    await recordFailure(platform, call, subject);
    throw refuse('invalid_credentials');
  }
  const rehashed = verdict.outdated ? await hashPassword(input.password) : undefined;
  // Read before a connection is held: many at once on a small pool would else wait for each other's.
  await platform.keys.forSigning(call.now);
  try {
    return await inTransaction(platform.database, call, async (tx) => {
      // A password that was changed, or an account that was erased, while we were hashing.
      if ((await lockPasswordHash(tx, account.id)) !== account.password_hash) throw new Overtaken();
      if (rehashed) await setPassword(tx, account.id, rehashed);
      await forgiveFailures(tx, [subject]);
      return await startSession(tx, platform, call, account, input.deviceSecret ?? randomSecret('device'));
    });
  } catch (error) {
    if (error instanceof Overtaken) return await logIn(platform, call, input);
    throw error;
  }
}

class Overtaken extends Error {}

async function startSession(
  tx: Tx,
  platform: Platform,
  call: Call,
  account: Credentials,
  deviceSecret: string,
): Promise<LoginAnswer> {
  const devices = devicesOf(platform.database.sealer, call, deviceSecret);
  await rememberDevices(tx, account.id, devices, call.now);
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
    objectId: id,
    subjectUserId: account.id,
  });
  const tokens = await issueGeneration(tx, platform, call.now, { id, userId: account.id, generation: 1 });
  return { ...tokens, deviceSecret };
}

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
import { drawSessionId, type SessionName } from '../sql/sessions.ts';
import { findCredentials, lockPasswordHash, setPassword } from '../sql/users.ts';
import { beginSession } from '../steps/issue-tokens.ts';
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
  // not learn whether they were right, nor from how long the answer takes.
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
      // One round trip for both.
      const currentHash = await lockPasswordHash(tx, account.id);
      const sessionId = await drawSessionId(tx);
      // A password that was changed, or an account that was erased, while we were hashing.
      if ((await currentHash()) !== account.password_hash) throw new Overtaken();
      if (rehashed) await setPassword(tx, account.id, rehashed);
      await forgiveFailures(tx, [subject]);
      const session = { id: await sessionId(), userId: account.id };
      return await startSession(tx, platform, call, session, input.deviceSecret ?? randomSecret('device'));
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
  session: SessionName,
  deviceSecret: string,
): Promise<LoginAnswer> {
  const { id, userId } = session;
  await rememberDevices(tx, userId, devicesOf(platform.database.sealer, call, deviceSecret), call.now);
  await writeAudit(tx, call, {
    organizationId: null,
    action: 'session.started',
    objectId: id,
    subjectUserId: userId,
  });
  return { ...(await beginSession(tx, platform, call, session)), deviceSecret };
}

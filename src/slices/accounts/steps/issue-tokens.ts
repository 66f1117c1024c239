import { hash } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { accessSeconds, sessionDays } from '../rules.ts';
import type { TokenPair } from '../schema.ts';
import { insertSession, type SessionName, storeGeneration } from '../sql/sessions.ts';

function sessionEnd(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: 24 * sessionDays });
}

/** The secret part of a refresh token. It can be worked out again, so a lost answer can be given again. */
export function refreshSecret(platform: Platform, sessionId: number, generation: number): string {
  return platform.database.sealer.digest('refresh-token', `${sessionId}.${generation}`).toString('base64url');
}

export function refreshHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** What a session's tokens are made of: each rotation is another generation. */
interface Generation extends SessionName {
  readonly generation: number;
}

/** Begins a session with its first generation and returns its tokens. */
export async function beginSession(
  tx: Tx,
  platform: Platform,
  { now, userAgent, address }: Pick<Call, 'now' | 'userAgent' | 'address'>,
  name: SessionName,
): Promise<TokenPair> {
  const session = { ...name, generation: 1 };
  await insertSession(tx, {
    ...name,
    refreshHash: refreshHash(refreshSecret(platform, session.id, session.generation)),
    now,
    expiresAt: sessionEnd(now),
    userAgent,
    address,
  });
  return await signPair(platform, now, session);
}

/** Stores a new generation of the session and returns its tokens. */
export async function issueGeneration(
  tx: Tx,
  platform: Platform,
  now: Temporal.Instant,
  session: Generation,
): Promise<TokenPair> {
  const secret = refreshSecret(platform, session.id, session.generation);
  await storeGeneration(tx, session, {
    generation: session.generation,
    hash: refreshHash(secret),
    now,
    expiresAt: sessionEnd(now),
  });
  return await signPair(platform, now, session);
}

export async function signPair(
  platform: Platform,
  now: Temporal.Instant,
  session: Generation,
): Promise<TokenPair> {
  const subject = { sub: String(session.userId), sid: session.id };
  const [access_token, refresh_token] = await Promise.all([
    platform.tokens.sign('at+jwt', { ...subject, jti: crypto.randomUUID() }, now, accessSeconds),
    platform.tokens.sign(
      'rt+jwt',
      { ...subject, gen: session.generation, jti: refreshSecret(platform, session.id, session.generation) },
      now,
      sessionDays * 24 * 3_600,
    ),
  ]);
  return { access_token, refresh_token };
}

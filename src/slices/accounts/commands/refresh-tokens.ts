import { timingSafeEqual } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { accountErrors } from '../errors.ts';
import { decideRefresh } from '../rules.ts';
import type { TokenPair } from '../schema.ts';
import { lockSession, revokeSessions } from '../sql/sessions.ts';
import { issueGeneration, refreshHash, refreshSecret, signPair } from '../steps/issue-tokens.ts';

const ended = () => refuse(accountErrors.session_ended('refresh_token'));

/** Exchanges a refresh token for new tokens. The session's row is locked, so that two requests at once take turns. */
export async function refreshTokens(
  platform: Platform,
  call: Call,
  refreshToken: string,
): Promise<TokenPair> {
  const claims = await platform.tokens.verify('rt+jwt', refreshToken, call.now);
  const { sid, gen, jti } = claims;
  const userId = Number(claims.sub);
  if (typeof sid !== 'number' || typeof gen !== 'number' || jti === undefined) throw ended();
  // Read before a connection is held, as when logging in.
  await platform.keys.forSigning(call.now);
  const answer = await inTransaction(platform.database, call, (tx) =>
    rotate(tx, platform, call, { userId, sid, gen, jti }),
  );
  // Ending a stolen session must be committed, so the refusal comes after the transaction.
  if (!answer) throw ended();
  return answer;
}

async function rotate(
  tx: Tx,
  platform: Platform,
  call: Call,
  token: { userId: number; sid: number; gen: number; jti: string },
): Promise<TokenPair | null> {
  const row = await lockSession(tx, { id: token.sid, userId: token.userId });
  if (!row || !isGenuine(platform, token)) return null;
  const session = { id: row.id, userId: row.user_id };
  const decision = decideRefresh({
    now: call.now,
    generation: token.gen,
    session: {
      generation: row.generation,
      rotatedAt: row.rotated_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    },
  });
  switch (decision) {
    case 'rotate':
      if (!timingSafeEqual(row.refresh_hash, refreshHash(token.jti))) return null;
      return await issueGeneration(tx, platform, call.now, { ...session, generation: row.generation + 1 });
    case 'again':
      return await signPair(platform, call.now, { ...session, generation: row.generation });
    case 'stolen':
      await revokeSessions(tx, row.user_id, { only: row.id }, call.now);
      await writeAudit(tx, call, {
        organizationId: null,
        action: 'session.revoked',
        objectId: row.id,
        subjectUserId: row.user_id,
        reason: 'refresh_token_reused',
      });
      return null;
    case 'ended':
      return null;
  }
}

function isGenuine(platform: Platform, token: { sid: number; gen: number; jti: string }): boolean {
  const expected = Buffer.from(refreshSecret(platform, token.sid, token.gen));
  const given = Buffer.from(token.jti);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

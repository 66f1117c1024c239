import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What a token is for: `typ` in its header, so that one kind can never pass as the other. */
export type TokenKind = 'at+jwt' | 'rt+jwt';

export interface Tokens {
  sign(kind: TokenKind, claims: JWTPayload, now: Temporal.Instant, lifeSeconds: number): Promise<string>;
  verify(kind: TokenKind, token: string, now: Temporal.Instant): Promise<JWTPayload>;
}

/** Where a request has it. */
const pathOf: Record<TokenKind, string> = { 'at+jwt': 'authorization', 'rt+jwt': 'refresh_token' };

const audience = 'muster';
const skewSeconds = 30;
const mostRemembered = 20_000;

interface Verified {
  readonly claims: JWTPayload;
  readonly expiresAtMs: number;
}

/**
 * Verifying an Ed25519 signature costs about a tenth of a millisecond, so a token that has been verified is
 * remembered by its text until it expires. Whether its session still lives is not remembered: see sessions.
 */
export function createTokens(keys: SigningKeys, issuer: string): Tokens {
  const remembered = new LRUCache<string, Verified>({ max: mostRemembered });

  return {
    async sign(kind, claims, now, lifeSeconds) {
      const key = await keys.forSigning(now);
      const seconds = Math.floor(now.epochMilliseconds / 1_000);
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: kind })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifeSeconds)
        .sign(key.privateKey);
    },
    async verify(kind, token, now) {
      const memory = `${kind} ${token}`;
      const known = remembered.get(memory);
      if (known) {
        if (known.expiresAtMs > now.epochMilliseconds) return known.claims;
        remembered.delete(memory);
        throw expired(kind);
      }
      const claims = await verifyOnce(keys, issuer, kind, token, now);
      remembered.set(memory, { claims, expiresAtMs: ((claims.exp ?? 0) + skewSeconds) * 1_000 });
      return claims;
    },
  };
}

async function verifyOnce(
  keys: SigningKeys,
  issuer: string,
  kind: TokenKind,
  token: string,
  now: Temporal.Instant,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await keys.find(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      {
        algorithms: ['EdDSA'],
        typ: kind,
        issuer,
        audience,
        clockTolerance: skewSeconds,
        currentDate: new Date(now.epochMilliseconds),
        requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      },
    );
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expired(kind);
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw refuse(
        kind === 'rt+jwt'
          ? platformErrors.refresh_token_unknown(pathOf[kind])
          : platformErrors.token_unknown(pathOf[kind]),
      );
    }
    throw error;
  }
}

function expired(kind: TokenKind) {
  return refuse(platformErrors.token_expired(pathOf[kind]));
}

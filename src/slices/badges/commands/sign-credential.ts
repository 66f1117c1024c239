import { importJWK, type JWK, SignJWT } from 'jose';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { badgeErrors } from '../errors.ts';
import { addressesOf } from '../rules/credential.ts';
import type { Algorithm } from '../schema/credentials.ts';
import { findSigningKey } from '../sql/keys.ts';
import { keyPurpose } from './make-keys.ts';

/** Open Badges 3.0 allows these headers and no others; the key's address leads to the key itself. */
export async function signCredential(
  platform: Platform,
  organizationId: number,
  payload: Record<string, unknown>,
  alg: Algorithm,
): Promise<string> {
  const { sealer, db } = platform.database;
  const key = await findSigningKey(db, organizationId, alg);
  if (!key) throw refuse(badgeErrors.no_credentials('organization_id'));
  const privateJwk = JSON.parse(sealer.open(keyPurpose, key.id, key.private_sealed).toString()) as JWK;
  const kid = addressesOf(platform.publicUrl(), organizationId).key(key.id);
  return await new SignJWT(payload)
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(await importJWK(privateJwk, alg));
}

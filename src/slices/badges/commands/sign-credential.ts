import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { addressesOf } from '../rules/credential.ts';
import type { Algorithm } from '../schema/credentials.ts';
import { findSigningKey, type KeyRow, keepFirstKey } from '../sql/keys.ts';

const purpose = 'issuer-key';

/** Open Badges 3.0 allows these headers and no others; the key's address leads to the key itself. */
export async function signCredential(
  platform: Platform,
  now: Temporal.Instant,
  organizationId: number,
  payload: Record<string, unknown>,
  alg: Algorithm,
): Promise<string> {
  const { sealer, db } = platform.database;
  const key =
    (await findSigningKey(db, organizationId, alg)) ?? (await makeKey(platform, now, organizationId, alg));
  const privateJwk = JSON.parse(sealer.open(purpose, key.id, key.private_sealed).toString()) as JWK;
  const kid = addressesOf(platform.publicUrl(), organizationId).key(key.id);
  return await new SignJWT(payload)
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(await importJWK(privateJwk, alg));
}

/** Made before the lock is taken: finding primes takes its time. */
async function makeKey(
  platform: Platform,
  now: Temporal.Instant,
  organizationId: number,
  alg: Algorithm,
): Promise<KeyRow> {
  const { database } = platform;
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2_048 });
  const id = crypto.randomUUID();
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
  const key: KeyRow = {
    id,
    organization_id: organizationId,
    alg,
    public_jwk: (await exportJWK(pair.publicKey)) as Record<string, string>,
    private_sealed: database.sealer.seal(purpose, id, privateJwk),
  };
  return await inTransaction(database, {}, (tx) => keepFirstKey(tx, key, now));
}

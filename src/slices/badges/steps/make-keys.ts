import { exportJWK, generateKeyPair } from 'jose';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { makeIssuerKeys } from '../jobs.ts';
import { type Algorithm, algorithms } from '../schema/credentials.ts';
import { findSigningKey, keepFirstKey, selectOrganizationsWithoutKeys } from '../sql/keys.ts';

export const keyPurpose = 'issuer-key';

/** An organization has its keys from its first badge on: reading a credential must never have to make one. */
export async function makeKeys(
  tx: Tx,
  platform: Platform,
  now: Temporal.Instant,
  organizationId: number,
): Promise<void> {
  for (const alg of algorithms)
    if (!(await findSigningKey(tx, organizationId, alg)))
      await keepFirstKey(tx, await generateKey(platform, organizationId, alg), now);
}

/** For organizations that have badges from elsewhere, such as the demo's. */
export async function makeMissingKeys(
  platform: Platform,
  now: Temporal.Instant,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = platform;
  for (let after = 0; signal?.aborted !== true; ) {
    const ids = await selectOrganizationsWithoutKeys(database.db, algorithms.length, after, 100);
    const make = (id: number) => inTransaction(database, {}, (tx) => makeKeys(tx, platform, now, id));
    await forEachOrganization(platform, makeIssuerKeys.name, ids, make, signal);
    after = ids.at(-1) ?? after;
    if (ids.length === 0) return;
  }
}

/** Made before the lock is taken: finding primes takes its time. */
async function generateKey({ database }: Platform, organizationId: number, alg: Algorithm) {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2_048 });
  const id = crypto.randomUUID();
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
  return {
    id,
    organization_id: organizationId,
    alg,
    public_jwk: (await exportJWK(pair.publicKey)) as Record<string, string>,
    private_sealed: database.sealer.seal(keyPurpose, id, privateJwk),
  };
}

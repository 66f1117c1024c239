import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { findOrganization } from '#slices/organizations/index.ts';
import { contexts, issuerProfile } from '../rules/credential.ts';
import type { JwkBody } from '../schema/credentials.ts';
import { type KeyRow, selectKeys } from '../sql/keys.ts';

/** The issuer of an organization's credentials. */
export async function readIssuer(platform: Platform, organizationId: number) {
  const organization = await findOrganization(platform.database.db, organizationId);
  if (!organization) throw refuse('not_found');
  return {
    '@context': contexts,
    ...issuerProfile(platform.publicUrl(), { id: organizationId, name: organization.name }),
  };
}

/** The public halves only: the table holds nothing else in the open. */
function presentKey({ id, alg, public_jwk }: KeyRow): JwkBody {
  return { ...public_jwk, kty: public_jwk['kty'] ?? '', kid: id, alg, use: 'sig' };
}

export async function readKeys(platform: Platform, organizationId: number): Promise<{ keys: JwkBody[] }> {
  const { db } = platform.database;
  if (!(await findOrganization(db, organizationId))) throw refuse('not_found');
  return { keys: (await selectKeys(db, organizationId)).map(presentKey) };
}

export async function readKey(platform: Platform, organizationId: number, keyId: string): Promise<JwkBody> {
  const key = (await selectKeys(platform.database.db, organizationId)).find(({ id }) => id === keyId);
  if (!key) throw refuse('not_found');
  return presentKey(key);
}

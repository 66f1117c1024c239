import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { findOrganization } from '#slices/organizations/index.ts';
import { badgeErrors } from '../errors.ts';
import { describeCriteria, imageUrlOf } from '../present.ts';
import {
  addressesOf,
  badgeCredential,
  claimsOf,
  statusBits,
  statusListCredential,
  statusListLength,
  statusPlace,
} from '../rules/credential.ts';
import type { Algorithm } from '../schema/credentials.ts';
import { findPublicAward, type PublicAwardRow, selectRevokedIds } from '../sql/awards.ts';
import { findSigningKey } from '../sql/keys.ts';
import { keyPurpose } from '../steps/make-keys.ts';

export interface Wanted {
  readonly alg?: Algorithm;
  /** The header, as it was sent. */
  readonly accept: string | undefined;
}

/** The award as a credential that its holder can take elsewhere. */
export async function issueCredential(platform: Platform, code: string, wanted: Wanted): Promise<RawAnswer> {
  const row = await findPublicAward(platform.database.db, code);
  if (!row) throw refuse('not_found');
  return await answer(platform, row.organization_id, credentialOf(platform, row), wanted);
}

function credentialOf(platform: Platform, row: PublicAwardRow) {
  const salt = platform.database.sealer.hexDigest('badge-salt', row.public_code).slice(0, 32);
  return badgeCredential({
    publicUrl: platform.publicUrl(),
    issuer: { id: row.organization_id, name: row.organization_name },
    awardId: row.id,
    code: row.public_code,
    subject: row.subject,
    awardedAt: row.awarded_at,
    validFrom: row.renewed_at ?? row.awarded_at,
    validUntil: row.expires_at,
    badge: {
      id: row.badge_id,
      name: row.badge_name,
      description: row.description,
      // A signed document says the same to every reader.
      narrative: describeCriteria('en', row.criteria),
      imageUrl: imageUrlOf(platform, { id: row.badge_id, image_url: row.image_url }),
    },
    identity: {
      name: row.show_name ? row.holder_name : null,
      emailHash:
        row.holder_email === null ? null : `sha256$${hash('sha256', row.holder_email + salt, 'hex')}`,
      salt,
    },
  });
}

const compress = promisify(gzip);

/** Which awards of an organization are revoked, as a credential. */
export async function issueStatusList(
  platform: Platform,
  call: Call,
  organizationId: number,
  list: number,
  wanted: Wanted,
): Promise<RawAnswer> {
  const { db } = platform.database;
  const organization = await findOrganization(db, organizationId);
  if (!organization) throw refuse('not_found');
  const from = list * statusListLength;
  const revoked = await selectRevokedIds(db, organizationId, from, from + statusListLength);
  const bits = statusBits(revoked.map((id) => statusPlace(id).index));
  // `u` says: base64url without padding.
  const encodedList = `u${(await compress(bits)).toString('base64url')}`;
  const facts = {
    publicUrl: platform.publicUrl(),
    issuer: { id: organizationId, name: organization.name },
    list,
    encodedList,
    now: call.now,
  };
  return await answer(platform, organizationId, statusListCredential(facts), wanted);
}

type Credential = ReturnType<typeof badgeCredential> | ReturnType<typeof statusListCredential>;

/** Signed, unless the reader asks for JSON: that is for looking at, and is only as good as the connection. */
async function answer(
  platform: Platform,
  organizationId: number,
  credential: Credential,
  { alg = 'RS256', accept }: Wanted,
): Promise<RawAnswer> {
  const headers = { 'cache-control': 'no-cache', vary: 'accept, origin' };
  const type = wantedType(accept);
  if (type !== 'application/vc+jwt') return new RawAnswer(type, JSON.stringify(credential), headers);
  const payload = { ...credential, ...claimsOf(credential) };
  const jws = await signCredential(platform, organizationId, payload, alg);
  return new RawAnswer(type, jws, headers);
}

const mediaTypes = ['application/vc+jwt', 'application/ld+json', 'application/json'] as const;

/** The first one named that we have. */
function wantedType(accept: string | undefined): (typeof mediaTypes)[number] {
  const named = (accept ?? '').split(',').map((one) => one.split(';')[0]?.trim().toLowerCase());
  for (const name of named) {
    const type = mediaTypes.find((one) => one === name);
    if (type) return type;
  }
  return 'application/vc+jwt';
}

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

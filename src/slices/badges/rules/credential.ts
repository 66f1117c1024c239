/**
 * Open Badges 3.0 (1EdTech), secured as a JWT: https://www.imsglobal.org/spec/ob/v3p0. The standard wants whole
 * credentials at the top of the payload, and RS256 at the least.
 */
export const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
];

/**
 * How many awards share one status list. The W3C asks for at least this many bits, so that reading a list does not
 * tell whose award is being checked.
 */
export const statusListLength = 131_072;

export interface StatusPlace {
  readonly list: number;
  readonly index: number;
}

/** Follows from the award's id, so that no one has to give out places. */
export function statusPlace(awardId: number): StatusPlace {
  return { list: Math.floor(awardId / statusListLength), index: awardId % statusListLength };
}

export interface Issuer {
  readonly id: number;
  readonly name: string;
}

/** Where the parts of a credential are found. */
export function addressesOf(publicUrl: string, organizationId: number) {
  const api = `${publicUrl}/api/v1`;
  return {
    issuer: `${api}/organizations/${organizationId}/issuer`,
    key: (kid: string) => `${api}/organizations/${organizationId}/keys/${kid}`,
    statusList: (list: number) => `${api}/organizations/${organizationId}/credential-status/${list}`,
    badge: (id: number) => `${api}/badges/${id}`,
    credential: (code: string) => `${api}/awards/${code}/credential`,
  };
}

export function issuerProfile(publicUrl: string, { id, name }: Issuer) {
  return { id: addressesOf(publicUrl, id).issuer, type: ['Profile'], name, url: publicUrl };
}

export interface Identity {
  readonly name: string | null;
  /** The holder's email address, hashed with the salt. Null unless the address is known to be theirs. */
  readonly emailHash: string | null;
  readonly salt: string;
}

export interface CredentialFacts {
  readonly publicUrl: string;
  readonly issuer: Issuer;
  readonly awardId: number;
  readonly code: string;
  readonly subject: string;
  readonly awardedAt: Temporal.Instant;
  /** Changes with a renewal, which is how verifiers tell the newer of two. */
  readonly validFrom: Temporal.Instant;
  readonly validUntil: Temporal.Instant | null;
  readonly badge: {
    readonly id: number;
    readonly name: string;
    readonly description: string;
    readonly narrative: string;
    readonly imageUrl: string;
  };
  readonly identity: Identity;
}

export function badgeCredential(facts: CredentialFacts) {
  const { badge, publicUrl, issuer } = facts;
  const at = addressesOf(publicUrl, issuer.id);
  const { list, index } = statusPlace(facts.awardId);
  const identifiers = identifiersOf(facts.identity);
  return {
    '@context': contexts,
    id: at.credential(facts.code),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: badge.name,
    issuer: issuerProfile(publicUrl, issuer),
    awardedDate: toSecond(facts.awardedAt),
    validFrom: toSecond(facts.validFrom),
    ...(facts.validUntil && { validUntil: toSecond(facts.validUntil) }),
    credentialSubject: {
      id: `urn:uuid:${facts.subject}`,
      type: ['AchievementSubject'],
      ...(identifiers.length > 0 && { identifier: identifiers }),
      achievement: {
        id: at.badge(badge.id),
        type: ['Achievement'],
        achievementType: 'Badge',
        name: badge.name,
        description: badge.description.trim() === '' ? badge.narrative : badge.description,
        criteria: { narrative: badge.narrative },
        image: { id: badge.imageUrl, type: 'Image' },
      },
    },
    credentialStatus: {
      id: `${at.statusList(list)}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: at.statusList(list),
    },
  };
}

function identifiersOf({ name, emailHash, salt }: Identity) {
  const entry = { type: 'IdentityObject' };
  return [
    ...(emailHash === null
      ? []
      : [{ ...entry, hashed: true, identityHash: emailHash, identityType: 'emailAddress', salt }]),
    ...(name === null ? [] : [{ ...entry, hashed: false, identityHash: name, identityType: 'name' }]),
  ];
}

export interface StatusListFacts {
  readonly publicUrl: string;
  readonly issuer: Issuer;
  readonly list: number;
  readonly encodedList: string;
  readonly now: Temporal.Instant;
}

/**
 * Revocation by W3C Bitstring Status List and not by 1EdTech's own revocation list: that one names the credentials that
 * are revoked, and with them the addresses of pages that only their holders should know. Newer verifiers skip it, too.
 */
export function statusListCredential({ publicUrl, issuer, list, encodedList, now }: StatusListFacts) {
  const address = addressesOf(publicUrl, issuer.id).statusList(list);
  return {
    '@context': contexts.slice(0, 1),
    id: address,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: addressesOf(publicUrl, issuer.id).issuer,
    validFrom: toSecond(now),
    credentialSubject: {
      id: `${address}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList,
    },
  };
}

/** One bit for each award of the list, the first award's on the left; set where it is revoked. */
export function statusBits(revokedIndexes: readonly number[]): Uint8Array {
  const bits = new Uint8Array(statusListLength / 8);
  for (const index of revokedIndexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return bits;
}

interface Securable {
  readonly id: string;
  readonly issuer: string | { readonly id: string };
  readonly validFrom: string;
  readonly validUntil?: string;
  readonly credentialSubject: { readonly id: string };
}

/** The claims of a JWT repeat what the credential says; verifiers compare the two. */
export function claimsOf(credential: Securable) {
  const { issuer, validUntil } = credential;
  return {
    iss: typeof issuer === 'string' ? issuer : issuer.id,
    jti: credential.id,
    nbf: numericDate(credential.validFrom),
    sub: credential.credentialSubject.id,
    ...(validUntil !== undefined && { exp: numericDate(validUntil) }),
  };
}

const numericDate = (text: string): number => Temporal.Instant.from(text).epochMilliseconds / 1_000;

/** Claims count in seconds, and must say exactly what the credential says. */
function toSecond(instant: Temporal.Instant): string {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();
}

import assert from 'node:assert/strict';
import { createPublicKey, hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { verifyCredential } from 'did-jwt-vc';
import jsonwebtoken from 'jsonwebtoken';
import { sql } from 'kysely';
import { assertRefused, expect200, type Person, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Harbor Food Bank');
const manager = as((await muster.member(organization, 'coordinator')).token);
const volunteer = () => muster.member(organization, 'volunteer');
const host = 'http://muster.test';

async function award(person: Person, fields: object = {}) {
  const badge = expect200(await manager.post('/badges', { name: 'Food safety', ...fields }));
  return expect200(await manager.post(`/badges/${badge.id}/award`, { user_id: person.id })).award;
}

/** As a reader elsewhere would: the address is all it has. */
const dereference = async (address: string, accept = '*/*') => {
  assert.ok(address.startsWith(`${host}/api/v1/`), address);
  return await as().get(address.slice(host.length), { accept });
};

interface Decoded {
  readonly header: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: what is in a credential is what these tests are about
  readonly payload: any;
}
function decode(jws: string): Decoded {
  const [header, payload] = jws.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return { header: JSON.parse(header ?? ''), payload: JSON.parse(payload ?? '') };
}

/** RS256 by another library than the one that signs, with the key that the header's address leads to. */
async function assertSigned(jws: string): Promise<Decoded> {
  const decoded = decode(jws);
  const { alg, kid = '', typ } = decoded.header;
  assert.deepEqual([alg, typ, Object.keys(decoded.header).sort()], ['RS256', 'JWT', ['alg', 'kid', 'typ']]);
  const jwk = expect200(await dereference(kid));
  assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const claims = jsonwebtoken.verify(jws, key, { algorithms: ['RS256'], ignoreExpiration: true });
  assert.deepEqual(claims, decoded.payload);
  return decoded;
}

/** By did-jwt-vc, which knows DIDs: it gets the issuer's published key. */
async function verifyElsewhere(jws: string, now = Date.now()) {
  const { header, payload } = decode(jws);
  const publicKeyJwk = expect200(await dereference(header['kid'] ?? ''));
  const did = 'did:web:muster.test';
  const method = { id: `${did}#key`, type: 'JsonWebKey2020', controller: did, publicKeyJwk };
  const didDocument = { id: did, verificationMethod: [method], assertionMethod: [method.id] };
  const resolution = { didDocument, didResolutionMetadata: {}, didDocumentMetadata: {} };
  assert.equal(payload.iss, `${host}/api/v1/organizations/${organization}/issuer`);
  return await verifyCredential(
    jws,
    { resolve: async () => resolution },
    {
      // The library's check of shapes is that of the data model before this one; Open Badges 3.0 uses version 2.
      policies: { format: false, now: Math.floor(now / 1_000) },
      didAuthenticator: { authenticators: [method], issuer: did, didResolutionResult: resolution },
    },
  );
}

async function isRevoked({ credentialStatus }: Decoded['payload']): Promise<boolean> {
  assert.equal(credentialStatus.type, 'BitstringStatusListEntry');
  const answer = await dereference(credentialStatus.statusListCredential);
  const { payload } = await assertSigned(answer.body);
  assert.deepEqual(payload.type, ['VerifiableCredential', 'BitstringStatusListCredential']);
  assert.equal(payload.id, credentialStatus.statusListCredential);
  const { encodedList, statusPurpose } = payload.credentialSubject;
  assert.equal(statusPurpose, credentialStatus.statusPurpose);
  assert.equal(encodedList[0], 'u');
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  assert.ok(bits.length * 8 >= 131_072);
  const index = Number(credentialStatus.statusListIndex);
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

describe('the credential of an award', () => {
  it('is an Open Badges 3.0 credential whose claims say what it says', async () => {
    const vera = await volunteer();
    await sql`update users set email_verified_at = now() where id = ${vera.id}`.execute(database.db);
    const given = await award(vera, { expires_after_days: 30, description: 'Knows the cold chain.' });
    const answer = await as().get(`/awards/${given.public_code}/credential`);
    assert.equal(answer.headers['content-type'], 'application/vc+jwt');
    const { payload } = await assertSigned(answer.body);
    assert.deepEqual(payload['@context'], [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ]);
    assert.deepEqual(payload.type, ['VerifiableCredential', 'OpenBadgeCredential']);
    assert.deepEqual(
      [payload.iss, payload.jti, payload.sub],
      [payload.issuer.id, payload.id, payload.credentialSubject.id],
    );
    assert.equal(payload.id, given.credential_url);
    assert.equal(payload.nbf * 1_000, Date.parse(payload.validFrom));
    assert.equal(payload.exp * 1_000, Date.parse(payload.validUntil));
    assert.equal(Math.floor(Date.parse(given.expires_at) / 1_000), payload.exp);
    const { achievement, identifier, type } = payload.credentialSubject;
    assert.deepEqual(type, ['AchievementSubject']);
    assert.deepEqual(achievement, {
      id: `${host}/api/v1/badges/${given.badge_id}`,
      type: ['Achievement'],
      achievementType: 'Badge',
      name: 'Food safety',
      description: 'Knows the cold chain.',
      criteria: { narrative: 'Awarded by the organization.' },
      image: { id: `${host}/api/v1/badges/${given.badge_id}/image.svg`, type: 'Image' },
    });
    const [email, name] = identifier;
    assert.equal(email.identityHash, `sha256$${hash('sha256', vera.email + email.salt, 'hex')}`);
    assert.deepEqual([email.hashed, email.identityType], [true, 'emailAddress']);
    assert.deepEqual([name.identityHash, name.identityType], ['Test volunteer', 'name']);
    assert.ok(!answer.body.includes(vera.email) && !JSON.stringify(payload).includes(vera.email));
  });

  it('names an issuer, a badge and a picture that can be looked up', async () => {
    const given = await award(await volunteer());
    const { payload } = decode((await as().get(`/awards/${given.public_code}/credential`)).body);
    const issuer = expect200(await dereference(payload.issuer.id));
    assert.deepEqual([issuer.id, issuer.type, issuer.name], [payload.iss, ['Profile'], 'Harbor Food Bank']);
    const { achievement } = payload.credentialSubject;
    assert.equal(expect200(await dereference(achievement.id)).name, 'Food safety');
    assert.equal((await dereference(achievement.image.id)).status, 200);
    assert.equal(
      payload.credentialSubject.identifier.length,
      1,
      'an address nobody has confirmed is no identity',
    );
  });

  it('is taken by an independent verifier until it runs out, and not with a letter changed', async () => {
    const given = await award(await volunteer(), { expires_after_days: 30 });
    const { body: jws } = await as().get(`/awards/${given.public_code}/credential?alg=ES256`);
    assert.equal(decode(jws).header['alg'], 'ES256');
    const verified = await verifyElsewhere(jws);
    assert.equal(verified.verified, true);
    assert.equal(verified.verifiableCredential.credentialSubject['achievement'].name, 'Food safety');
    const later = Date.parse(given.expires_at) + 10 * 60_000;
    await assert.rejects(verifyElsewhere(jws, later), /expired/);
    const [header, payload, signature] = jws.split('.');
    const altered = JSON.parse(Buffer.from(payload, 'base64url').toString());
    altered.credentialSubject.achievement.name = 'Chief of everything';
    const forged = Buffer.from(JSON.stringify(altered)).toString('base64url');
    await assert.rejects(verifyElsewhere(`${header}.${forged}.${signature}`), /invalid_signature/);
  });

  it('reads as revoked once the award is, and only that one', async () => {
    const [given, other] = [await award(await volunteer()), await award(await volunteer())];
    const credentialOf = async ({ public_code }: { public_code: string }) =>
      decode((await as().get(`/awards/${public_code}/credential`)).body).payload;
    const [mine, theirs] = [await credentialOf(given), await credentialOf(other)];
    assert.deepEqual([await isRevoked(mine), await isRevoked(theirs)], [false, false]);
    expect200(await manager.post(`/badges/${given.badge_id}/awards/${given.id}/revoke`, { reason: 'Oops' }));
    assert.deepEqual([await isRevoked(mine), await isRevoked(theirs)], [true, false]);
    const again = expect200(
      await manager.post(`/badges/${given.badge_id}/award`, { user_id: given.user_id }),
    );
    assert.equal(await isRevoked(await credentialOf(again.award)), false);
    assert.equal(await isRevoked(mine), true);
  });

  it('comes as JSON where that is asked for', async () => {
    const given = await award(await volunteer());
    const path = `/awards/${given.public_code}/credential`;
    const json = await as().get(path, { accept: 'application/json' });
    assert.match(json.headers['content-type'] ?? '', /^application\/json/);
    assert.deepEqual(json.body.type, ['VerifiableCredential', 'OpenBadgeCredential']);
    const linked = await as().get(path, { accept: 'text/html, application/ld+json;q=0.9' });
    assert.match(linked.headers['content-type'] ?? '', /^application\/ld\+json/);
    assertRefused(await as().get(`${path}?alg=none`), 400, 'validation_failed');
  });

  it('leaves the name out when the holder wants that', async () => {
    const vera = await volunteer();
    const given = await award(vera);
    expect200(await as(vera.token).patch(`/me/badges/${given.id}`, { show_name: false }));
    const { body } = await as().get(`/awards/${given.public_code}/credential`, {
      accept: 'application/json',
    });
    assert.ok(!JSON.stringify(body).includes('Test volunteer'));
  });
});

describe('the keys of an organization', () => {
  it('are made once, with the first badge, and kept sealed', async () => {
    const founder = await muster.person();
    const fresh = await muster.organization(founder, 'Fresh');
    const keysOf = async () => expect200(await as().get(`/organizations/${fresh}/keys`)).keys;
    assertRefused(await as().get(`/organizations/${fresh}/credential-status/0`), 404, 'not_found');
    assert.deepEqual(await keysOf(), []);
    const badge = { name: 'B', organization_id: fresh };
    const made = await Promise.all(Array.from({ length: 4 }, () => as(founder.token).post('/badges', badge)));
    const [id] = made.map((one) => expect200(one).id);
    const keys = await keysOf();
    assert.deepEqual(keys.map(({ alg }: { alg: string }) => alg).sort(), ['ES256', 'RS256']);
    const { award: given } = expect200(
      await as(founder.token).post(`/badges/${id}/award`, { user_id: founder.id }),
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => as().get(`/awards/${given.public_code}/credential`)),
    );
    assert.equal(new Set(answers.map(({ body }) => decode(body).header['kid'])).size, 1);
    for (const { body } of answers) await assertSigned(body);
    assert.deepEqual(await keysOf(), keys);
    assert.ok(keys.every((key: object) => !('d' in key)));
    const { rows } = await sql<{ plain: boolean }>`
      select position('"d"'::bytea in private_sealed) > 0 as plain from issuer_keys where organization_id = ${fresh}
    `.execute(database.db);
    assert.deepEqual(rows, [{ plain: false }, { plain: false }]);
    assertRefused(await as().get(`/organizations/${organization}/keys/${keys[0].kid}`), 404, 'not_found');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

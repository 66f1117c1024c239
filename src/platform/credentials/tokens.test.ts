import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  base64url,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';
import { createTokens } from './tokens.ts';

const muster = await peopleApp();
const { as, platform } = muster;
const ada = await muster.person('Ada Lovelace');
const key = await platform.keys.forSigning(platform.clock());
const claims: JWTPayload = { sub: String(ada.id), sid: ada.sessionId };
const nowSeconds = () => Math.floor(platform.clock().epochMilliseconds / 1_000);

interface Forgery {
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
}

/** A token as the service makes them, signed with its own key, but for what the test changes. */
async function forge({ header = {}, payload = {} }: Forgery): Promise<string> {
  const whole = {
    ...claims,
    iss: 'muster',
    aud: 'muster',
    iat: nowSeconds(),
    exp: nowSeconds() + 900,
    ...payload,
  };
  return await new SignJWT(whole as JWTPayload)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'at+jwt', ...header })
    .sign(key.privateKey);
}

const refused = async (token: string) => assertRefused(await as(token).get('/me'), 401, 'unauthenticated');

describe('an access token', () => {
  it('is an EdDSA token of type at+jwt that lives for 15 minutes', () => {
    const header = decodeProtectedHeader(ada.token);
    assert.deepEqual(header, { alg: 'EdDSA', kid: key.kid, typ: 'at+jwt' });
    const body = decodeJwt(ada.token);
    assert.deepEqual([body.iss, body.aud, body.sub], ['muster', 'muster', String(ada.id)]);
    assert.equal((body.exp ?? 0) - (body.iat ?? 0), 900);
    assert.equal((decodeJwt(ada.refreshToken).exp ?? 0) - (body.iat ?? 0), 30 * 24 * 3_600);
  });

  it('can be verified by anyone with the published keys, which hold no private part', async () => {
    const published = await as().get('/.well-known/jwks.json');
    assert.equal(published.status, 200);
    for (const one of published.body.keys) {
      assert.equal(one.d, undefined);
      assert.deepEqual([one.alg, one.use, one.kty, one.crv], ['EdDSA', 'sig', 'OKP', 'Ed25519']);
    }
    const { payload } = await jwtVerify(ada.token, createLocalJWKSet(published.body), {
      issuer: 'muster',
      audience: 'muster',
      typ: 'at+jwt',
      algorithms: ['EdDSA'],
    });
    assert.equal(payload.sub, String(ada.id));
  });

  it('is taken as long as it is genuine', async () => {
    expect200(await as(await forge({})).get('/me'));
  });

  it('without a signature, or signed by another algorithm with the public key as secret, is refused', async () => {
    const [, payload] = ada.token.split('.');
    const none = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: key.kid }));
    await refused(`${none}.${payload}.`);
    const publicBytes = new TextEncoder().encode(JSON.stringify(key.publicJwk));
    const x = base64url.decode(String(key.publicJwk.x));
    for (const secret of [publicBytes, x]) {
      await refused(
        await new SignJWT({ ...claims, iss: 'muster', aud: 'muster', exp: nowSeconds() + 900 })
          .setProtectedHeader({ alg: 'HS256', kid: key.kid, typ: 'at+jwt' })
          .setIssuedAt()
          .sign(secret),
      );
    }
  });

  it('signed by a stranger under our key id, an unknown one or none is refused', async () => {
    const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    for (const kid of [key.kid, 'unknown', undefined]) {
      const header = { alg: 'EdDSA', typ: 'at+jwt', ...(kid !== undefined && { kid }) };
      const token = new SignJWT({ ...claims, iss: 'muster', aud: 'muster', exp: nowSeconds() + 900 });
      await refused(await token.setProtectedHeader(header).setIssuedAt().sign(stranger.privateKey));
    }
  });

  it('for another issuer, another audience or another purpose is refused', async () => {
    await refused(await forge({ payload: { iss: 'https://elsewhere.example' } }));
    await refused(await forge({ payload: { aud: 'elsewhere' } }));
    await refused(await forge({ payload: { aud: undefined } }));
    await refused(await forge({ header: { typ: 'JWT' } }));
    await refused(await forge({ header: { typ: undefined } }));
    await refused(await forge({ payload: { sid: undefined } }));
    await refused(await forge({ payload: { sid: '1' } }));
    await refused(await forge({ payload: { exp: undefined } }));
  });

  it('that was altered, cut off or blown up is refused', async () => {
    const [header, payload = '', signature] = ada.token.split('.');
    const other = base64url.encode(JSON.stringify({ ...decodeJwt(ada.token), sub: '999' }));
    const mangled = [
      'a.b.c',
      '...',
      `${header}.${other}.${signature}`,
      `${header}.${payload}`,
      `${ada.token}A`,
    ];
    for (const token of [...mangled, 'x'.repeat(8_000), `${header}.${payload}.`]) await refused(token);
  });

  it('cannot be replaced by a refresh token, nor replace one', async () => {
    await refused(ada.refreshToken);
    const answer = await as().post('/auth/refresh', { refresh_token: ada.token });
    assertRefused(answer, 401, 'unauthenticated');
  });

  it('is taken up to half a minute after its end, for clocks that differ, and not after that', async () => {
    const token = await forge({ payload: { exp: nowSeconds() - 20 } });
    expect200(await as(token).get('/me'));
    await refused(await forge({ payload: { exp: nowSeconds() - 40 } }));
    muster.setAhead({ seconds: 15 });
    try {
      await refused(token);
    } finally {
      muster.setAhead({ seconds: 0 });
    }
  });
});

describe('the memory of verified tokens', () => {
  it('spares the second verification all key work, and forgets with the token', async () => {
    let lookups = 0;
    const counted = {
      ...platform.keys,
      find: (kid: string) => {
        lookups += 1;
        return platform.keys.find(kid);
      },
    };
    const tokens = createTokens(counted, 'muster');
    const token = await forge({});
    const now = platform.clock();
    const first = await tokens.verify('at+jwt', token, now);
    for (let again = 0; again < 100; again += 1)
      assert.equal(await tokens.verify('at+jwt', token, now), first);
    assert.equal(lookups, 1);
    await assert.rejects(tokens.verify('rt+jwt', token, now), { code: 'unauthenticated' });
    await assert.rejects(tokens.verify('at+jwt', token, now.add({ minutes: 16 })), {
      code: 'unauthenticated',
    });
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

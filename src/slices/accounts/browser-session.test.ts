import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertRefused, expect200, type Person, password, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const asJson = { 'content-type': 'application/json' };

/** The cookies of an answer as a browser would send them back, and as they were set. */
function cookies(answer: Answer): { readonly refresh: string; readonly all: string } {
  const all = String(answer.headers['set-cookie']);
  return { refresh: /muster_refresh=([^;]*)/.exec(all)?.[1] ?? '', all };
}

const withCookie = (token: string, more: Record<string, string> = {}) => ({
  ...asJson,
  cookie: `other=1; muster_refresh=${token}`,
  ...more,
});
const logIn = async (ada: Person, headers: Record<string, string> = {}) =>
  await as().post('/auth/browser/login', { email: ada.email, password }, headers);
const refresh = async (token: string, headers: Record<string, string> = {}) =>
  await as().post('/auth/browser/refresh', {}, withCookie(token, headers));

describe('POST /auth/browser/login', () => {
  it('answers an access token that works and keeps the refresh token out of the body', async () => {
    const answer = await logIn(await muster.person());
    const body = expect200(answer);
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'user_id']);
    assert.equal(body.expires_in, 900);
    assert.equal(answer.headers['cache-control'], 'no-store');
    expect200(await as(body.access_token).get('/me'));
  });

  it('sets a cookie that script cannot read, that only these routes get, and that no other site sends', async () => {
    const { all } = cookies(await logIn(await muster.person()));
    assert.match(
      all,
      /muster_refresh=[\w.-]+; Path=\/api\/v1\/auth\/browser; Max-Age=2592000; HttpOnly; SameSite=Strict(,|$)/,
    );
  });

  it('marks the cookie Secure where the service is reached by https', async () => {
    const behindTls = await peopleApp({ MUSTER_PUBLIC_URL: 'https://muster.example' });
    const ada = await behindTls.person();
    const answer = await behindTls.as().post('/auth/browser/login', { email: ada.email, password });
    assert.match(cookies(answer).all, /muster_refresh=[^,]*; SameSite=Strict; Secure/);
  });

  it('refuses a wrong password without a cookie', async () => {
    const ada = await muster.person();
    const answer = await as().post('/auth/browser/login', { email: ada.email, password: 'wrong' });
    assertRefused(answer, 401, 'invalid_credentials');
    assert.equal(answer.headers['set-cookie'], undefined);
  });
});

describe('POST /auth/browser/refresh', () => {
  it('turns the session: a new access token, a new cookie', async () => {
    const first = cookies(await logIn(await muster.person())).refresh;
    const answer = await refresh(first);
    expect200(await as(expect200(answer).access_token).get('/me'));
    assert.notEqual(cookies(answer).refresh, first);
    assert.equal(expect200(answer).refresh_token, undefined);
  });

  it('ends the session when a cookie two turns old comes back', async () => {
    const first = cookies(await logIn(await muster.person())).refresh;
    const second = cookies(await refresh(first)).refresh;
    const third = await refresh(second);
    assertRefused(await refresh(first), 401, 'unauthenticated');
    assertRefused(await as(expect200(third).access_token).get('/me'), 401, 'unauthenticated');
  });

  it('answers 401 without a cookie and to rubbish in it', async () => {
    assertRefused(await as().post('/auth/browser/refresh', {}), 401, 'unauthenticated');
    assertRefused(await refresh('rub.bi.sh'), 401, 'unauthenticated');
  });

  it('stores no token under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'the same' };
    const ada = cookies(await logIn(await muster.person())).refresh;
    const bob = cookies(await logIn(await muster.person())).refresh;
    const [one, two] = [expect200(await refresh(ada, key)), expect200(await refresh(bob, key))];
    const ids = await Promise.all(
      [one, two].map(async ({ access_token }) => expect200(await as(access_token).get('/me')).id),
    );
    assert.notEqual(ids[0], ids[1]);
  });
});

describe('POST /auth/browser/logout', () => {
  it('ends the session everywhere and takes the cookie away', async () => {
    const answer = await logIn(await muster.person());
    const { refresh: token } = cookies(answer);
    const gone = await as().post('/auth/browser/logout', {}, withCookie(token));
    expect200(gone);
    assert.match(cookies(gone).all, /muster_refresh=; Path=\/api\/v1\/auth\/browser; Max-Age=0;/);
    assertRefused(await refresh(token), 401, 'unauthenticated');
    assertRefused(await as(answer.body.access_token).get('/me'), 401, 'unauthenticated');
  });

  it('is content where there is no session, and where it has ended already', async () => {
    expect200(await as().post('/auth/browser/logout', {}));
    const { refresh: token } = cookies(await logIn(await muster.person()));
    for (let time = 0; time < 2; time++)
      expect200(await as().post('/auth/browser/logout', {}, withCookie(token)));
  });
});

describe('a page of another site', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    it(`is refused: ${JSON.stringify(headers)}`, async () => {
      const ada = await muster.person();
      const { refresh: token } = cookies(await logIn(ada));
      assertRefused(await logIn(ada, headers), 403, 'forbidden');
      assertRefused(await refresh(token, headers), 403, 'forbidden');
      assertRefused(
        await as().post('/auth/browser/logout', {}, withCookie(token, headers)),
        403,
        'forbidden',
      );
      expect200(await refresh(token, { 'sec-fetch-site': 'same-origin' }));
    });
  }

  it('cannot use a form: only JSON is understood', async () => {
    const { refresh: token } = cookies(await logIn(await muster.person()));
    const asForm = withCookie(token, { 'content-type': 'text/plain' });
    assertRefused(
      await as().send('POST', '/auth/browser/refresh', '', asForm),
      415,
      'unsupported_media_type',
    );
  });

  it('is distinguished from our own pages by its Origin where the browser says nothing else', async () => {
    const { refresh: token } = cookies(await logIn(await muster.person()));
    expect200(await refresh(token, { origin: 'http://localhost', host: 'localhost' }));
  });
});

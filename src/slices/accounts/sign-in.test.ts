import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, password, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const ada = { email: 'ada@example.org', password, name: 'Ada Lovelace' };
const logIn = (email: string, secret = password) => as().post('/auth/login', { email, password: secret });

describe('POST /auth/signup', () => {
  it('answers 200 with id, email, name and created_at, and nothing else', async () => {
    const answer = await as().post('/auth/signup', ada);
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['created_at', 'email', 'id', 'name']);
    assert.ok(Number.isInteger(answer.body.id));
    assert.match(answer.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('keeps addresses trimmed and in lower case, and refuses one that is taken in any spelling', async () => {
    const body = expect200(
      await as().post('/auth/signup', { ...ada, email: '  Grace@Example.ORG ', name: '  Grace Hopper ' }),
    );
    assert.deepEqual([body.email, body.name], ['grace@example.org', 'Grace Hopper']);
    const again = await as().post('/auth/signup', { ...ada, email: 'GRACE@example.org' });
    assertRefused(again, 400, 'email_taken');
    assert.deepEqual(again.body.errors, [
      {
        path: 'email',
        code: 'taken',
        message: 'An account with this email already exists. Log in or reset your password.',
        params: {},
        remedy: { rel: 'login', href: '/login' },
      },
    ]);
    const german = { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' };
    const { headers, body: refused } = await as().post('/auth/signup', { ...ada, email: body.email }, german);
    assert.equal(headers['content-language'], 'de');
    assert.equal(
      refused.detail,
      'Mit dieser E-Mail-Adresse gibt es bereits ein Konto. Logge dich ein oder setze dein Passwort zurück.',
    );
  });

  it('without a language takes the one that the request asks for', async () => {
    const email = 'ella@example.org';
    expect200(await as().post('/auth/signup', { ...ada, email }, { 'accept-language': 'de' }));
    const { access_token } = expect200(await logIn(email));
    assert.equal(expect200(await as(access_token).get('/me')).language, 'de');
  });

  it('gives an address to one of two who ask for it at the same moment', async () => {
    const twice = [1, 2].map(() => as().post('/auth/signup', { ...ada, email: 'race@example.org' }));
    const statuses = (await Promise.all(twice)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 400]);
  });

  it('names every field that is missing or of the wrong type', async () => {
    const nothing = await as().post('/auth/signup', {});
    assertRefused(nothing, 400, 'validation_failed');
    assert.deepEqual(refusedFields(nothing).sort(), ['email', 'name', 'password']);
    const wrong = await as().post('/auth/signup', { email: 1, password: ['x'], name: null });
    assert.deepEqual(refusedFields(wrong).sort(), ['email', 'name', 'password']);
    assertRefused(await as().post('/auth/signup'), 400, 'validation_failed');
  });

  it('takes passwords of 8 to 128 characters, whatever they are, and counts characters, not bytes', async () => {
    let count = 0;
    const attempt = async (secret: string) => {
      count += 1;
      const answer = await as().post('/auth/signup', {
        ...ada,
        email: `pw${count}@example.org`,
        password: secret,
      });
      return answer.status === 200 ? 200 : answer.body.code;
    };
    assert.equal(await attempt('1234567'), 'password_unsuitable');
    assert.equal(await attempt('🦊'.repeat(7)), 'password_unsuitable');
    assert.equal(await attempt('🦊'.repeat(8)), 200);
    assert.equal(await attempt('🦊'.repeat(128)), 200);
    assert.equal(await attempt('x'.repeat(129)), 'password_unsuitable');
    assert.equal(await attempt('x'.repeat(1_001)), 'validation_failed');
    assert.equal(await attempt('        '), 200);
  });

  it('refuses the email address and the name as password', async () => {
    for (const secret of [' ADA2@example.org', 'ada lovelace']) {
      const answer = await as().post('/auth/signup', { ...ada, email: 'ada2@example.org', password: secret });
      assertRefused(answer, 400, 'password_unsuitable');
      assert.deepEqual(refusedFields(answer), ['password']);
    }
  });

  it('refuses what is not an email address', async () => {
    const odd = [
      '',
      'ada',
      'ada@',
      '@example.org',
      'a b@example.org',
      'ada@exa mple.org',
      'ada@example.org\r\nbcc: x',
      '.ada@example.org',
      'ada.@example.org',
      'a..da@example.org',
      `${'a'.repeat(65)}@example.org`,
      `ada@${'a'.repeat(64)}.org`,
    ];
    const unicode = [
      '\u0430da@example.org',
      'ada@exämple.org',
      'ada\u202e@example.org',
      '\u017f@example.org',
      '\u212a@example.org',
    ];
    for (const email of [...odd, ...unicode, `${'a'.repeat(250)}@example.org`]) {
      const answer = await as().post('/auth/signup', { ...ada, email });
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), ['email'], JSON.stringify(email));
    }
  });

  it('founds an organization that the new account owns, when asked to', async () => {
    expect200(
      await as().post('/auth/signup', {
        ...ada,
        email: 'founder@example.org',
        organization_name: 'Food Bank',
      }),
    );
    const { access_token } = expect200(await logIn('founder@example.org'));
    const { items } = expect200(await as(access_token).get('/organizations'));
    assert.deepEqual(
      items.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [['Food Bank', 'owner']],
    );
  });

  it('leaves nothing behind when a part of it is refused', async () => {
    const signup = {
      ...ada,
      email: 'half@example.org',
      organization_name: 'Half',
      invitation_token: 'invite_nope',
    };
    const answer = await as().post('/auth/signup', signup);
    assertRefused(answer, 400, 'token_invalid');
    assert.deepEqual(refusedFields(answer), ['invitation_token']);
    assertRefused(await logIn('half@example.org'), 401, 'invalid_credentials');
  });

  it('asked twice under one Idempotency-Key makes one account and answers alike', async () => {
    const ask = () =>
      as().post('/auth/signup', { ...ada, email: 'twice@example.org' }, { 'idempotency-key': 'signup-1' });
    const first = expect200(await ask());
    assert.deepEqual(expect200(await ask()), first);
  });
});

describe('POST /auth/login', () => {
  it('answers 200 with access_token and refresh_token, for the address in any spelling', async () => {
    const answer = await logIn(' ADA@example.org ');
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'refresh_token']);
    const { email } = expect200(await as(answer.body.access_token).get('/me'));
    assert.equal(email, 'ada@example.org');
  });

  it('answers 401 alike for a wrong password and for an unknown address', async () => {
    const wrong = await logIn('ada@example.org', 'wrong password');
    const unknown = await logIn('nobody@example.org', 'wrong password');
    for (const answer of [wrong, unknown]) {
      assertRefused(answer, 401, 'invalid_credentials');
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    const { request_id: _one, ...first } = wrong.body;
    const { request_id: _other, ...second } = unknown.body;
    assert.deepEqual(first, second);
  });

  it('answers 401 for what is not an address at all, and 400 where a field is missing', async () => {
    assertRefused(await logIn('not an address'), 401, 'invalid_credentials');
    const answer = await as().post('/auth/login', { email: 'ada@example.org' });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), ['password']);
  });

  it('takes a password however its accents were typed', async () => {
    const composed = 'caf\u00e9 cr\u00e8me';
    expect200(await as().post('/auth/signup', { ...ada, email: 'accent@example.org', password: composed }));
    expect200(await logIn('accent@example.org', composed.normalize('NFD')));
  });

  it('does not look at an Authorization header', async () => {
    expect200(await as('rubbish').post('/auth/login', { email: ada.email, password }));
  });
});

describe('the Authorization header', () => {
  it('may say bearer in any case, and nothing but bearer', async () => {
    const { access_token: token } = expect200(await logIn(ada.email));
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])
      expect200(await as().get('/me', { authorization: `${scheme} ${token}` }));
    for (const header of ['', 'Bearer', `Basic ${token}`, token, `Bearer ${token} x`, `Bearer ${token}x`])
      assertRefused(await as().get('/me', { authorization: header }), 401, 'unauthenticated');
  });
});

describe('POST /auth/logout', () => {
  it('needs no body, answers success, and ends both tokens', async () => {
    const tokens = expect200(await logIn(ada.email));
    const other = expect200(await logIn(ada.email));
    const answer = await as(tokens.access_token).post('/auth/logout');
    assert.deepEqual([answer.status, answer.body.success], [200, true]);
    assert.deepEqual(Object.keys(answer.body).sort(), ['message', 'success']);
    assertRefused(await as(tokens.access_token).get('/me'), 401, 'unauthenticated');
    assertRefused(await as(tokens.access_token).post('/auth/logout'), 401, 'unauthenticated');
    const { refresh_token } = tokens;
    assertRefused(await as().post('/auth/refresh', { refresh_token }), 401, 'unauthenticated');
    expect200(await as(other.access_token).get('/me'));
  });

  it('answers 401 without a token', async () => {
    assertRefused(await as().post('/auth/logout'), 401, 'unauthenticated');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

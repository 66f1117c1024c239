import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  assertRefused,
  expect200,
  openSession,
  password,
  peopleApp,
  refusedFields,
  tokenFor,
} from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const logIn = (email: string, secret: string, headers = {}) =>
  as().post('/auth/login', { email, password: secret }, headers);
const askReset = async (email: string) => expect200(await as().post('/auth/password-reset', { email }));
const reset = (token: string, secret: string, headers = {}) =>
  as().post('/auth/password-reset/confirm', { token, password: secret }, headers);
const hashOf = async (id: number) =>
  (await sql<{ hash: string }>`select password_hash as hash from users where id = ${id}`.execute(database.db))
    .rows[0]?.hash;

afterEach(() => muster.setAhead({ seconds: 0 }));

describe('a password', () => {
  it('hashed at a lower cost is hashed again at the next login, also when two log in at once', async () => {
    const ada = await muster.person();
    const nonce = randomBytes(16);
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce,
      tagLength: 32,
      memory: 1_024,
      passes: 1,
      parallelism: 1,
    });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const weak = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`;
    await sql`update users set password_hash = ${weak} where id = ${ada.id}`.execute(database.db);
    assertRefused(await logIn(ada.email, 'wrong'), 401, 'invalid_credentials');
    assert.equal(await hashOf(ada.id), weak);
    for (const answer of await Promise.all([1, 2].map(() => logIn(ada.email, password)))) expect200(answer);
    assert.match((await hashOf(ada.id)) ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect200(await logIn(ada.email, password));
  });

  it('is changed with the old one; other sessions end, this one stays', async () => {
    const ada = await muster.person();
    const phone = await openSession(muster.platform, ada.id);
    const change = (current: string, next: string, headers = {}) =>
      as(ada.token).post('/me/password', { current_password: current, new_password: next }, headers);
    const wrong = await change('wrong one', 'brand new secret');
    assertRefused(wrong, 400, 'validation_failed');
    assert.deepEqual(refusedFields(wrong), ['current_password']);
    assert.deepEqual(refusedFields(await change(password, 'short')), ['new_password']);
    expect200(await as(ada.token).patch('/me', { language: 'de' }));
    const german = await change('wrong one', 'brand new secret', { 'accept-language': 'en' });
    assert.equal(
      german.body.detail,
      'Dieses Passwort ist falsch. Versuche es noch einmal oder setze dein Passwort zurück.',
    );
    assert.equal(german.headers['content-language'], 'de');
    const message = 'Dieses Passwort ist zu kurz. Verwende mindestens 8 Zeichen.';
    assert.equal((await change(password, 'short')).body.errors[0].message, message);
    assert.deepEqual(refusedFields(await change(password, ada.email)), ['new_password']);
    const key = { 'idempotency-key': 'change-1' };
    const done = expect200(await change(password, 'brand new secret', key));
    assert.deepEqual(expect200(await change(password, 'brand new secret', key)), done, 'a repeated request');
    expect200(await as(ada.token).get('/me'));
    assertRefused(await as(phone.token).get('/me'), 401, 'unauthenticated');
    assertRefused(await logIn(ada.email, password), 401, 'invalid_credentials');
    expect200(await logIn(ada.email, 'brand new secret'));
  });
});

describe('a password reset', () => {
  it('is answered alike for known and unknown addresses, and mails the known one only, by a job', async () => {
    const ada = await muster.person();
    assert.deepEqual(await askReset(ada.email.toUpperCase()), await askReset('nobody@example.org'));
    const { rows } = await sql<{ payload: string }>`select payload::text from queued_jobs`.execute(
      database.db,
    );
    assert.equal(rows.length, 2);
    for (const { payload } of rows) assert.doesNotMatch(payload, /@|example/);
    const mails = await muster.deliverMail();
    assert.deepEqual(
      mails.filter(({ to }) => to === 'nobody@example.org'),
      [],
    );
    assert.match(
      mails.find(({ to }) => to === ada.email)?.text ?? '',
      /http:\/\/muster\.test\/reset-password\?token=reset_/,
    );
  });

  it('sets a new password once, ends all sessions and lets the person in though strangers were guessing', async () => {
    const ada = await muster.person();
    await askReset(ada.email);
    const token = tokenFor(await muster.deliverMail(), ada.email);
    for (let guess = 0; guess < 11; guess += 1) await logIn(ada.email, 'wrong', { 'user-agent': 'bot' });
    assert.deepEqual(refusedFields(await reset(token, 'short')), ['password']);
    assert.deepEqual(refusedFields(await reset(token, ada.email)), ['password']);
    const key = { 'idempotency-key': 'reset-1', 'user-agent': 'Firefox' };
    const done = expect200(await reset(token, 'brand new secret', key));
    assert.deepEqual(expect200(await reset(token, 'brand new secret', key)), done, 'a repeated request');
    assertRefused(await reset(token, 'yet another secret'), 400, 'token_invalid');
    assertRefused(await as(ada.token).get('/me'), 401, 'unauthenticated');
    const refreshed = await as().post('/auth/refresh', { refresh_token: ada.refreshToken });
    assertRefused(refreshed, 401, 'unauthenticated');
    const { access_token } = expect200(
      await logIn(ada.email, 'brand new secret', { 'user-agent': 'Firefox' }),
    );
    assert.equal(expect200(await as(access_token).get('/me')).email_verified, true, 'the mail has arrived');
  });

  it('is also set for an account whose address would no longer be accepted, which can log in', async () => {
    const ada = await muster.person();
    const email = `${'a'.repeat(65)}..b@${'x'.repeat(64)}.org`;
    await sql`update users set email = ${email} where id = ${ada.id}`.execute(database.db);
    expect200(await logIn(email, password));
    await askReset(` ${email} `);
    expect200(await reset(tokenFor(await muster.deliverMail(), email), 'brand new secret'));
    expect200(await logIn(email, 'brand new secret'));
    for (const wrong of ['ada', 'ada lovelace@example.org', `${email}${'x'.repeat(120)}`])
      assert.deepEqual(refusedFields(await as().post('/auth/password-reset', { email: wrong })), ['email']);
  });

  it('by two at the same moment with one link succeeds once', async () => {
    const ada = await muster.person();
    await askReset(ada.email);
    const token = tokenFor(await muster.deliverMail(), ada.email);
    const answers = await Promise.all(
      ['one new secret', 'another new secret'].map((secret) => reset(token, secret)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  });

  it('works for 30 minutes', async () => {
    const ada = await muster.person();
    await askReset(ada.email);
    const token = tokenFor(await muster.deliverMail(), ada.email);
    muster.setAhead({ minutes: 30, seconds: 5 });
    assertRefused(await reset(token, 'brand new secret'), 400, 'token_invalid');
    muster.setAhead({ minutes: 29 });
    expect200(await reset(token, 'brand new secret'));
  });

  it('with a made-up link, or one for another purpose, is refused', async () => {
    expect200(await as().post('/auth/signup', { email: 'new@example.org', name: 'New', password }));
    const verification = tokenFor(await muster.deliverMail(), 'new@example.org');
    for (const token of ['reset_made-up', verification])
      assertRefused(await reset(token, 'brand new secret'), 400, 'token_invalid');
  });

  it('asked for by strangers again and again fills no mailbox and spoils no link', async () => {
    const ada = await muster.person();
    await askReset(ada.email);
    const first = tokenFor(await muster.deliverMail(), ada.email);
    for (let round = 0; round < 8; round += 1) await askReset(ada.email);
    const mails = (await muster.deliverMail()).filter(({ to }) => to === ada.email);
    assert.equal(mails.length, 5);
    expect200(await reset(first, 'brand new secret'));
    const later = tokenFor(mails, ada.email);
    assertRefused(await reset(later, 'yet another secret'), 400, 'token_invalid');
  });

  it('overtakes a login that had begun with the old password', async () => {
    const ada = await muster.person();
    await askReset(ada.email);
    const token = tokenFor(await muster.deliverMail(), ada.email);
    const [done, overtaken] = await Promise.all([
      reset(token, 'brand new secret'),
      logIn(ada.email, password),
    ]);
    expect200(done);
    if (overtaken.status === 200)
      assertRefused(await as(overtaken.body.access_token).get('/me'), 401, 'unauthenticated');
    const { rows } = await sql`
      select 1 from sessions where user_id = ${ada.id} and revoked_at is null
    `.execute(database.db);
    assert.equal(rows.length, 0, 'no session that began with the old password is left');
  });
});

describe('an email address', () => {
  it('and a new password are asked for in the language of the account, as text and as HTML', async () => {
    const email = 'greta@example.org';
    const account = { email, password: 'ein langes Passwort', name: 'Greta', language: 'de' };
    expect200(await as().post('/auth/signup', account));
    await askReset(email);
    const mails = (await muster.deliverMail()).filter(({ to }) => to === email);
    assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
      'Bestätige deine E-Mail-Adresse',
      'Passwort zurücksetzen',
    ]);
    for (const { text, links } of mails) {
      assert.match(text, /Greta!\n\n.*Der Link ist (30 Minuten|72 Stunden) lang gültig/s);
      assert.match(
        links[0] ?? '',
        /\/(verify-email|reset-password)\?token=/,
        'the HTML part has the link too',
      );
    }
  });

  it('is confirmed by the link from the welcome mail, which changes nothing when it is opened again', async () => {
    expect200(await as().post('/auth/signup', { email: 'fresh@example.org', name: 'Fresh', password }));
    const { access_token } = expect200(await logIn('fresh@example.org', password));
    assert.equal(expect200(await as(access_token).get('/me')).email_verified, false);
    const token = tokenFor(await muster.deliverMail(), 'fresh@example.org');
    expect200(await as().post('/auth/verify-email', { token }));
    const repeated = expect200(await as().post('/auth/verify-email', { token }));
    assert.match(repeated.message, /already/);
    muster.setAhead({ hours: 73 });
    assertRefused(await as().post('/auth/verify-email', { token }), 400, 'token_invalid');
    muster.setAhead({ hours: 0 });
    assert.equal(expect200(await as(access_token).get('/me')).email_verified, true);
    const again = expect200(await as(access_token).post('/me/verify-email'));
    assert.match(again.message, /already/);
  });

  it('gets a new link on demand, a few times', async () => {
    const ada = await muster.person();
    for (let round = 0; round < 5; round += 1) expect200(await as(ada.token).post('/me/verify-email'));
    const refused = await as(ada.token).post('/me/verify-email');
    assertRefused(refused, 429, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 0);
    const token = tokenFor(await muster.deliverMail(), ada.email);
    muster.setAhead({ hours: 73 });
    assertRefused(await as().post('/auth/verify-email', { token }), 400, 'token_invalid');
    muster.setAhead({ hours: 71 });
    expect200(await as().post('/auth/verify-email', { token }));
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

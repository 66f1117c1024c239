import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Answer, assertRefused, expect200, password, peopleApp } from '#test/people.ts';
import { delayAfter } from './rules.ts';

const muster = await peopleApp({ MUSTER_TRUST_PROXY: '1' });
const { as, database } = muster;
muster.stopClock();
const stranger = { 'user-agent': 'Botnet/1.0', 'x-forwarded-for': '203.0.113.9' };
const home = { 'user-agent': 'Firefox', 'x-forwarded-for': '198.51.100.7' };
const logIn = (email: string, secret: string, headers: Record<string, string> = stranger, at = muster) =>
  at.as().post('/auth/login', { email, password: secret }, headers);

/** As if so many guesses had failed: hashing each would only take time. */
async function fail(email: string, times: number): Promise<void> {
  await logIn(email, 'wrong password');
  const subject = muster.platform.database.sealer.digest('login', email);
  await sql`update login_failures set failures = ${times} where subject = ${subject}`.execute(database.db);
}
const isBlocked = (answer: Answer): number => {
  assertRefused(answer, 429, 'rate_limited');
  return Number(answer.headers['retry-after']);
};

afterEach(() => muster.setAhead({ seconds: 0 }));

describe('guessing the password of an account', () => {
  it('is answered 401 ten times and then 429 with Retry-After, whatever the password', async () => {
    const ada = await muster.person();
    for (let guess = 0; guess < 10; guess += 1)
      assertRefused(await logIn(ada.email, `wrong ${guess}`), 401, 'invalid_credentials');
    assert.equal(isBlocked(await logIn(ada.email, 'wrong again')), 1);
    assert.equal(isBlocked(await logIn(ada.email, password)), 1);
  });

  it('says how long to wait as Retry-After does, in seconds below a minute', async () => {
    const ada = await muster.person();
    await fail(ada.email, 14);
    await logIn(ada.email, 'wrong');
    const refused = await logIn(ada.email, 'wrong');
    const seconds = isBlocked(refused);
    assert.equal(refused.body.errors[0].params.wait, seconds);
    assert.match(refused.body.detail, new RegExp(`${seconds} seconds`));
    await fail('waits.long@example.org', 18);
    await logIn('waits.long@example.org', 'wrong');
    const longer = await logIn('waits.long@example.org', 'wrong');
    assert.match(longer.body.detail, new RegExp(`${Math.ceil(isBlocked(longer) / 60)} minutes`));
  });

  it('takes twice as long after each further failure, and at most 15 minutes', async () => {
    assert.deepEqual([9, 10, 11, 12, 13].map(delayAfter), [0, 1, 2, 4, 8]);
    assert.deepEqual([19, 20, 50, 5_000].map(delayAfter), [512, 900, 900, 900]);
    const ada = await muster.person();
    await fail(ada.email, 14);
    assertRefused(await logIn(ada.email, 'wrong'), 401, 'invalid_credentials');
    const seconds = isBlocked(await logIn(ada.email, password));
    assert.ok(seconds > 28 && seconds <= 32, `${seconds} s`);
    muster.setAhead({ seconds: 33 });
    expect200(await logIn(ada.email, password));
  });

  it('is counted for addresses without an account just the same', async () => {
    await fail('nobody@example.org', 9);
    assertRefused(await logIn('nobody@example.org', 'wrong'), 401, 'invalid_credentials');
    isBlocked(await logIn('NOBODY@example.org', 'wrong'));
  });

  it('is counted by all processes together, in PostgreSQL', async () => {
    const other = await muster.second();
    const ada = await muster.person();
    await fail(ada.email, 9);
    assertRefused(await logIn(ada.email, 'wrong', stranger, other), 401, 'invalid_credentials');
    isBlocked(await logIn(ada.email, password));
  });

  it('does not shut out the person on their usual device, by its cookie or by place and browser', async () => {
    const ada = await muster.person();
    const first = await logIn(ada.email, password, home);
    const cookie = /^(muster_device=[^;]+);.*HttpOnly/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    assert.notEqual(cookie, '');
    await fail(ada.email, 30);
    await logIn(ada.email, 'wrong');
    isBlocked(await logIn(ada.email, password));
    isBlocked(
      await logIn(ada.email, password, { ...stranger, cookie: `muster_device=device_${'x'.repeat(43)}` }),
    );
    expect200(await logIn(ada.email, password, home));
    expect200(await logIn(ada.email, password, { ...stranger, cookie }));
  });

  it('from a known device is counted separately', async () => {
    const ada = await muster.person();
    expect200(await logIn(ada.email, password, home));
    for (let guess = 0; guess < 10; guess += 1) await logIn(ada.email, `wrong ${guess}`, home);
    isBlocked(await logIn(ada.email, password, home));
    expect200(await logIn(ada.email, password));
  });

  it('starts from nought after a success', async () => {
    const ada = await muster.person();
    await fail(ada.email, 9);
    expect200(await logIn(ada.email, password));
    await fail(ada.email, 1);
    for (let guess = 0; guess < 8; guess += 1)
      assertRefused(await logIn(ada.email, 'wrong'), 401, 'invalid_credentials');
  });

  it('is not quicker when all guesses are sent at once: the right one among the later ones is not let in', async () => {
    const ada = await muster.person();
    const isTooMany = Promise.withResolvers<void>();
    const guesses = Array.from({ length: 23 }, async () => {
      const answer = await logIn(ada.email, 'wrong');
      if (answer.status === 429) isTooMany.resolve();
      return answer.status;
    });
    // Those sent together may arrive in any order: this one is a later one for sure.
    await isTooMany.promise;
    isBlocked(await logIn(ada.email, password));
    const statuses = await Promise.all(guesses);
    assert.equal(statuses.filter((status) => status === 401).length, 10);
  });

  it('with a stolen token, by confirming the password, is slowed down too, for that session only', async () => {
    const ada = await muster.person();
    const change = (current_password: string) =>
      as(ada.token).post('/me/password', { current_password, new_password: 'a brand new one' });
    for (let guess = 0; guess < 10; guess += 1)
      assertRefused(await change(`wrong ${guess}`), 400, 'validation_failed');
    isBlocked(await change(password));
    isBlocked(await as(ada.token).del('/me', { password }));
    expect200(await logIn(ada.email, password));
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

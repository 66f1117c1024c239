import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, type Person, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const refresh = (refresh_token: string, at = muster) => at.as().post('/auth/refresh', { refresh_token });
const isRefused = async (token: string) => {
  const answer = await refresh(token);
  assertRefused(answer, 401, 'unauthenticated');
  assert.equal(answer.body.errors[0].path, 'refresh_token');
  assert.doesNotMatch(answer.body.detail, /access token/i);
};
const works = async (token: string) => expect200(await as(token).get('/me'));
const isDead = async (token: string) => assertRefused(await as(token).get('/me'), 401, 'unauthenticated');

afterEach(() => muster.setAhead({ seconds: 0 }));

describe('POST /auth/refresh', () => {
  it('answers new tokens that work, and leaves the old access token alone', async () => {
    const ada = await muster.person();
    const next = expect200(await refresh(ada.refreshToken));
    assert.deepEqual(Object.keys(next).sort(), ['access_token', 'refresh_token']);
    assert.notEqual(next.refresh_token, ada.refreshToken);
    await works(next.access_token);
    await works(ada.token);
    expect200(await refresh(next.refresh_token));
  });

  it('names the field when it is missing, and answers 401 to rubbish', async () => {
    const answer = await as().post('/auth/refresh', {});
    assertRefused(answer, 400, 'validation_failed');
    assert.equal(answer.body.errors[0].path, 'refresh_token');
    await isRefused('rubbish');
  });

  it('gives a lost answer again for 30 seconds', async () => {
    const ada = await muster.person();
    const lost = expect200(await refresh(ada.refreshToken));
    muster.setAhead({ seconds: 29 });
    const again = expect200(await refresh(ada.refreshToken));
    await works(again.access_token);
    const next = expect200(await refresh(again.refresh_token));
    await works(next.access_token);
    assert.notEqual(lost.access_token, again.access_token);
  });

  it('ends the whole session when the token before is used later than that', async () => {
    const ada = await muster.person();
    const thief = expect200(await refresh(ada.refreshToken));
    muster.setAhead({ seconds: 31 });
    await isRefused(ada.refreshToken);
    await isRefused(thief.refresh_token);
    await isDead(thief.access_token);
    await isDead(ada.token);
  });

  it('ends the whole session at once when a token two steps old is used, and says so in the record', async () => {
    const ada = await muster.person();
    const second = expect200(await refresh(ada.refreshToken));
    const third = expect200(await refresh(second.refresh_token));
    await isRefused(ada.refreshToken);
    await isRefused(third.refresh_token);
    await isDead(third.access_token);
    const { rows } = await sql`
      select 1 from audit_log where action = 'session.revoked' and object_id = ${ada.sessionId}
    `.execute(database.db);
    assert.equal(rows.length, 1);
  });

  it('ends only that session', async () => {
    const ada = await muster.person();
    const bob = await muster.person();
    const second = expect200(await refresh(ada.refreshToken));
    expect200(await refresh(second.refresh_token));
    await isRefused(ada.refreshToken);
    await works(bob.token);
  });

  it('gives each of 20 that come at the same instant a token that works, on two processes', async () => {
    const other = await muster.second();
    const ada = await muster.person();
    const asked = Array.from({ length: 20 }, (_, index) =>
      refresh(ada.refreshToken, index % 2 ? muster : other),
    );
    const answers = (await Promise.all(asked)).map(expect200);
    for (const { access_token } of answers) await works(access_token);
    const refreshed = await Promise.all(answers.map(({ refresh_token }) => refresh(refresh_token)));
    for (const { access_token } of refreshed.map(expect200)) await works(access_token);
  });

  it('keeps a session going beyond 30 days, and lets it end 30 days after its last use', async () => {
    const ada = await muster.person();
    muster.setAhead({ hours: 24 * 29 });
    const next = expect200(await refresh(ada.refreshToken));
    muster.setAhead({ hours: 24 * 58 });
    const last = expect200(await refresh(next.refresh_token));
    muster.setAhead({ hours: 24 * 89 });
    await isRefused(last.refresh_token);
  });

  it('stores no token, only hashes', async () => {
    const ada = await muster.person();
    const secret = JSON.parse(Buffer.from(ada.refreshToken.split('.')[1] ?? '', 'base64url').toString())
      .jti as string;
    const { rows } = await sql<{ row: string }>`select s::text as row from sessions as s`.execute(
      database.db,
    );
    const bytes = Buffer.from(secret).toString('hex');
    for (const { row } of rows) assert.ok(!row.includes(secret) && !row.includes(bytes));
  });
});

describe('a session', () => {
  it('ended on one process is over on the other at once, though both remember the token', async () => {
    const other = await muster.second();
    const ada = await muster.person();
    for (const app of [muster, other]) expect200(await app.as(ada.token).get('/me'));
    expect200(await as(ada.token).post('/auth/logout'));
    assertRefused(await other.as(ada.token).get('/me'), 401, 'unauthenticated');
    assertRefused(await refresh(ada.refreshToken, other), 401, 'unauthenticated');
  });

  it('is listed with where it began, and can be ended from another device', async () => {
    const ada = await muster.person();
    const login = { email: ada.email, password: 'correct horse battery' };
    const phone = expect200(await as().post('/auth/login', login, { 'user-agent': 'Phone/1.0' }));
    const { items } = expect200(await as(ada.token).get('/me/sessions'));
    assert.deepEqual(
      items.map((one: { current: boolean; user_agent: string }) => [one.current, one.user_agent]),
      [
        [false, 'Phone/1.0'],
        [true, 'test'],
      ],
    );
    const ended = await as(ada.token).del(`/me/sessions/${items[0].id}`);
    assert.equal(ended.status, 204);
    await isDead(phone.access_token);
    await isRefused(phone.refresh_token);
    await works(ada.token);
    assertRefused(await as(ada.token).del(`/me/sessions/${items[0].id}`), 404, 'not_found');
    assert.equal(expect200(await as(ada.token).get('/me/sessions')).items.length, 1);
  });

  it('stays while all others are ended in one call', async () => {
    const ada = await muster.person();
    const login = { email: ada.email, password: 'correct horse battery' };
    const others = [
      expect200(await as().post('/auth/login', login)),
      expect200(await as().post('/auth/login', login)),
    ];
    const { ended, message } = expect200(await as(ada.token).del('/me/sessions'));
    assert.deepEqual([ended, message], [2, 'Logged out on 2 other devices.']);
    for (const { access_token } of others) await isDead(access_token);
    await works(ada.token);
    assert.equal(expect200(await as(ada.token).del('/me/sessions')).ended, 0);
  });

  it('of someone else cannot be ended', async () => {
    const [ada, eve]: Person[] = [await muster.person(), await muster.person()];
    assertRefused(await as(eve?.token).del(`/me/sessions/${ada?.sessionId}`), 404, 'not_found');
    await works(ada?.token ?? '');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

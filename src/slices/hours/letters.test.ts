import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { attendanceWorld } from '#test/attendance.ts';
import { assertRefused, expect200, password } from '#test/people.ts';

const world = await attendanceWorld('Europe/Berlin');
const { as, organizationId, plant, signUp, shift, volunteer } = world;
const instant = (text: string) => Temporal.Instant.from(text);
const path = `/organizations/${organizationId}/hours/letters`;

async function helper() {
  const person = await volunteer();
  expect200(await as(person.token).patch('/me', { name: '<b>Ada</b> "Lovelace"' }));
  const id = await signUp(person, await shift(-500));
  await plant(id, instant('2026-03-31T20:00:00Z'), instant('2026-03-31T23:00:00Z'));
  return { person, id };
}
const { person: ada, id: adasRegistration } = await helper();
const letter = (period: object = {}) =>
  as(ada.token).post('/me/hours/letter', { organization_id: organizationId, ...period });
const codeIn = (html: string) => /class="code">([^<]+)</.exec(html)?.[1] ?? '';
const verify = async (code: string) => expect200(await as().get(`/hours/verify/${code}`));

describe('a letter about hours', () => {
  it('is a page to print that holds nothing but itself', async () => {
    const { status, headers, body } = await letter({ from: '2026-03-01', to: '2026-04-30' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.match(body, /&lt;b&gt;Ada&lt;\/b&gt; &quot;Lovelace&quot;/);
    assert.match(body, /Harbor &lt;Food&gt; &amp; Co/);
    assert.match(
      body,
      /March 2026<\/td><td>Saturdays<\/td><td class="number">1<\/td><td class="number">2 h 00 min/,
    );
    assert.match(
      body,
      /April 2026<\/td><td>Saturdays<\/td><td class="number">0<\/td><td class="number">1 h 00 min/,
    );
    assert.match(body, /Total<\/td><td class="number">3 h 00 min/);
    assert.match(body, /from March 1, 2026 to April 30, 2026/);
    assert.doesNotMatch(body, /<script|<img|<link| style=| on\w+=/);
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? '';
    assert.match(style, /size: A4/);
    const policy = headers['content-security-policy'] ?? '';
    assert.ok(policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`), policy);
    assert.ok(policy.startsWith("default-src 'none'"));
  });

  it('has a code that tells anyone what it says', async () => {
    const before = Date.now();
    const code = codeIn((await letter({ from: '2026-03-01', to: '2026-03-31' })).body);
    const { issued_at, ...found } = await verify(code);
    assert.ok(Date.parse(issued_at) >= before && Date.parse(issued_at) <= Date.now());
    assert.deepEqual(found, {
      genuine: true,
      organization_name: 'Harbor <Food> & Co',
      person_name: '<b>Ada</b> "Lovelace"',
      from: '2026-03-01',
      to: '2026-03-31',
      time_zone: 'Europe/Berlin',
      minutes: 120,
      verified_minutes: 0,
    });
    assert.equal((await verify(code.toLowerCase().replaceAll('-', '%20'))).genuine, true);
    const page = await as().get(`/hours/verify/${code}`, { accept: 'text/html,*/*' });
    assert.match(page.body, /This letter is genuine/);
    assert.match(page.body, /&lt;b&gt;Ada/);
    const german = await as().get(`/hours/verify/${code}`, { accept: 'text/html', 'accept-language': 'de' });
    assert.equal(german.headers['content-language'], 'de');
    assert.match(
      german.body,
      /<html lang="de">.*Diese Bescheinigung ist echt.*1\. März 2026 bis 31\. März 2026/s,
    );
    const british = { accept: 'text/html', 'accept-language': 'en-GB,en;q=0.9' };
    assert.match((await as().get(`/hours/verify/${code}`, british)).body, /1 March 2026 to 31 March 2026/);
  });

  it('is issued on a day of the organization’s clocks, as the period ends on one', async () => {
    const issuedAt = instant('2026-03-31T22:30:00Z');
    const code = codeIn((await letter({ from: '2026-03-01', to: '2026-03-30' })).body);
    await sql`update hour_letters set issued_at = ${issuedAt} where id = ${Number(code.split('-')[0])}`.execute(
      world.database.db,
    );
    assert.match((await letter({ from: '2026-03-01', to: '2026-03-30' })).body, /Issued on April 1, 2026/);
    const page = await as().get(`/hours/verify/${code}`, { accept: 'text/html' });
    assert.match(page.body, /Issued<\/th><td>April 1, 2026/);
  });

  it('has one code while it says the same, another when it says something else', async () => {
    const ask = async () => codeIn((await letter({ from: '2026-03-01', to: '2026-05-31' })).body);
    const codes = await Promise.all([ask(), ask(), ask()]);
    assert.equal(new Set(codes).size, 1);
    const [code = ''] = codes;
    expect200(await as(world.coordinator.token).patch(`/attendance/${adasRegistration}`, { minutes: 60 }));
    assert.notEqual(await ask(), code);
    assert.equal((await verify(code)).minutes, 180, 'the old one says what it said');
    expect200(await as(world.coordinator.token).patch(`/attendance/${adasRegistration}`, { minutes: null }));
  });

  it('cannot be made up', async () => {
    const code = codeIn((await letter()).body);
    const [number, ...rest] = code.split('-');
    for (const forged of [
      `${Number(number) + 1}-${rest.join('-')}`,
      `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`,
      'x',
      '1',
      `0${code}`,
    ]) {
      const answer = await verify(forged);
      assert.equal(answer.genuine, false, forged);
      assert.ok(Object.values(answer).every((value) => value === false || value === null));
    }
    const page = await as().get('/hours/verify/nonsense', { accept: 'text/html' });
    assert.match(page.body, /This code isn’t valid/);
  });

  it('is issued by coordinators for members, once under one key, and can be printed again', async () => {
    const body = { user_id: ada.id, from: '2026-01-01', to: '2026-12-31' };
    const client = as(world.coordinator.token);
    const first = expect200(await client.post(path, body, { 'idempotency-key': 'letter-1' }));
    assert.deepEqual(expect200(await client.post(path, body, { 'idempotency-key': 'letter-1' })), first);
    const { id, code, verify_url, minutes, lines } = first.letter;
    assert.equal(verify_url, `http://muster.test/api/v1/hours/verify/${code}`);
    assert.deepEqual([minutes, lines.length], [180, 2]);
    assert.equal((await verify(code)).minutes, 180);
    assert.equal(codeIn((await client.get(`${path}/${id}`)).body), code);
    assert.equal(
      (await world.auditOf('hours.letter_issued')).filter((row) => row['object_id'] === id).length,
      1,
    );
    assertRefused(await client.get(`${path}/999999`), 404, 'not_found');
    const stranger = await world.person();
    assertRefused(await client.post(path, { user_id: stranger.id }), 400, 'validation_failed');
    assertRefused(await as(ada.token).post(path, body), 403, 'forbidden');
    assertRefused(await as(stranger.token).post(path, body), 404, 'not_found');
  });

  it('is refused for an upside-down period and for an organization one has nothing to do with', async () => {
    assertRefused(await letter({ from: '2026-03-31', to: '2026-03-01' }), 400, 'validation_failed');
    assertRefused(await letter({ from: '31.3.2026' }), 400, 'validation_failed');
    const stranger = await world.person();
    const other = await as(stranger.token).post('/me/hours/letter', { organization_id: organizationId });
    assertRefused(other, 404, 'not_found');
  });
});

describe('what is held on a person', () => {
  it('is theirs to take, and goes when they go: totals stay, texts and name do not', async () => {
    const { person, id } = await helper();
    expect200(await as(world.coordinator.token).patch(`/attendance/${id}`, { note: 'Sings well' }));
    const code = codeIn((await as(person.token).post('/me/hours/letter')).body);
    const held = expect200(await as(person.token).get('/me/export'));
    assert.match(JSON.stringify(held), /Sings well/);
    assert.match(JSON.stringify(held), /"letters":\[\{/);
    const total = async () =>
      expect200(await as(world.coordinator.token).get(`/organizations/${organizationId}/hours`)).totals
        .minutes;
    const before = await total();
    const gone = await as(person.token).del('/me', { password });
    assert.ok(gone.status === 200 || gone.status === 204, JSON.stringify(gone.body));
    assert.equal(await total(), before);
    const found = await verify(code);
    assert.deepEqual([found.genuine, found.person_name, found.minutes], [true, null, 180]);
    const row = await world.database.db
      .selectFrom('attendance')
      .select(['note', 'metadata', 'minutes'])
      .where('registration_id', '=', id)
      .executeTakeFirst();
    assert.deepEqual(row, { note: null, metadata: null, minutes: 180 });
  });

  it('was handled without a 500', () => assert.deepEqual(world.errors, []));
});

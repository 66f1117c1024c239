import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  assertRefused,
  type Client,
  expect200,
  openSession,
  type Person,
  password,
  peopleApp,
  refusedFields,
} from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Harbor <Food> & Co');
const coordinator = await muster.member(organization, 'coordinator');
const manager = as(coordinator.token);
const volunteer = () => muster.member(organization, 'volunteer');
const create = async (fields: object = {}): Promise<number> =>
  expect200(await manager.post('/badges', { name: 'Helper', ...fields })).id;
const award = async (badge: number, { id }: Person, fields: object = {}) =>
  expect200(await manager.post(`/badges/${badge}/award`, { user_id: id, ...fields }));

/** What a coordinator does on another day. */
async function inDays(days: number, work: (client: Client) => Promise<void>): Promise<void> {
  muster.setAhead({ hours: 24 * days });
  try {
    await work(as((await openSession(muster.platform, coordinator.id)).token));
  } finally {
    muster.setAhead({ seconds: 0 });
  }
}

async function eventsOf(userId: number, type = 'badge.awarded'): Promise<Record<string, unknown>[]> {
  const rows = await database.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', type)
    .orderBy('position')
    .execute();
  return rows.map(({ data }) => data as Record<string, unknown>).filter(({ user_id }) => user_id === userId);
}

describe('an award', () => {
  it('is given by a coordinator, announced once, and returned as it is when given again', async () => {
    const [badge, vera] = [await create(), await volunteer()];
    const first = await award(badge, vera, { note: ' For the flood. ' });
    assert.deepEqual(
      { ...first.award, id: 0, awarded_at: '', public_code: '', public_url: '', credential_url: '' },
      {
        id: 0,
        badge_id: badge,
        user_id: vera.id,
        awarded_at: '',
        awarded_by: coordinator.id,
        expires_at: null,
        note: 'For the flood.',
        source: 'manual',
        status: 'active',
        renewed_at: null,
        revoked_at: null,
        revoke_reason: null,
        public_code: '',
        public_url: '',
        credential_url: '',
      },
    );
    const second = await award(badge, vera, { note: 'Again' });
    assert.deepEqual(second.award, first.award);
    assert.equal(expect200(await as().get(`/badges/${badge}`)).award_count, 1);
    assert.deepEqual(await eventsOf(vera.id), [
      {
        award_id: first.award.id,
        badge_id: badge,
        name: 'Helper',
        user_id: vera.id,
        awarded_at: first.award.awarded_at,
        expires_at: null,
        awarded_by: coordinator.id,
        renewal: false,
      },
    ]);
  });

  it('goes to members only, by coordinators only', async () => {
    const [badge, vera] = [await create(), await volunteer()];
    const stranger = await muster.person();
    const refused = await manager.post(`/badges/${badge}/award`, { user_id: stranger.id });
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused), ['user_id']);
    const body = { user_id: vera.id };
    assertRefused(await as(vera.token).post(`/badges/${badge}/award`, body), 403, 'forbidden');
    assertRefused(await as(stranger.token).post(`/badges/${badge}/award`, body), 403, 'forbidden');
    assertRefused(await as().post(`/badges/${badge}/award`, body), 401, 'unauthenticated');
    assertRefused(await manager.post('/badges/999999/award', body), 404, 'not_found');
    const key = await muster.apiKey(owner, organization, ['badges']);
    const byKey = expect200(await as(key).post(`/badges/${badge}/award`, body));
    assert.equal(byKey.award.awarded_by, null);
  });

  it('exists once, however many give it at the same moment', async () => {
    const [badge, vera] = [await create(), await volunteer()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => manager.post(`/badges/${badge}/award`, { user_id: vera.id })),
    );
    assert.equal(new Set(answers.map((answer) => expect200(answer).award.id)).size, 1);
    assert.equal((await eventsOf(vera.id)).length, 1);
    assert.equal(expect200(await as().get(`/badges/${badge}`)).award_count, 1);
  });

  it('has one effect and one answer under an Idempotency-Key', async () => {
    const [badge, vera] = [await create(), await volunteer()];
    const headers = { 'idempotency-key': 'award-vera' };
    const send = () => manager.post(`/badges/${badge}/award`, { user_id: vera.id }, headers);
    const [first, second] = [await send(), await send()];
    assert.deepEqual(first.body, second.body);
    assert.equal(second.headers['idempotency-replayed'], 'true');
  });

  it('runs out, and awarding it again renews the same award', async () => {
    const [badge, vera] = [await create({ expires_after_days: 10 }), await volunteer()];
    const { award: first } = await award(badge, vera);
    const lasts = Date.parse(first.expires_at) - Date.parse(first.awarded_at);
    assert.equal(lasts, 10 * 86_400_000);
    await inDays(11, async (client) => {
      const listed = expect200(await client.get(`/badges/${badge}/awards?status=expired`));
      assert.deepEqual(
        listed.items.map(({ id, status }: { id: number; status: string }) => [id, status]),
        [[first.id, 'expired']],
      );
      const { award: again } = expect200(await client.post(`/badges/${badge}/award`, { user_id: vera.id }));
      assert.deepEqual(
        [again.id, again.awarded_at, again.status, again.public_code],
        [first.id, first.awarded_at, 'active', first.public_code],
      );
      assert.ok(again.renewed_at && again.expires_at > first.expires_at);
    });
    assert.deepEqual(
      (await eventsOf(vera.id)).map(({ renewal }) => renewal),
      [false, true],
    );
  });

  it('is renewed early, unless it never ends or was revoked', async () => {
    const [badge, vera] = [await create({ expires_after_days: 10 }), await volunteer()];
    const { award: first } = await award(badge, vera);
    await inDays(1, async (client) => {
      const renewed = expect200(await client.post(`/badges/${badge}/awards/${first.id}/renew`)).award;
      assert.ok(Date.parse(renewed.expires_at) - Date.parse(first.expires_at) >= 86_400_000);
    });
    expect200(await manager.post(`/badges/${badge}/awards/${first.id}/revoke`, {}));
    const path = `/badges/${badge}/awards/${first.id}/renew`;
    const revoked = await manager.post(path);
    assertRefused(revoked, 409, 'conflict');
    assert.equal(revoked.body.errors[0].code, 'award_revoked');
    const unlimited = await create();
    const { award: endless } = await award(unlimited, vera);
    const needless = await manager.post(`/badges/${unlimited}/awards/${endless.id}/renew`);
    assertRefused(needless, 409, 'conflict');
    assert.equal(needless.body.errors[0].code, 'never_expires');
    assertRefused(await manager.post(`/badges/${badge}/awards/${endless.id}/renew`), 404, 'not_found');
  });

  it('is revoked with a reason, once, and can be given again', async () => {
    const [badge, vera] = [await create(), await volunteer()];
    const { award: first } = await award(badge, vera);
    const revoke = (reason: string) => manager.post(`/badges/${badge}/awards/${first.id}/revoke`, { reason });
    const revoked = expect200(await revoke('A mix-up.')).award;
    assert.deepEqual([revoked.status, revoked.revoke_reason], ['revoked', 'A mix-up.']);
    assert.deepEqual(expect200(await revoke('Another reason.')).award, revoked);
    assert.deepEqual(await eventsOf(vera.id, 'badge.revoked'), [
      {
        award_id: first.id,
        badge_id: badge,
        name: 'Helper',
        user_id: vera.id,
        revoked_at: revoked.revoked_at,
        revoked_by: coordinator.id,
        reason: 'A mix-up.',
      },
    ]);
    assert.equal(expect200(await as().get(`/badges/${badge}`)).award_count, 0);
    const mine = as(vera.token);
    assert.deepEqual(expect200(await mine.get('/me/badges')).items, []);
    assert.equal(expect200(await mine.get('/me/badges?status=revoked')).items[0].revoke_reason, 'A mix-up.');
    const { award: second } = await award(badge, vera);
    assert.notEqual(second.id, first.id);
    assert.notEqual(second.public_code, first.public_code);
  });

  it('is listed for coordinators and for its holder', async () => {
    const [badge, vera, amir] = [await create(), await volunteer(), await volunteer()];
    for (const person of [vera, amir]) await award(badge, person);
    const page = expect200(await manager.get(`/badges/${badge}/awards?limit=1`));
    assert.deepEqual([page.items[0].user_id, page.items[0].user_name], [amir.id, 'Test volunteer']);
    const next = expect200(await manager.get(`/badges/${badge}/awards?limit=1&cursor=${page.next_cursor}`));
    assert.deepEqual([next.items[0].user_id, next.next_cursor], [vera.id, null]);
    assertRefused(await as(vera.token).get(`/badges/${badge}/awards`), 403, 'forbidden');
    const { items } = expect200(await as(vera.token).get('/me/badges'));
    assert.deepEqual(
      [items.length, items[0].badge.name, items[0].organization_id],
      [1, 'Helper', organization],
    );
  });
});

describe('a mission that asks for a badge', () => {
  it('lets in people who have it, as long as they do', async () => {
    const post = async (path: string, body: object) => expect200(await manager.post(path, body));
    const badge = await create({ name: 'Driver', expires_after_days: 1 });
    const mission = await post('/missions', { name: 'M', requirements: { badges: [badge] } });
    const program = await post('/programs', { name: 'P', default_mission_id: mission.id });
    const start = Temporal.Now.instant().add({ hours: 72 });
    const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
    const { id: shift } = await post('/shifts', { program_id: program.id, ...times });
    const vera = await volunteer();
    const isEligible = async ({ token } = vera as Pick<Person, 'token'>) =>
      expect200(await as(token).get(`/shifts/${shift}/eligibility`)).eligible;
    const refused = await as(vera.token).post(`/shifts/${shift}/signups`, {});
    assertRefused(refused, 412, 'requirements_incomplete');
    assert.match(refused.body.detail, /Driver/);
    const { award: given } = await award(badge, vera);
    assert.equal(await isEligible(), true);
    await inDays(2, async () =>
      assert.equal(await isEligible(await openSession(muster.platform, vera.id)), false),
    );
    assert.equal(await isEligible(), true);
    expect200(await manager.post(`/badges/${badge}/awards/${given.id}/revoke`, {}));
    assert.equal(await isEligible(), false);
  });
});

const open = async (code: string) => await muster.app.inject({ url: `/awards/${code}` });

describe('the public page of an award', () => {
  it('shows what it is to anyone with the link, and runs no script', async () => {
    const badge = await create({ name: '<script>alert(1)</script>', description: '"> & <b>' });
    const vera = await volunteer();
    const { award: given } = await award(badge, vera, { note: 'A private word.' });
    assert.equal(given.public_url, `http://muster.test/awards/${given.public_code}`);
    const page = await open(given.public_code);
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/);
    assert.ok(!/<script|<b>|A private word/.test(page.body));
    assert.match(page.body, /Test volunteer/);
    assert.match(page.body, /Harbor &lt;Food&gt; &amp; Co/);
    assert.match(page.body, /Valid/);
    const json = expect200(await as().get(`/awards/${given.public_code}`));
    assert.deepEqual(
      [json.status, json.holder_name, json.organization.id, json.badge.id],
      ['active', 'Test volunteer', organization, badge],
    );
    assert.ok(!JSON.stringify(json).includes('private word'));
    expect200(await manager.post(`/badges/${badge}/awards/${given.id}/revoke`, {}));
    assert.match((await open(given.public_code)).body, /Revoked by the organization/);
  });

  it('shows the holder’s name only as long as they want', async () => {
    const vera = await volunteer();
    const { award: given } = await award(await create(), vera);
    const path = `/me/badges/${given.id}`;
    assert.equal(expect200(await as(vera.token).patch(path, { show_name: false })).show_name, false);
    assert.ok(!(await open(given.public_code)).body.includes('Test volunteer'));
    assert.equal(expect200(await as().get(`/awards/${given.public_code}`)).holder_name, null);
    assertRefused(await as(coordinator.token).patch(path, { show_name: true }), 404, 'not_found');
    expect200(await as(vera.token).patch(path, { show_name: false }));
    const { rows } = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit_log where action = 'award.visibility_changed' and object_id = ${given.id}
    `.execute(muster.database.db);
    assert.deepEqual(rows, [{ before: { show_name: true }, after: { show_name: false } }]);
  });

  it('names the days of the organization’s clocks', async () => {
    const { award: given } = await award(await create(), await volunteer());
    expect200(await as(owner.token).patch(`/organizations/${organization}`, { time_zone: 'Pacific/Apia' }));
    const at = Temporal.Instant.from('2026-03-31T12:00:00Z');
    await sql`update badge_awards set awarded_at = ${at} where id = ${given.id}`.execute(database.db);
    assert.match((await open(given.public_code)).body, /<dd>April 1, 2026<\/dd>/);
  });

  it('speaks the language of its reader', async () => {
    const badge = await create({ criteria: { type: 'shifts', threshold: 3 } });
    const { award: given } = await award(badge, await volunteer());
    const german = { 'accept-language': 'de' };
    const page = await muster.app.inject({ url: `/awards/${given.public_code}`, headers: german });
    assert.equal(page.headers['content-language'], 'de');
    assert.match(page.body, /<html lang="de">/);
    assert.match(page.body, /Verliehen von.*Bei 3 Schichten dabei gewesen\./s);
    const json = await as().get(`/awards/${given.public_code}`, german);
    assert.match(String(json.headers['vary']), /Accept-Language/);
    assert.equal(expect200(json).badge.criteria_narrative, 'Bei 3 Schichten dabei gewesen.');
  });

  it('is not there for a wrong code', async () => {
    for (const code of ['AAAAAAAAAAAAAAAAAAAAAA', '%3Cscript%3E', 'x'.repeat(3_000), '..%2F..%2Fetc']) {
      const page = await open(code);
      assert.equal(page.statusCode, 404);
      assert.ok(!page.body.includes('<script'));
    }
    const missing = await as().get('/awards/AAAAAAAAAAAAAAAAAAAAAA', { 'accept-language': 'de' });
    assertRefused(missing, 404, 'not_found');
    assert.equal(missing.headers['content-language'], 'de');
    assert.match(missing.body.detail, /^Verleihung nicht gefunden\. /);
  });
});

describe('a person who is erased', () => {
  it('takes their data along first, and leaves no page, no name and no award in force', async () => {
    const [badge, vera] = [await create(), await volunteer()];
    const { award: given } = await award(badge, vera, { note: 'Kind words.' });
    expect200(
      await as(vera.token).send('PUT', '/me/leaderboard', { organization_id: organization, show: true }),
    );
    const taken = expect200(await as(vera.token).get('/me/export'));
    assert.match(JSON.stringify(taken), /Kind words\./);
    assert.ok(JSON.stringify(taken).includes(given.public_code));
    const erased = await as(vera.token).del('/me', { password });
    assert.ok(erased.status < 300, JSON.stringify(erased.body));
    assert.equal((await open(given.public_code)).statusCode, 404);
    assertRefused(await as().get(`/awards/${given.public_code}`), 404, 'not_found');
    assertRefused(await as().get(`/awards/${given.public_code}/credential`), 404, 'not_found');
    const { items } = expect200(await manager.get(`/badges/${badge}/awards`));
    assert.deepEqual([items[0].status, items[0].note], ['revoked', null]);
    assert.equal(expect200(await as().get(`/badges/${badge}`)).award_count, 0);
    const events = await database.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'badge.revoked')
      .execute();
    const about = events.map(({ data }) => data as { award_id: number; badge_id: number; user_id: number });
    assert.deepEqual(
      about
        .filter(({ award_id }) => award_id === given.id)
        .map(({ badge_id, user_id }) => [badge_id, user_id]),
      [[badge, vera.id]],
    );
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

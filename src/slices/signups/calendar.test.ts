import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { assertRefused, expect200, type Person, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner, 'Harbor');
const manage = as(owner.token);
const program = expect200(
  await manage.post('/programs', { name: 'Saturdays', organization_id: organization }),
);
const now = Temporal.Now.instant();

async function shift(hours: number, fields: object = {}): Promise<number> {
  const start = now.add({ hours });
  const body = {
    program_id: program.id,
    start_time: start.toString(),
    end_time: start.add({ hours: 1 }).toString(),
    title: `In ${hours} hours`,
    ...fields,
  };
  return expect200(await manage.post('/shifts', body)).id;
}
const signUp = async (person: Person, shiftId: number, body: object = {}) =>
  expect200(await manage.post(`/shifts/${shiftId}/signups`, { user_id: person.id, ...body }));

const pathOf = (url: string) => url.replace('http://muster.test', '');
async function feed(person: Person, body?: object): Promise<{ id: number; path: string }> {
  const { id, url } = expect200(await as(person.token).post('/me/calendar-feeds', body));
  return { id, path: pathOf(url) };
}

type Entry = Record<string, string>;
const fields = ['uid', 'status', 'sequence', 'summary', 'location', 'description', 'dtstart', 'dtend'];

/** The events by the number of their shift, as a calendar program reads them. */
async function read(path: string, token?: string): Promise<Map<number, Entry>> {
  const answer = await as(token).get(path);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.headers['content-type'], 'text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(answer.body));
  return new Map(
    calendar.getAllSubcomponents('vevent').map((event) => {
      const values = fields.map((name) => [name, String(event.getFirstPropertyValue(name) ?? '')]);
      const entry = Object.fromEntries(values) as Entry;
      return [Number(/^shift-(\d+)/.exec(entry['uid'] ?? '')?.[1]), entry];
    }),
  );
}

describe('my calendar', () => {
  it('says how each registration stands', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const roles = [{ key: 'driver', name: 'Driver' }];
    const active = await shift(24, { title: 'Drive; pack, and more', location: 'Pier 4', roles });
    const full = await shift(26, { capacity: 1, waitlist_capacity: 5 });
    const approval = await shift(28, { requires_approval: true });
    const cancelled = await shift(30);
    await signUp(await muster.member(organization, 'volunteer'), full);
    await signUp(ada, active, { role_key: 'driver' });
    for (const id of [full, approval, cancelled]) await signUp(ada, id);
    expect200(await manage.post(`/shifts/${cancelled}/cancel`, { reason: 'Storm' }));
    const { path } = await feed(ada);
    const events = await read(path);
    const statuses = [active, full, approval, cancelled].map((id) => events.get(id)?.['status']);
    assert.deepEqual(statuses, ['CONFIRMED', 'TENTATIVE', 'TENTATIVE', 'CANCELLED']);
    assert.equal(events.get(active)?.['summary'], 'Drive; pack, and more');
    assert.equal(events.get(active)?.['location'], 'Pier 4');
    assert.match(events.get(active)?.['description'] ?? '', /Role: Driver/);
    assert.match(events.get(cancelled)?.['description'] ?? '', /Storm/);
  });

  it('moves with the shift under the same name and a higher sequence', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const id = await shift(50);
    await signUp(ada, id);
    const { path } = await feed(ada);
    const before = (await read(path)).get(id);
    const start = now.add({ hours: 60 }).round('second');
    const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
    expect200(await manage.patch(`/shifts/${id}`, times));
    const after = (await read(path)).get(id);
    assert.equal(after?.['uid'], before?.['uid']);
    assert.ok(Number(after?.['sequence']) > Number(before?.['sequence']));
    assert.deepEqual([after?.['dtstart'], after?.['dtend']], [times.start_time, times.end_time]);
  });

  it('keeps one entry for a shift that was left and taken again', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const id = await shift(70);
    const { path } = await feed(ada);
    await signUp(ada, id);
    await as(ada.token).del(`/shifts/${id}/signups`);
    assert.equal((await read(path)).get(id)?.['status'], 'CANCELLED');
    await signUp(ada, id);
    const events = await read(path);
    assert.deepEqual([events.size, events.get(id)?.['status']], [1, 'CONFIRMED']);
  });

  it('reaches back 90 days', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const [recent, old] = [await shift(-89 * 24), await shift(-91 * 24)];
    for (const id of [recent, old]) await signUp(ada, id);
    assert.deepEqual([...(await read((await feed(ada)).path)).keys()], [recent]);
  });

  it('can be read with a personal token too, and not without either', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const id = await shift(80);
    await signUp(ada, id);
    assert.deepEqual([...(await read('/me/calendar.ics', ada.token)).keys()], [id]);
    assertRefused(await as().get('/me/calendar.ics'), 401, 'unauthenticated');
    const key = await muster.apiKey(owner, organization, ['shifts']);
    assertRefused(await as(key).get('/me/calendar.ics'), 403, 'forbidden');
  });

  it('is the same bytes for the same state, so that asking again costs nothing', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const id = await shift(90);
    await signUp(ada, id);
    const { path } = await feed(ada);
    const { etag = '' } = (await as().get(path)).headers;
    assert.equal((await as().get(path, { 'if-none-match': etag })).status, 304);
    expect200(await manage.post(`/shifts/${id}/cancel`));
    assert.equal((await as().get(path, { 'if-none-match': etag })).status, 200);
  });
});

describe('the calendar of an organization', () => {
  it('shows its members what is published and what was cancelled, never drafts', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const [published, cancelled, draft, dropped] = [
      await shift(100),
      await shift(101),
      await shift(102, { status: 'draft' }),
      await shift(103, { status: 'draft' }),
    ];
    for (const id of [cancelled, dropped]) expect200(await manage.post(`/shifts/${id}/cancel`));
    const { path } = await feed(ada, { organization_id: organization });
    const events = await read(path);
    assert.equal(events.get(published)?.['status'], 'CONFIRMED');
    assert.equal(events.get(cancelled)?.['status'], 'CANCELLED');
    assert.equal(events.has(draft), false);
    assert.equal(events.has(dropped), false);
  });

  it('is for members, and ends with the membership', async () => {
    const stranger = await muster.person();
    const refused = await as(stranger.token).post('/me/calendar-feeds', { organization_id: organization });
    assertRefused(refused, 403, 'forbidden');
    const unknown = await as(stranger.token).post('/me/calendar-feeds', { organization_id: 999_999 });
    assertRefused(unknown, 400, 'validation_failed');
    const ada = await muster.member(organization, 'volunteer');
    const { path } = await feed(ada, { organization_id: organization });
    expect200(await as(ada.token).post(`/organizations/${organization}/leave`));
    assertRefused(await as().get(path), 404, 'not_found');
  });
});

describe('a calendar link', () => {
  it('opens only the calendar it was made for', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const token = (path: string) => path.split('token=')[1];
    const own = await feed(ada);
    const shared = await feed(ada, { organization_id: organization });
    const elsewhere = await muster.organization(owner, 'Elsewhere');
    for (const path of [
      `/organizations/${organization}/calendar.ics?token=${token(own.path)}`,
      `/me/calendar.ics?token=${token(shared.path)}`,
      `/organizations/${elsewhere}/calendar.ics?token=${token(shared.path)}`,
      '/me/calendar.ics?token=cal_wrong',
      `/organizations/${organization}/calendar.ics?token=cal_wrong`,
    ])
      assertRefused(await as().get(path), 404, 'not_found');
  });

  it('is listed without its secret, and dead at once when it is revoked', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const [first, second] = [await feed(ada), await feed(ada, { organization_id: organization })];
    const { items } = expect200(await as(ada.token).get('/me/calendar-feeds'));
    assert.deepEqual(
      items.map((item: object) => Object.keys(item).sort()),
      [
        ['created_at', 'id', 'organization_id'],
        ['created_at', 'id', 'organization_id'],
      ],
    );
    const other = await muster.person();
    assertRefused(await as(other.token).del(`/me/calendar-feeds/${first.id}`), 404, 'not_found');
    assert.equal((await as(ada.token).del(`/me/calendar-feeds/${first.id}`)).status, 204);
    assertRefused(await as().get(first.path), 404, 'not_found');
    assert.equal((await as().get(second.path)).status, 200);
    assertRefused(await as(ada.token).del(`/me/calendar-feeds/${first.id}`), 404, 'not_found');
    const { items: left } = expect200(await as(ada.token).get('/me/calendar-feeds'));
    assert.deepEqual(
      left.map(({ id }: { id: number }) => id),
      [second.id],
    );
  });

  it('is one of 20 at most', async () => {
    const ada = await muster.member(organization, 'volunteer');
    for (let count = 0; count < 20; count += 1) await feed(ada);
    const oneMore = await as(ada.token).post('/me/calendar-feeds', {});
    assertRefused(oneMore, 409, 'conflict');
    const { code, message } = oneMore.body.errors[0];
    assert.equal(code, 'too_many');
    assert.equal(message, 'You already have 20 calendar links. Revoke one that you no longer use.');
  });

  it('is kept as a digest only', async () => {
    const ada = await muster.member(organization, 'volunteer');
    const { path } = await feed(ada);
    const { rows } = await sql<{ row: string }>`
      select f::text as row from calendar_feeds f where user_id = ${ada.id} union all
      select a::text from audit_log a where subject_user_id = ${ada.id}
    `.execute(database.db);
    const secret = path.split('token=')[1] ?? '';
    assert.equal(rows.length, 2);
    assert.ok(rows.every(({ row }) => !row.includes(secret)));
  });

  it('was used in all these ways without a single 500', () => assert.deepEqual(muster.errors, []));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, password, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const coordinator = await muster.member(organization, 'coordinator');
const other = await muster.member(organization, 'coordinator');
const [ada, bo, cy] = [
  await muster.member(organization, 'volunteer'),
  await muster.member(organization, 'volunteer'),
  await muster.member(organization, 'volunteer'),
];
const planner = as(coordinator.token);
const here = `/organizations/${organization}`;

for (const [person, name] of [
  [ada, '=Ada'],
  [bo, 'Bo'],
  [cy, 'Cy'],
] as const)
  expect200(await as(person.token).patch('/me', { name }));

const namesOf = async (query: string): Promise<string[]> => {
  const { items } = expect200(await planner.get(`${here}/people?${query}`));
  return items.map(({ name }: { name: string }) => name);
};
const tag = async (name: string): Promise<number> =>
  expect200(await planner.post(`${here}/tags`, { name, color: 'teal' })).id;

/** Ada came for two hours last week; Bo is signed up for tomorrow. */
const program = expect200(
  await planner.post('/programs', { name: 'Pantry', organization_id: organization }),
).id;
const shiftAt = async (hours: number) => {
  const start = Temporal.Now.instant().add({ hours });
  const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
  return expect200(await planner.post('/shifts', { program_id: program, ...times })).id;
};
const override = {
  reason: 'was there',
  policy: true,
  availability: true,
  requirements: true,
  capacity: true,
};
const past = await shiftAt(-7 * 24);
const worked = expect200(await planner.post(`/shifts/${past}/signups/bulk`, { user_ids: [ada.id], override }))
  .items[0].registration.id;
expect200(
  await planner.patch(`/attendance/${worked}`, { status: 'checked_out', minutes: 120, reason: 'was there' }),
);
expect200(await as(bo.token).post(`/shifts/${await shiftAt(24)}/signups`));

describe('GET /organizations/{id}/people', () => {
  it('lists members by name, page by page, with hours, last and next shift', async () => {
    const first = expect200(await planner.get(`${here}/people?role=volunteer&limit=2`));
    assert.deepEqual(
      first.items.map(({ name, minutes }: { name: string; minutes: number }) => [name, minutes]),
      [
        ['=Ada', 120],
        ['Bo', 0],
      ],
    );
    assert.ok(first.items[0].last_shift_at);
    const registrations = `${here}/members/${ada.id}/registrations?when=past`;
    assert.equal(expect200(await planner.get(registrations)).items[0].attendance, 'checked_out');
    const key = as(await muster.apiKey(owner, organization, ['shifts']));
    assert.equal(expect200(await key.get(registrations)).items[0].attendance, null);
    assert.ok(first.items[1].next_shift_at);
    const second = expect200(
      await planner.get(`${here}/people?role=volunteer&limit=2&cursor=${first.next_cursor}`),
    );
    assert.deepEqual(
      second.items.map(({ name }: { name: string }) => name),
      ['Cy'],
    );
    assert.equal(second.next_cursor, null);
  });

  it('sorts names as people do, with accents and in lower case', async () => {
    const founder = await muster.person();
    const elsewhere = await muster.organization(founder, 'Elsewhere');
    for (const name of ['Zoe', 'Özlem', 'ada', 'Olga', 'Pia', 'Élise']) {
      const person = await muster.member(elsewhere, 'volunteer');
      expect200(await as(person.token).patch('/me', { name }));
    }
    const names: string[] = [];
    const path = `/organizations/${elsewhere}/people?role=volunteer&limit=1`;
    for (let cursor = ''; cursor !== 'null'; ) {
      const page = expect200(await as(founder.token).get(`${path}${cursor && `&cursor=${cursor}`}`));
      names.push(...page.items.map(({ name }: { name: string }) => name));
      cursor = String(page.next_cursor);
    }
    assert.deepEqual(names, ['ada', 'Élise', 'Olga', 'Özlem', 'Pia', 'Zoe']);
  });

  it('filters by what people did, alone and together', async () => {
    const today = Temporal.Now.plainDateISO('UTC');
    const monthAgo = today.subtract({ days: 30 });
    const volunteers = 'role=volunteer';
    assert.deepEqual(await namesOf(`${volunteers}&program_id=${program}`), ['=Ada', 'Bo']);
    assert.deepEqual(await namesOf(`${volunteers}&active_since=${monthAgo}`), ['=Ada']);
    assert.deepEqual(await namesOf(`${volunteers}&inactive_since=${monthAgo}`), ['Bo', 'Cy']);
    assert.deepEqual(await namesOf(`${volunteers}&min_hours=2`), ['=Ada']);
    assert.deepEqual(await namesOf(`${volunteers}&max_hours=1`), ['Bo', 'Cy']);
    assert.deepEqual(await namesOf(`${volunteers}&max_hours=1&program_id=${program}`), ['Bo']);
    assert.deepEqual(await namesOf(`${volunteers}&joined_since=${today.add({ days: 1 })}`), []);
    assert.deepEqual(await namesOf('q=cy'), ['Cy']);
    const { user_ids } = expect200(
      await planner.get(`${here}/people/ids?${volunteers}&inactive_since=${monthAgo}`),
    );
    assert.deepEqual(user_ids, [bo.id, cy.id]);
  });

  it('filters by form and by tag', async () => {
    const form = expect200(
      await planner.post('/forms', {
        organization_id: organization,
        title: 'Driving',
        status: 'published',
        schema: { type: 'object', properties: { licence: { type: 'string' } } },
      }),
    ).id;
    expect200(await as(bo.token).post(`/forms/${form}/submissions`, { answers: { licence: 'B' } }));
    assert.deepEqual(await namesOf(`role=volunteer&form_done=${form}`), ['Bo']);
    assert.deepEqual(await namesOf(`role=volunteer&form_missing=${form}`), ['=Ada', 'Cy']);
    const driver = await tag('Driver');
    expect200(await planner.post(`${here}/members/tags`, { user_ids: [bo.id, cy.id], add: [driver] }));
    assert.deepEqual(await namesOf(`tag_id=${driver}`), ['Bo', 'Cy']);
    assert.deepEqual(await namesOf(`role=volunteer&without_tag_id=${driver}`), ['=Ada']);
  });

  it('exports everyone who matches as CSV and Excel, without formulas', async () => {
    const csv = await planner.get(`${here}/people?role=volunteer&limit=1&format=csv`);
    assert.equal(csv.status, 200);
    const lines = String(csv.body).trimEnd().split('\r\n');
    assert.match(lines[0] ?? '', /^\uFEFFName,Email,Phone,Access,Member since,Tags,Hours/);
    assert.equal(lines.length, 4);
    assert.match(lines[1] ?? '', /^'=Ada,/);
    assert.match(lines[2] ?? '', /,Driver,0,/);
    const xlsx = await planner.get(`${here}/people?format=xlsx`);
    assert.equal(xlsx.status, 200);
    assert.match(xlsx.headers['content-disposition'] ?? '', /people\.xlsx/);
  });

  it('exports everyone, however many there are, in the order of their names', async () => {
    const head = await muster.person();
    const large = await muster.organization(head);
    const people = 1_005;
    await sql`
      with made as (
        insert into users (email, name) select 'many-' || n || '@example.org', 'Many ' || lpad(n::text, 4, '0')
        from generate_series(1, ${people}::int) as n returning id
      )
      insert into memberships (organization_id, user_id, role, joined_at)
      select ${large}, id, 'volunteer', now() from made
    `.execute(muster.database.db);
    const csv = await as(head.token).get(`/organizations/${large}/people?role=volunteer&format=csv`);
    const names = String(csv.body).match(/Many \d+/g) ?? [];
    assert.deepEqual(
      names,
      Array.from({ length: people }, (_, n) => `Many ${String(n + 1).padStart(4, '0')}`),
    );
  });

  it('shows an API key only what its scopes cover', async () => {
    const key = as(await muster.apiKey(owner, organization, ['members']));
    const { items } = expect200(await key.get(`${here}/people?q=Ada`));
    assert.equal(items[0].minutes, null);
    assert.equal(items[0].last_shift_at, null);
    assertRefused(await key.get(`${here}/people?min_hours=1`), 403, 'forbidden');
    assertRefused(await key.get(`${here}/people/ids?min_hours=1`), 403, 'forbidden');
    assertRefused(await as(ada.token).get(`${here}/people/ids`), 403, 'forbidden');
  });
});

describe('tags', () => {
  it('have one name each, whatever its case, and can be changed and deleted', async () => {
    const id = await tag('Cook');
    assertRefused(await planner.post(`${here}/tags`, { name: ' cook' }), 409, 'conflict');
    expect200(await planner.post(`${here}/members/tags`, { user_ids: [ada.id], add: [id] }));
    assert.equal(expect200(await planner.patch(`${here}/tags/${id}`, { color: null })).color, null);
    const { items } = expect200(await planner.get(`${here}/tags`));
    assert.equal(items.find((one: { id: number }) => one.id === id).people, 1);
    assert.equal((await planner.del(`${here}/tags/${id}`)).status, 204);
    assert.deepEqual(expect200(await planner.get(`${here}/members/${ada.id}`)).tags, []);
  });

  it('are given to members and taken from them, with one event and an audit row for each person who changed', async () => {
    const [early, late] = [await tag('Early'), await tag('Late')];
    const path = `${here}/members/tags`;
    const stranger = await muster.person();
    const unknown = await planner.post(path, { user_ids: [ada.id], add: [early, 99_999] });
    assertRefused(unknown, 400, 'validation_failed');
    assert.deepEqual(expect200(await planner.get(`${here}/members/${ada.id}`)).tags, []);
    const body = { user_ids: [ada.id, stranger.id, bo.id], add: [early] };
    assert.deepEqual(expect200(await planner.post(path, body)), { changed: 2, not_members: 1 });
    const swap = { user_ids: [ada.id, bo.id], add: [early, late], remove: [] };
    assert.equal(expect200(await planner.post(path, swap)).changed, 2);
    assert.equal(expect200(await planner.post(path, swap)).changed, 0);
    const { rows } = await sql<{ data: { user_ids: number[] } }>`
      select data from events where type = 'member.tags_changed' and data->'added' = ${JSON.stringify([early, late])}::jsonb
    `.execute(muster.database.db);
    assert.deepEqual(
      rows.map(({ data }) => data.user_ids),
      [[ada.id, bo.id]],
    );
  });

  it('end with the membership', async () => {
    const leaver = await muster.member(organization, 'volunteer');
    const id = await tag('Leaver');
    expect200(await planner.post(`${here}/members/tags`, { user_ids: [leaver.id], add: [id] }));
    expect200(await as(leaver.token).post(`${here}/leave`));
    assert.deepEqual(await namesOf(`tag_id=${id}`), []);
  });
});

describe('notes about a member', () => {
  const notes = `${here}/members/${ada.id}/notes`;

  it('are written, changed and deleted by their author; admins can delete them too', async () => {
    const { id, author_id } = expect200(await planner.post(notes, { text: ' Has a van. ' }));
    assert.equal(author_id, coordinator.id);
    assertRefused(await as(other.token).patch(`${notes}/${id}`, { text: 'x' }), 403, 'forbidden');
    assertRefused(await as(other.token).del(`${notes}/${id}`), 403, 'forbidden');
    assert.equal(
      expect200(await planner.patch(`${notes}/${id}`, { text: 'Has a bike.' })).text,
      'Has a bike.',
    );
    const file = expect200(await as(other.token).get(`${here}/members/${ada.id}`));
    assert.equal(file.notes[0].text, 'Has a bike.');
    assert.equal((await as(owner.token).del(`${notes}/${id}`)).status, 204);
    assert.deepEqual(expect200(await planner.get(notes)).items, []);
    const { items } = expect200(await as(owner.token).get('/audit?action=member_note.created'));
    assert.ok(!JSON.stringify(items).includes('van'));
  });

  it('are part of what the person can export, and go with their account', async () => {
    const person = await muster.member(organization, 'volunteer');
    expect200(await planner.post(`${here}/members/${person.id}/notes`, { text: 'Likes mornings' }));
    const exported = expect200(await as(person.token).get('/me/export'));
    assert.ok(JSON.stringify(exported).includes('Likes mornings'));
    assert.equal((await as(person.token).send('DELETE', '/me', { password })).status, 204);
    const { rows } = await sql`select 1 from member_notes where user_id = ${person.id}`.execute(
      muster.database.db,
    );
    assert.equal(rows.length, 0);
  });
});

describe('saved filters', () => {
  const filters = `${here}/people-filters`;
  const listed = async (token: string): Promise<string[]> =>
    expect200(await as(token).get(filters)).items.map(({ name }: { name: string }) => name);

  it('are one’s own until they are shared', async () => {
    const mine = { name: 'Sleepers', filter: { inactive_since: '2026-01-01', role: 'volunteer' } };
    const { id } = expect200(await planner.post(filters, mine));
    assert.deepEqual(await listed(coordinator.token), ['Sleepers']);
    assert.deepEqual(await listed(other.token), []);
    assertRefused(await as(other.token).del(`${filters}/${id}`), 404, 'not_found');
    assert.deepEqual(
      expect200(await planner.patch(`${filters}/${id}`, { is_shared: true })).filter,
      mine.filter,
    );
    assert.deepEqual(await listed(other.token), ['Sleepers']);
    assertRefused(await as(other.token).patch(`${filters}/${id}`, { name: 'x' }), 403, 'forbidden');
    assert.equal((await as(owner.token).del(`${filters}/${id}`)).status, 204);
  });

  it('are listed first if they are one’s own, whatever others share', async () => {
    const filter = { role: 'volunteer' };
    expect200(await as(other.token).post(filters, { name: 'Aaa', filter, is_shared: true }));
    expect200(await planner.post(filters, { name: 'Zzz', filter }));
    assert.deepEqual(await listed(coordinator.token), ['Zzz', 'Aaa']);
  });

  it('hold only what the list can be filtered by', async () => {
    for (const filter of [{}, { q: ' ' }]) {
      assertRefused(await planner.post(filters, { name: 'All', filter }), 400, 'validation_failed');
      const { id } = expect200(await planner.post(filters, { name: 'Some', filter: { q: 'some' } }));
      assertRefused(await planner.patch(`${filters}/${id}`, { filter }), 400, 'validation_failed');
    }
    const odd = { name: 'Odd', filter: { shoe_size: 42 } };
    assertRefused(await planner.post(filters, odd), 400, 'validation_failed');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

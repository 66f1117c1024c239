import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const { token } = await muster.member(organization, 'coordinator');
const { token: volunteer } = await muster.member(organization, 'volunteer');
const { token: stranger } = await muster.person();

const schema = {
  type: 'object',
  properties: { zebra: { type: 'string' }, a: { type: 'integer', minimum: 1 } },
  required: ['a'],
};
const form = async (body: object = {}) =>
  expect200(await as(token).post('/forms', { title: 'About you', schema, ...body }));
const published = (body: object = {}) => form({ status: 'published', ...body });
const ids = (answer: { items: { id: number }[] }) => answer.items.map(({ id }) => id);

describe('a form', () => {
  it('is made as a draft that only those who manage forms can see', async () => {
    const made = await form({ title: ' About you ', ui: { order: ['a', 'zebra'] }, consent: true });
    assert.deepEqual(
      [made.organization_id, made.title, made.description, made.status, made.version, made.resubmission],
      [organization, 'About you', '', 'draft', 1, 'latest'],
    );
    assert.deepEqual([made.consent, made.renew_on_new_version], [true, false]);
    assert.deepEqual(Object.keys(made.schema.properties), ['zebra', 'a'], 'the order of fields is kept');
    assert.deepEqual(expect200(await as(token).get(`/forms/${made.id}`)), made);
    assertRefused(await as().get(`/forms/${made.id}`), 404, 'not_found');
    assertRefused(await as(stranger).get(`/forms/${made.id}`), 404, 'not_found');
    for (const read of ['', '/versions/1', '/submissions'])
      assertRefused(await as(volunteer).get(`/forms/${made.id}${read}`), 404, 'not_found');
    for (const act of ['publish', 'archive', 'restore'])
      assertRefused(await as(volunteer).post(`/forms/${made.id}/${act}`), 404, 'not_found');
    assertRefused(await as(volunteer).patch(`/forms/${made.id}`, { title: 'Mine' }), 404, 'not_found');
    assertRefused(await as().get('/forms/999999'), 404, 'not_found');
  });

  it('is published, archived and brought back as it was', async () => {
    const { id } = await form();
    const move = async (verb: string) => expect200(await as(token).post(`/forms/${id}/${verb}`)).form.status;
    assert.equal(await move('archive'), 'archived');
    assertRefused(await as(token).post(`/forms/${id}/publish`), 409, 'conflict');
    assert.equal(await move('restore'), 'draft');
    assert.equal(await move('publish'), 'published');
    assert.equal(await move('publish'), 'published');
    expect200(await as().get(`/forms/${id}`));
    assert.equal(await move('archive'), 'archived');
    assert.equal(await move('archive'), 'archived');
    assertRefused(await as().get(`/forms/${id}`), 404, 'not_found');
    assert.equal(await move('restore'), 'published');
    assert.equal(await move('restore'), 'published');
    assertRefused(await as(volunteer).post(`/forms/${id}/archive`), 403, 'forbidden');
    assertRefused(await as(stranger).post(`/forms/${id}/archive`), 403, 'forbidden');
  });

  it('is listed for anyone once published, page by page; the rest for those who manage it', async () => {
    const made = [await published(), await published(), await form()].map(({ id }) => id);
    const list = async (query: string, who?: string) => ids(expect200(await as(who).get(`/forms?${query}`)));
    const here = `organization_id=${organization}`;
    const all = await list(`${here}&limit=200`);
    assert.ok(all.includes(made[0]) && all.includes(made[1]) && !all.includes(made[2]));
    assert.ok((await list('limit=200')).includes(made[0]));
    const first = expect200(await as().get(`/forms?${here}&limit=1`));
    const second = expect200(await as().get(`/forms?${here}&limit=1&cursor=${first.next_cursor}`));
    assert.deepEqual([...ids(first), ...ids(second)], all.slice(0, 2));
    assert.ok((await list(`${here}&status=draft&limit=200`, token)).includes(made[2]));
    assertRefused(await as().get(`/forms?${here}&status=draft`), 401, 'unauthenticated');
    assert.deepEqual(
      await list('status=draft&limit=200', token),
      await list(`${here}&status=draft&limit=200`, token),
    );
    const both = await muster.member(organization, 'coordinator');
    await muster.organization(both);
    assertRefused(await as(both.token).get('/forms?status=draft'), 400, 'organization_required');
    assertRefused(await as(volunteer).get('/forms?status=draft'), 403, 'forbidden');
    assertRefused(await as(volunteer).get(`/forms?${here}&status=archived`), 403, 'forbidden');
    assertRefused(await as(stranger).get(`/forms?${here}&status=draft`), 404, 'not_found');
  });

  it('ends a page early where forms are large, and loses none', async () => {
    const elsewhere = await muster.organization(owner, 'Large');
    const large = { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(60_000) } } };
    await sql`
      with made as (
        insert into forms (organization_id, title, status, resubmission, created_at, updated_at)
        select ${elsewhere}, 'Large', 'published', 'many', now(), now() from generate_series(1, 50) returning id
      )
      insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
      select ${elsewhere}, id, 1, ${JSON.stringify(large)}::json, '{}', now() from made
    `.execute(database.db);
    const seen = new Set<number>();
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const page = expect200(
        await as().get(`/forms?organization_id=${elsewhere}&limit=200${cursor && `&cursor=${cursor}`}`),
      );
      for (const id of ids(page)) seen.add(id);
      cursor = page.next_cursor;
      pages += 1;
    }
    assert.deepEqual([seen.size, pages], [50, 2]);
  });
});

describe('a change of a form', () => {
  it('of schema or ui makes a version; of anything else does not', async () => {
    const { id } = await published();
    const change = async (body: object) => expect200(await as(token).patch(`/forms/${id}`, body));
    const same = await change({ title: 'New', description: 'x', resubmission: 'many', schema, ui: {} });
    assert.deepEqual(
      [same.title, same.description, same.resubmission, same.version],
      ['New', 'x', 'many', 1],
    );
    const wider = { ...schema, properties: { ...schema.properties, b: { type: 'boolean' } } };
    assert.equal((await change({ schema: wider })).version, 2);
    assert.equal((await change({ ui: { order: ['b', 'a'] } })).version, 3);
    const old = expect200(await as().get(`/forms/${id}/versions/1`));
    assert.deepEqual([old.form_id, old.version, old.schema, old.ui], [id, 1, schema, {}]);
    assert.deepEqual(expect200(await as().get(`/forms/${id}/versions/3`)).schema, wider);
    assertRefused(await as().get(`/forms/${id}/versions/4`), 404, 'not_found');
  });

  it('made from an outdated reading is refused, also when two change it at once', async () => {
    const { id } = await published();
    const { etag = '' } = (await as(token).get(`/forms/${id}`)).headers;
    const race = ['integer', 'number'].map((type) => {
      const next = { type: 'object', properties: { a: { type } } };
      return as(token).patch(`/forms/${id}`, { schema: next }, { 'if-match': etag });
    });
    assert.deepEqual((await Promise.all(race)).map(({ status }) => status).sort(), [200, 412]);
    assert.equal(expect200(await as().get(`/forms/${id}`)).version, 2);
  });

  it('is refused with the place of every error, and so is a new form', async () => {
    const { id } = await published();
    const bad = {
      schema: { type: 'object', properties: { a: { type: 'string', pattern: '(a)\\1' }, b: { $ref: 'x' } } },
      ui: { order: ['gone'], widgets: 3 },
    };
    for (const answer of [
      await as(token).post('/forms', { title: 'x', ...bad }),
      await as(token).patch(`/forms/${id}`, bad),
    ]) {
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), [
        'schema.properties.a.pattern',
        'schema.properties.b.$ref',
        'ui.order.0',
        'ui.widgets',
      ]);
    }
    const huge = await as(token).post('/forms', { title: 'x', schema, ui: { help: 'x'.repeat(20_000) } });
    assert.deepEqual(refusedFields(huge), ['ui']);
    assert.equal(expect200(await as().get(`/forms/${id}`)).version, 1);
  });

  it('leaves an audit row without the schema', async () => {
    const { id } = await form();
    expect200(await as(token).patch(`/forms/${id}`, { title: 'Other', ui: { order: ['a'] } }));
    expect200(await as(token).post(`/forms/${id}/publish`));
    const { rows } = await sql<{ action: string; after: Record<string, unknown> }>`
      select action, after from audit_log where object_type = 'form' and object_id = ${id} order by id
    `.execute(database.db);
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['form.created', 'form.changed', 'form.published'],
    );
    assert.deepEqual([rows[1]?.after['title'], rows[1]?.after['version']], ['Other', 2]);
    assert.ok(!JSON.stringify(rows).includes('zebra'));
  });

  it('is for those who manage the forms of that organization', async () => {
    const { id } = await published();
    assertRefused(await as(volunteer).patch(`/forms/${id}`, { title: 'Mine' }), 403, 'forbidden');
    assertRefused(await as(stranger).patch(`/forms/${id}`, { title: 'Mine' }), 403, 'forbidden');
    assertRefused(await as(token).patch('/forms/999999', { title: 'x' }), 404, 'not_found');
    const body = { title: 'x', schema, organization_id: organization };
    assertRefused(await as(stranger).post('/forms', body), 403, 'forbidden');
    const key = await muster.apiKey(owner, organization, ['forms']);
    assert.equal(expect200(await as(key).post('/forms', { title: 'By key', schema })).title, 'By key');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const { token } = await muster.member(organization, 'coordinator');
const elsewhere = await muster.organization(await muster.person(), 'Elsewhere');
const { token: stranger } = await muster.member(elsewhere, 'coordinator');

const mission = async (body: object = {}) =>
  expect200(await as(token).post('/missions', { name: 'Feed people', ...body }));
const program = async (body: object = {}) =>
  expect200(await as(token).post('/programs', { name: 'Saturdays', ...body }));

const requirable = async (by: string) => {
  const id = async (path: string, body: object) => expect200(await as(by).post(path, body)).id as number;
  const status = 'published';
  const steps = [{ title: 'Tour', kind: 'manual' }];
  return {
    forms: [await id('/forms', { title: 'Waiver', schema: { type: 'object', properties: {} }, status })],
    badges: [await id('/badges', { name: 'First aid' })],
    journeys: [await id('/journeys', { name: 'Welcome', steps, status })],
  };
};

describe('a mission', () => {
  it('is created, read by anyone, changed, archived and restored', async () => {
    const requirements = {
      profile_fields: ['phone'],
      ...(await requirable(token)),
      minimum_age: 16,
    };
    const made = await mission({ description: 'Every week', requirements });
    assert.deepEqual([made.organization_id, made.archived], [organization, false]);
    assert.deepEqual(made.requirements, requirements);
    assert.deepEqual(expect200(await as().get(`/missions/${made.id}`)), made);
    const changed = expect200(
      await as(token).patch(`/missions/${made.id}`, { name: ' Renamed ', requirements: {} }),
    );
    assert.deepEqual(
      [changed.name, changed.description, changed.requirements],
      ['Renamed', 'Every week', {}],
    );
    expect200(await as(token).post(`/missions/${made.id}/archive`));
    assert.equal(expect200(await as().get(`/missions/${made.id}`)).archived, true);
    expect200(await as(token).post(`/missions/${made.id}/restore`));
    assert.equal(expect200(await as().get(`/missions/${made.id}`)).archived, false);
  });

  it('leaves in the audit log what was changed, and nothing else', async () => {
    const { id } = await mission({ description: 'Every week' });
    expect200(await as(token).patch(`/missions/${id}`, { name: 'Renamed' }));
    expect200(await as(token).post(`/missions/${id}/archive`));
    const { items } = expect200(
      await as(owner.token).get(`/audit?organization_id=${organization}&object_type=mission&object_id=${id}`),
    );
    const same = { description: 'Every week', requirements: {} };
    assert.deepEqual(
      items.map(({ before, after }: Record<string, unknown>) => ({ before, after })),
      [
        { before: { archived: false }, after: { archived: true } },
        { before: { ...same, name: 'Feed people' }, after: { ...same, name: 'Renamed' } },
        { before: null, after: { ...same, name: 'Feed people' } },
      ],
    );
  });

  it('is listed for anyone, archived ones apart, page by page', async () => {
    const made = [await mission(), await mission(), await mission()];
    expect200(await as(token).post(`/missions/${made[0].id}/archive`));
    const ids = async (query: string) =>
      expect200(await as().get(`/missions?organization_id=${organization}&${query}`)).items.map(
        ({ id }: { id: number }) => id,
      );
    const open = await ids('limit=200');
    assert.ok(!open.includes(made[0].id) && open.includes(made[1].id));
    assert.ok((await ids('archived=true')).includes(made[0].id));
    const first = expect200(await as().get(`/missions?organization_id=${organization}&limit=1`));
    const second = expect200(
      await as().get(`/missions?organization_id=${organization}&limit=1&cursor=${first.next_cursor}`),
    );
    assert.deepEqual([first.items[0].id, second.items[0].id], open.slice(0, 2));
  });

  it('refuses requirements that make no sense, and keeps none that it does not know', async () => {
    const bad = (requirements: object) => as(token).post('/missions', { name: 'x', requirements });
    assert.deepEqual(refusedFields(await bad({ profile_fields: ['shoe_size'] })), [
      'requirements.profile_fields.0',
    ]);
    assert.deepEqual(refusedFields(await bad({ minimum_age: -1 })), ['requirements.minimum_age']);
    assert.deepEqual(refusedFields(await bad({ forms: [0] })), ['requirements.forms.0']);
    assert.deepEqual((await mission({ requirements: { shoe_size: 44 } })).requirements, {});
  });

  it('asks only for what its organization has, and names everything else', async () => {
    const [own, theirs] = [await requirable(token), await requirable(stranger)];
    const mixed = {
      forms: [...own.forms, 999_999_999],
      badges: [...theirs.badges, ...own.badges],
      journeys: theirs.journeys,
    };
    const named = ['requirements.forms.1', 'requirements.badges.0', 'requirements.journeys.0'];
    const refused = await as(token).post('/missions', { name: 'x', requirements: mixed });
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused), named);
    const { id } = await mission({ requirements: own });
    assert.deepEqual(refusedFields(await as(token).patch(`/missions/${id}`, { requirements: mixed })), named);
    assert.deepEqual(expect200(await as().get(`/missions/${id}`)).requirements, own);
  });

  it('doesn’t ask for drafts, which no one can open', async () => {
    const { id: form } = expect200(
      await as(token).post('/forms', { title: 'Waiver', schema: { type: 'object' } }),
    );
    const { id: journey } = expect200(await as(token).post('/journeys', { name: 'Welcome' }));
    const requirements = { forms: [form], journeys: [journey] };
    const { id } = await mission();
    for (const refused of [
      await as(token).post('/missions', { name: 'x', requirements }),
      await as(token).patch(`/missions/${id}`, { requirements }),
    ]) {
      assertRefused(refused, 400, 'validation_failed');
      assert.deepEqual(
        refused.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
        [
          ['requirements.forms.0', 'draft'],
          ['requirements.journeys.0', 'draft'],
        ],
      );
    }
    expect200(await as(token).post(`/forms/${form}/publish`));
    await mission({ requirements: { forms: [form] } });
  });

  it('changed from an outdated reading is refused, also when two change it at once', async () => {
    const { id } = await mission();
    const { etag = '' } = (await as(token).get(`/missions/${id}`)).headers;
    const race = ['One', 'Two'].map((name) =>
      as(token).patch(`/missions/${id}`, { name }, { 'if-match': etag }),
    );
    assert.deepEqual((await Promise.all(race)).map(({ status }) => status).sort(), [200, 412]);
  });

  it('that programs rely on cannot be archived before them', async () => {
    const { id } = await mission();
    const { id: programId } = await program({ name: 'Sundays', default_mission_id: id });
    const refused = await as(token).post(`/missions/${id}/archive`);
    assertRefused(refused, 409, 'conflict');
    assert.deepEqual(
      [refused.body.errors[0].code, refused.body.errors[0].params],
      ['default_mission', { program: 'Sundays' }],
    );
    expect200(await as(token).patch('/me', { language: 'de' }));
    const german = await as(token).post(`/missions/${id}/archive`);
    assert.equal(german.headers['content-language'], 'de');
    assert.match(german.body.detail, /^Das ist die Standardmission des Programms „Sundays“\./);
    expect200(await as(token).post(`/programs/${programId}/archive`));
    expect200(await as(token).post(`/missions/${id}/archive`));
    assertRefused(await as(token).post(`/programs/${programId}/restore`), 409, 'conflict');
    const late = await as(token).post('/programs', { name: 'x', default_mission_id: id });
    assert.deepEqual(refusedFields(late), ['default_mission_id']);
  });
});

describe('a program', () => {
  it('without a mission gets one of its own name', async () => {
    const made = await program({ name: 'Sundays' });
    const own = expect200(await as().get(`/missions/${made.default_mission_id}`));
    assert.deepEqual([own.name, own.organization_id], ['Sundays', organization]);
  });

  it('is created, read by anyone, changed, archived and restored', async () => {
    const { id: default_mission_id } = await mission();
    const made = await program({ description: 'x', default_mission_id, policies: { min_rest_minutes: 30 } });
    assert.deepEqual(expect200(await as().get(`/programs/${made.id}`)), made);
    const { id: another } = await mission();
    const change = { name: 'New name', default_mission_id: another, policies: {} };
    const changed = expect200(await as(token).patch(`/programs/${made.id}`, change));
    assert.deepEqual({ ...changed, ...change }, changed);
    const { etag = '' } = (await as(token).get(`/programs/${made.id}`)).headers;
    expect200(await as(token).post(`/programs/${made.id}/archive`));
    assertRefused(
      await as(token).patch(`/programs/${made.id}`, change, { 'if-match': etag }),
      412,
      'precondition_failed',
    );
    const list = expect200(await as().get(`/programs?organization_id=${organization}&limit=200`)).items;
    assert.ok(!list.some(({ id }: { id: number }) => id === made.id));
    expect200(await as(token).post(`/programs/${made.id}/restore`));
  });

  it('cannot have a mission of another organization, by code and by the database', async () => {
    const foreign = expect200(await as(stranger).post('/missions', { name: 'Theirs' })).id as number;
    const { id } = await program();
    for (const answer of [
      await as(token).post('/programs', { name: 'x', default_mission_id: foreign }),
      await as(token).patch(`/programs/${id}`, { default_mission_id: foreign }),
      await as(token).post('/programs', { name: 'x', default_mission_id: 999_999 }),
    ]) {
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), ['default_mission_id']);
    }
    await assert.rejects(
      sql`update programs set default_mission_id = ${foreign} where id = ${id}`.execute(database.db),
      { code: '23503' },
    );
  });

  it('of another organization can be read but not changed', async () => {
    const { id } = await program();
    expect200(await as(stranger).get(`/programs/${id}`));
    assertRefused(await as(stranger).patch(`/programs/${id}`, { name: 'Mine' }), 403, 'forbidden');
    assertRefused(await as(stranger).post(`/programs/${id}/archive`), 403, 'forbidden');
    assertRefused(
      await as(stranger).post('/programs', { name: 'x', organization_id: organization }),
      403,
      'forbidden',
    );
    assertRefused(await as(stranger).patch('/programs/999999', { name: 'x' }), 404, 'not_found');
  });

  it('is made in the only organization one has, or in the one that is named', async () => {
    const both = await muster.member(organization, 'coordinator');
    await sql`insert into memberships values (${elsewhere}, ${both.id}, 'coordinator', now())`.execute(
      database.db,
    );
    const unclear = await as(both.token).post('/programs', { name: 'x' });
    assertRefused(unclear, 400, 'organization_required');
    assert.deepEqual(refusedFields(unclear), ['organization_id']);
    const named = expect200(
      await as(both.token).post('/programs', { name: 'x', organization_id: elsewhere }),
    );
    assert.equal(named.organization_id, elsewhere);
    const nobody = await muster.person();
    assertRefused(await as(nobody.token).post('/programs', { name: 'x' }), 403, 'forbidden');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const coordinator = as((await muster.member(organization, 'coordinator')).token);
const post = async (path: string, body: object = {}) => expect200(await coordinator.post(path, body));

const schema = { type: 'object', properties: {} };
const manual = (key: string, fields: object = {}) => ({ key, title: `Do ${key}`, kind: 'manual', ...fields });

describe('a journey', () => {
  it('is made with its steps in order, and is a draft that only those who manage it see', async () => {
    const form = await post('/forms', { title: 'F', schema });
    const made = await post('/journeys', {
      name: ' Onboarding ',
      steps: [
        { title: 'Form', kind: 'form', config: { form_id: form.id }, deadline_days: 14, reminder_days: 3 },
        manual('tour', { required: false, config: { instructions: 'Ask Carlos.' } }),
      ],
    });
    assert.equal(made.name, 'Onboarding');
    assert.deepEqual(
      [made.status, made.version, made.sequence, made.auto_enroll, made.badge_id],
      ['draft', 1, 'in_order', false, null],
    );
    assert.deepEqual(
      made.steps.map(({ id: _, ...step }: { id: number }) => step),
      [
        {
          position: 1,
          key: 'step_1',
          title: 'Form',
          kind: 'form',
          config: { form_id: form.id },
          required: true,
          deadline_days: 14,
          reminder_days: 3,
        },
        {
          position: 2,
          key: 'tour',
          title: 'Do tour',
          kind: 'manual',
          config: { instructions: 'Ask Carlos.' },
          required: false,
          deadline_days: null,
          reminder_days: null,
        },
      ],
    );
    const volunteer = as((await muster.member(organization, 'volunteer')).token);
    assertRefused(await as().get(`/journeys/${made.id}`), 404, 'not_found');
    for (const read of ['', '/steps', '/enrollments'])
      assertRefused(await volunteer.get(`/journeys/${made.id}${read}`), 404, 'not_found');
    for (const act of ['publish', 'archive', 'enrollments'])
      assertRefused(await volunteer.post(`/journeys/${made.id}/${act}`), 404, 'not_found');
    assertRefused(await volunteer.patch(`/journeys/${made.id}`, { name: 'Mine' }), 404, 'not_found');
    assert.deepEqual(expect200(await coordinator.get(`/journeys/${made.id}`)), made);
    const drafts = expect200(await coordinator.get(`/journeys?status=draft&organization_id=${organization}`));
    assert.ok(drafts.items.some(({ id }: { id: number }) => id === made.id));
    const early = await coordinator.post(`/journeys/${made.id}/publish`);
    assertRefused(early, 409, 'conflict');
    assert.deepEqual(
      [early.body.errors[0].code, ...refusedFields(early)],
      ['draft', 'steps.0.config.form_id'],
    );
    await post(`/forms/${form.id}/publish`);
    await post(`/journeys/${made.id}/publish`);
    const { items } = expect200(await as().get(`/journeys/${made.id}/steps`));
    assert.deepEqual(items, made.steps);
    const listed = expect200(await as().get(`/journeys?organization_id=${organization}`));
    assert.deepEqual(listed.items.find(({ id }: { id: number }) => id === made.id).steps, made.steps);
  });

  it('is refused with every error in its steps, by path', async () => {
    const answer = await coordinator.post('/journeys', {
      name: 'J',
      steps: [
        { title: 'a', key: 'a', kind: 'form', config: {} },
        { title: 'b', key: 'a', kind: 'attend_shifts', config: { count: 0, programm: 1 } },
        { title: 'c', kind: 'hours', config: { hours: 2, minutes: 5 } },
        { title: 'd', kind: 'profile', config: { fields: ['shoe_size'] } },
        { title: 'e', kind: 'wait', config: { days: '3' } },
        { title: 'f', kind: 'manual', reminder_days: 2 },
        { title: 'g', kind: 'manual', deadline_days: 2, reminder_days: 2 },
        { title: 'h', kind: 'wait', config: { days: 3 }, deadline_days: 2 },
        { title: 'i', kind: 'manual', config: { instructions: 7 } },
        { title: 'j', kind: 'badge', config: { badge_id: 'x' } },
      ],
    });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), [
      'steps.0.config.form_id',
      'steps.1.config.count',
      'steps.1.config.programm',
      'steps.1.key',
      'steps.2.config',
      'steps.3.config.fields',
      'steps.4.config.days',
      'steps.5.reminder_days',
      'steps.6.reminder_days',
      'steps.7.deadline_days',
      'steps.8.config.instructions',
      'steps.9.config.badge_id',
    ]);
    const steps = Array.from({ length: 51 }, (_, n) => manual(`s${n}`));
    assertRefused(await coordinator.post('/journeys', { name: 'J', steps }), 400, 'validation_failed');
    const kind = await coordinator.post('/journeys', { name: 'J', steps: [{ title: 'x', kind: 'dance' }] });
    assertRefused(kind, 400, 'validation_failed');
  });

  it('points only to what its own organization has', async () => {
    const stranger = await muster.person();
    const elsewhere = await muster.organization(stranger, 'Elsewhere');
    const theirs = { organization_id: elsewhere };
    const form = expect200(await as(stranger.token).post('/forms', { title: 'F', schema, ...theirs }));
    const program = expect200(await as(stranger.token).post('/programs', { name: 'P', ...theirs }));
    const answer = await coordinator.post('/journeys', {
      name: 'J',
      steps: [
        { title: 'a', kind: 'form', config: { form_id: form.id } },
        { title: 'b', kind: 'attend_shifts', config: { count: 1, program_id: program.id, mission_id: 999 } },
        { title: 'c', kind: 'badge', config: { badge_id: 999 } },
      ],
    });
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), [
      'steps.0.config.form_id',
      'steps.1.config.program_id',
      'steps.1.config.mission_id',
      'steps.2.config.badge_id',
    ]);
    const prize = await coordinator.post('/journeys', { name: 'J', badge_id: 999 });
    assert.deepEqual(refusedFields(prize), ['badge_id']);
  });

  it('does not ask for the badge that it awards', async () => {
    const badge = await post('/badges', { name: 'B', criteria: { type: 'manual' } });
    const steps = [{ title: 'a', kind: 'badge', config: { badge_id: badge.id } }];
    const answer = await coordinator.post('/journeys', { name: 'J', badge_id: badge.id, steps });
    assert.deepEqual(refusedFields(answer), ['steps.0.config.badge_id']);
    const apart = await post('/journeys', { name: 'J', steps });
    assertRefused(
      await coordinator.patch(`/journeys/${apart.id}`, { badge_id: badge.id }),
      400,
      'validation_failed',
    );
  });

  it('is published only if someone could complete it', async () => {
    const { id } = await post('/journeys', { name: 'J' });
    assertRefused(await coordinator.post(`/journeys/${id}/publish`), 409, 'conflict');
    const change = { steps: [manual('a', { required: false })] };
    expect200(await coordinator.patch(`/journeys/${id}`, change));
    assertRefused(await coordinator.post(`/journeys/${id}/publish`), 409, 'conflict');
    assertRefused(
      await coordinator.post('/journeys', { name: 'J', status: 'published' }),
      400,
      'validation_failed',
    );
    const changed = expect200(await coordinator.patch(`/journeys/${id}`, { steps: [manual('a')] }));
    assert.equal(changed.version, 1, 'a draft has no versions');
    await post(`/journeys/${id}/publish`);
    assertRefused(await coordinator.patch(`/journeys/${id}`, { steps: [] }), 400, 'validation_failed');
  });

  it('gets a new version by other steps or another order, and by nothing else', async () => {
    const { id } = await post('/journeys', { name: 'J', status: 'published', steps: [manual('a')] });
    const change = async (body: object) =>
      expect200(await coordinator.patch(`/journeys/${id}`, body)).version;
    assert.equal(await change({ name: 'K', description: 'D', auto_enroll: true }), 1);
    assert.equal(await change({ steps: [manual('a')] }), 1);
    assert.equal(await change({ steps: [manual('a'), manual('b')] }), 2);
    assert.equal(await change({ sequence: 'any_order' }), 3);
    assert.equal(await change({ sequence: 'any_order' }), 3);
    const first = expect200(await as().get(`/journeys/${id}/steps?version=1`));
    assert.deepEqual(
      first.items.map(({ key }: { key: string }) => key),
      ['a'],
    );
    assertRefused(await as().get(`/journeys/${id}/steps?version=9`), 404, 'not_found');
  });

  it('is changed from a fresh reading only, where If-Match says which', async () => {
    const { id } = await post('/journeys', { name: 'J', steps: [manual('a')] });
    const { headers } = await coordinator.get(`/journeys/${id}`);
    const tag = { 'if-match': String(headers['etag']) };
    expect200(await coordinator.patch(`/journeys/${id}`, { name: 'K' }, tag));
    assertRefused(await coordinator.patch(`/journeys/${id}`, { name: 'L' }, tag), 412, 'precondition_failed');
  });

  it('goes into the archive and comes back as it was', async () => {
    const { id } = await post('/journeys', { name: 'J', status: 'published', steps: [manual('a')] });
    assert.equal((await post(`/journeys/${id}/archive`)).journey.status, 'archived');
    assertRefused(await as().get(`/journeys/${id}`), 404, 'not_found');
    assertRefused(await coordinator.post(`/journeys/${id}/publish`), 409, 'conflict');
    assert.equal((await post(`/journeys/${id}/restore`)).journey.status, 'published');
    const draft = await post('/journeys', { name: 'J' });
    await post(`/journeys/${draft.id}/archive`);
    assert.equal((await post(`/journeys/${draft.id}/restore`)).journey.status, 'draft');
  });

  it('leaves an audit row for every change', async () => {
    const { id } = await post('/journeys', { name: 'J', steps: [manual('a')] });
    expect200(await coordinator.patch(`/journeys/${id}`, { name: 'K' }));
    for (const move of ['publish', 'archive', 'restore', 'restore']) await post(`/journeys/${id}/${move}`);
    const rows = await muster.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('object_type', '=', 'journey')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    const renamed = rows[1] as Record<'before' | 'after', { name: string }> | undefined;
    assert.deepEqual(renamed?.after, { ...renamed?.before, name: 'K' });
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['created', 'changed', 'published', 'archived', 'restored'].map((verb) => `journey.${verb}`),
    );
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

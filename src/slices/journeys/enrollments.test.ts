import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused, expect200, type Person, peopleApp, refusedFields } from '#test/people.ts';

const muster = await peopleApp();
const { as, database } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const coordinator = as((await muster.member(organization, 'coordinator')).token);
const post = async (path: string, body: object = {}) => expect200(await coordinator.post(path, body));
const volunteer = () => muster.member(organization, 'volunteer');

const manual = (key: string, fields: object = {}) => ({ key, title: `Do ${key}`, kind: 'manual', ...fields });
const journey = (fields: object = {}) =>
  post('/journeys', { name: 'J', status: 'published', steps: [manual('a'), manual('b')], ...fields });
const enroll = async ({ token }: Person, id: number) =>
  expect200(await as(token).post(`/journeys/${id}/enrollments`));

interface Body {
  readonly id: number;
  readonly journey_id: number;
  readonly steps: { step_id: number; key: string; status: string }[];
}
const addressOf = ({ journey_id, id }: Body) => `/journeys/${journey_id}/enrollments/${id}`;
const statuses = ({ steps }: Body) => steps.map(({ status }) => status);
const mark = (enrollment: Body, index: number, verb: string, body: object = {}) =>
  coordinator.post(`${addressOf(enrollment)}/steps/${enrollment.steps[index]?.step_id}/${verb}`, body);
const eventsAbout = async ({ id }: Body) =>
  (await database.db.selectFrom('events').select(['type', 'data']).orderBy('position').execute())
    .filter(({ data }) => (data as { enrollment_id?: number } | null)?.enrollment_id === id)
    .map(({ type }) => type);

describe('enrolling', () => {
  it('starts the journey for the caller, once however often it is asked for', async () => {
    const { id, steps } = await journey();
    const vera = await volunteer();
    const first = await enroll(vera, id);
    assert.equal(first.success, true);
    assert.deepEqual(
      [first.journey_id, first.user_id, first.status, first.completed_at, first.source, first.version],
      [id, vera.id, 'active', null, 'self_service', 1],
    );
    assert.equal(first.current_step_id, steps[0].id);
    assert.deepEqual(statuses(first), ['open', 'pending']);
    assert.deepEqual([first.steps_done, first.steps_required], [0, 2]);
    assert.deepEqual(await enroll(vera, id), first);
    const many = await Promise.all(Array.from({ length: 8 }, () => enroll(vera, id)));
    assert.ok(many.every((one) => one.id === first.id));
    assert.deepEqual(await eventsAbout(first), ['journey.enrolled']);
    assert.deepEqual(expect200(await as(vera.token).get('/me/journeys')).items[0].id, first.id);
  });

  it('answers eight first requests at once with one enrollment', async () => {
    const { id } = await journey();
    const vera = await volunteer();
    const many = await Promise.all(Array.from({ length: 8 }, () => enroll(vera, id)));
    assert.equal(new Set(many.map((one) => one.id)).size, 1);
    assert.deepEqual(await eventsAbout(many[0]), ['journey.enrolled']);
  });

  it('opens all steps at once where the order does not matter', async () => {
    const { id } = await journey({ sequence: 'any_order' });
    assert.deepEqual(statuses(await enroll(await volunteer(), id)), ['open', 'open']);
  });

  it('of others is for coordinators, and of members', async () => {
    const { id } = await journey();
    const [vera, amir] = [await volunteer(), await volunteer()];
    const path = `/journeys/${id}/enrollments`;
    assertRefused(await as(vera.token).post(path, { user_id: amir.id }), 403, 'forbidden');
    assert.equal((await post(path, { user_id: amir.id })).source, 'coordinator');
    const stranger = await muster.person();
    const refused = await coordinator.post(path, { user_id: stranger.id });
    assert.deepEqual(refusedFields(refused), ['user_id']);
    assertRefused(await as(stranger.token).post(path), 403, 'forbidden');
    assertRefused(await as().post(path), 401, 'unauthenticated');
    const key = as(await muster.apiKey(owner, organization, ['journeys']));
    assertRefused(await key.post(path), 400, 'validation_failed');
    assert.equal(expect200(await key.post(path, { user_id: vera.id })).source, 'api');
  });

  it('makes people who start a journey of an open organization members', async () => {
    const open = await muster.organization(owner, 'Open');
    expect200(await as(owner.token).patch(`/organizations/${open}`, { join_rule: 'open' }));
    const made = await as(owner.token).post('/journeys', {
      name: 'J',
      organization_id: open,
      status: 'published',
      steps: [manual('a')],
    });
    const stranger = await muster.person();
    await enroll(stranger, expect200(made).id);
    const { items } = expect200(await as(owner.token).get(`/organizations/${open}/members`));
    assert.ok(items.some(({ user_id }: { user_id: number }) => user_id === stranger.id));
  });

  it('is not possible in a draft, nor in the archive, where those on the way go on', async () => {
    const draft = await journey({ status: 'draft' });
    const vera = await volunteer();
    const path = `/journeys/${draft.id}/enrollments`;
    assertRefused(await as(vera.token).post(path), 404, 'not_found');
    assertRefused(await as((await muster.person()).token).post(path), 404, 'not_found');
    assertRefused(await coordinator.post(path, { user_id: vera.id }), 409, 'conflict');
    assertRefused(await as(vera.token).post('/journeys/999999/enrollments'), 404, 'not_found');
    const { id } = await journey();
    const begun = await enroll(vera, id);
    await post(`/journeys/${id}/archive`);
    assert.equal((await enroll(vera, id)).id, begun.id);
    const late = await as((await volunteer()).token).post(`/journeys/${id}/enrollments`);
    assertRefused(late, 409, 'conflict');
    expect200(await as(vera.token).get(`/journeys/${id}`));
    for (const index of [0, 1]) expect200(await mark(begun, index, 'complete'));
    assert.equal(expect200(await as(vera.token).get(addressOf(begun))).status, 'completed');
  });
});

describe('leaving', () => {
  it('can be undone by enrolling again, with the newest steps and what was done', async () => {
    const { id } = await journey();
    const vera = await volunteer();
    const begun = await enroll(vera, id);
    expect200(await mark(begun, 0, 'complete'));
    const left = expect200(await as(vera.token).post(`${addressOf(begun)}/withdraw`, { reason: 'Moving' }));
    assert.deepEqual([left.status, left.current_step_id], ['withdrawn', null]);
    assert.ok(left.withdrawn_at);
    expect200(await as(vera.token).post(`${addressOf(begun)}/withdraw`));
    assertRefused(await mark(begun, 1, 'complete'), 409, 'conflict');
    expect200(await coordinator.patch(`/journeys/${id}`, { steps: [manual('a'), manual('b'), manual('c')] }));
    const back = await enroll(vera, id);
    assert.deepEqual([back.id, back.status, back.version, back.withdrawn_at], [begun.id, 'active', 2, null]);
    assert.deepEqual(statuses(back), ['completed', 'open', 'pending']);
    assert.deepEqual(await eventsAbout(begun), [
      'journey.enrolled',
      'journey.step_completed',
      'journey.withdrawn',
      'journey.enrolled',
    ]);
  });

  it('is the same for those who leave the organization', async () => {
    const { id } = await journey();
    const vera = await volunteer();
    const begun = await enroll(vera, id);
    expect200(await as(vera.token).post(`/organizations/${organization}/leave`));
    assert.equal(expect200(await coordinator.get(addressOf(begun))).status, 'withdrawn');
    assert.deepEqual(await eventsAbout(begun), ['journey.enrolled', 'journey.withdrawn']);
  });

  it('is for the person and for coordinators, and for no one else', async () => {
    const { id } = await journey();
    const [vera, amir] = [await volunteer(), await volunteer()];
    const begun = await enroll(vera, id);
    assertRefused(await as(amir.token).post(`${addressOf(begun)}/withdraw`), 403, 'forbidden');
    const stranger = await muster.person();
    assertRefused(await as(stranger.token).post(`${addressOf(begun)}/withdraw`), 404, 'not_found');
    assertRefused(await as(stranger.token).get(addressOf(begun)), 404, 'not_found');
    assert.equal((await post(`${addressOf(begun)}/withdraw`)).status, 'withdrawn');
  });
});

describe('a coordinator’s tick', () => {
  it('completes steps in their order, the last one the journey', async () => {
    const { id } = await journey();
    const vera = await volunteer();
    const begun = await enroll(vera, id);
    const early = await mark(begun, 1, 'complete');
    assertRefused(early, 409, 'conflict');
    assert.deepEqual(
      early.body.errors.map(({ code, params }: { code: string; params: object }) => [code, params]),
      [['earlier_step', { step: 'Do a' }]],
    );
    const one = expect200(await mark(begun, 0, 'complete', { note: 'Well done' }));
    assert.deepEqual(statuses(one), ['completed', 'open']);
    assert.equal(one.steps[0].note, 'Well done');
    assert.deepEqual(expect200(await mark(begun, 0, 'complete')).steps, one.steps);
    const path = `${addressOf(begun)}/steps/${begun.steps[1].step_id}/complete`;
    assertRefused(await as(vera.token).post(path), 403, 'forbidden');
    const both = expect200(await mark(begun, 1, 'complete'));
    assert.deepEqual([both.status, both.current_step_id, both.steps_done], ['completed', null, 2]);
    assert.equal(both.completed_at, both.steps[1].completed_at);
    const late = await mark(begun, 1, 'undo');
    assertRefused(late, 409, 'conflict');
    assert.equal(late.body.detail, 'Test volunteer has already completed this journey.');
    expect200(await as(vera.token).patch('/me', { language: 'de' }));
    const own = await as(vera.token).post(`${addressOf(begun)}/withdraw`);
    assertRefused(own, 409, 'conflict');
    assert.equal(own.headers['content-language'], 'de');
    assert.equal(own.body.detail, 'Du hast diesen Pfad schon abgeschlossen.');
    assert.equal((await enroll(vera, id)).status, 'completed');
    assert.deepEqual(await eventsAbout(begun), [
      'journey.enrolled',
      'journey.step_completed',
      'journey.step_completed',
      'journey.completed',
    ]);
  });

  it('is given once by ten at once', async () => {
    const begun = await enroll(await volunteer(), (await journey({ steps: [manual('a')] })).id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => mark(begun, 0, 'complete')));
    for (const answer of answers) assert.equal(expect200(answer).status, 'completed');
    assert.deepEqual(await eventsAbout(begun), [
      'journey.enrolled',
      'journey.step_completed',
      'journey.completed',
    ]);
  });

  it('can skip a step for someone, and can be undone', async () => {
    const begun = await enroll(await volunteer(), (await journey({ sequence: 'any_order' })).id);
    assert.deepEqual(statuses(expect200(await mark(begun, 0, 'skip'))), ['skipped', 'open']);
    assertRefused(await mark(begun, 0, 'complete'), 409, 'conflict');
    assert.deepEqual(statuses(expect200(await mark(begun, 0, 'undo'))), ['open', 'open']);
    assert.deepEqual(statuses(expect200(await mark(begun, 0, 'undo'))), ['open', 'open']);
    assert.deepEqual(statuses(expect200(await mark(begun, 1, 'complete'))), ['open', 'completed']);
    const end = expect200(await mark(begun, 0, 'skip'));
    assert.deepEqual([end.status, end.steps_done], ['completed', 2]);
    const undone = (await eventsAbout(begun)).filter((type) => type === 'journey.step_reopened');
    assert.equal(undone.length, 1, 'undone once, however often that is asked for');
  });

  it('waits for no step that is not required', async () => {
    const steps = [manual('a'), manual('extra', { required: false }), manual('b')];
    const begun = await enroll(await volunteer(), (await journey({ steps })).id);
    assert.deepEqual(statuses(expect200(await mark(begun, 0, 'complete'))), ['completed', 'open', 'open']);
    const end = expect200(await mark(begun, 2, 'complete'));
    assert.deepEqual([end.status, end.steps_required], ['completed', 2]);
  });

  it('asks for a step of the version that the person is on', async () => {
    const { id } = await journey();
    const begun = await enroll(await volunteer(), id);
    const changed = expect200(await coordinator.patch(`/journeys/${id}`, { steps: [manual('z')] }));
    const other = { ...begun, steps: [{ step_id: changed.steps[0].id }] } as never;
    assertRefused(await mark(other, 0, 'complete'), 404, 'not_found');
  });
});

describe('a change of a published journey', () => {
  it('leaves those on the way where they are, until a coordinator moves them', async () => {
    const { id } = await journey();
    const begun = await enroll(await volunteer(), id);
    expect200(await mark(begun, 0, 'complete'));
    const steps = [manual('welcome'), manual('a'), manual('b', { title: 'Do b well' })];
    expect200(await coordinator.patch(`/journeys/${id}`, { steps }));
    const same = expect200(await coordinator.get(addressOf(begun)));
    assert.deepEqual(
      same.steps.map(({ step_id }: { step_id: number }) => step_id),
      begun.steps.map(({ step_id }: { step_id: number }) => step_id),
    );
    assert.equal((await enroll(await volunteer(), id)).version, 2);
    const moved = await post(`${addressOf(begun)}/upgrade`);
    assert.deepEqual(statuses(moved), ['open', 'completed', 'pending']);
    assert.deepEqual([moved.version, moved.current_step_id], [2, moved.steps[0].step_id]);
    expect200(await mark(moved, 0, 'complete'));
    assert.equal(expect200(await mark(moved, 2, 'complete')).status, 'completed');
    assertRefused(await coordinator.post(`${addressOf(begun)}/upgrade`), 409, 'conflict');
  });
});

describe('the list of enrollments', () => {
  it('shows coordinators who is how far, in pages, and nobody else', async () => {
    const { id } = await journey({ steps: [manual('a', { deadline_days: 5 }), manual('b')] });
    const people = [await volunteer(), await volunteer(), await volunteer()];
    const begun: Body[] = [];
    for (const person of people) begun.push(await enroll(person, id));
    expect200(await mark(begun[0] as Body, 0, 'complete'));
    await post(`${addressOf(begun[1] as Body)}/withdraw`);
    const path = `/journeys/${id}/enrollments`;
    const first = expect200(await coordinator.get(`${path}?limit=2`));
    assert.deepEqual(
      first.items.map(({ user_name, steps_done, status }: Record<string, unknown>) => [
        user_name,
        steps_done,
        status,
      ]),
      [
        ['Test volunteer', 1, 'active'],
        ['Test volunteer', 0, 'withdrawn'],
      ],
    );
    const rest = expect200(await coordinator.get(`${path}?limit=2&cursor=${first.next_cursor}`));
    assert.deepEqual([rest.items.length, rest.next_cursor], [1, null]);
    const only = expect200(await coordinator.get(`${path}?status=withdrawn`));
    assert.equal(only.items.length, 1);
    assert.equal(expect200(await coordinator.get(`${path}?user_id=${people[2]?.id}`)).items.length, 1);
    assert.equal(expect200(await coordinator.get(`${path}?overdue=true`)).items.length, 0);
    assertRefused(await as(people[0]?.token).get(path), 403, 'forbidden');
    muster.setAhead({ hours: 24 * 6 });
    // The session of before has run out by then.
    const later = as((await muster.member(organization, 'coordinator')).token);
    const late = expect200(await later.get(`${path}?overdue=true`)).items;
    assert.deepEqual(
      late.map(({ user_id, overdue }: Record<string, unknown>) => [user_id, overdue]),
      [[people[2]?.id, true]],
    );
    assert.deepEqual(
      late[0].steps.map(({ overdue }: { overdue: boolean }) => overdue),
      [true, false],
    );
    muster.setAhead({ seconds: 0 });
  });
});

describe('what is held on a person', () => {
  it('is exported, and ends with their erasure', async () => {
    const { id } = await journey();
    const vera = await volunteer();
    const begun = await enroll(vera, id);
    expect200(await mark(begun, 0, 'complete', { note: 'Was a bit shy' }));
    const exported = expect200(await as(vera.token).get('/me/export'));
    assert.match(JSON.stringify(exported), /Was a bit shy/);
    const { status } = await as(vera.token).del('/me', { password: 'correct horse battery' });
    assert.ok(status < 300);
    const { items } = expect200(await coordinator.get(`/journeys/${id}/enrollments`));
    assert.deepEqual([items[0].status, items[0].steps[0].note], ['withdrawn', null]);
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

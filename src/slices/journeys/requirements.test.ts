import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { countWaiting } from '#test/database.ts';
import { type Answer, assertRefused, expect200, peopleApp, refusedFields } from '#test/people.ts';
import { until } from '#test/until.ts';

const muster = await peopleApp();
const { as } = muster;
const owner = await muster.person();
const organization = await muster.organization(owner);
const coordinator = as((await muster.member(organization, 'coordinator')).token);
const post = async (path: string, body: object = {}) => expect200(await coordinator.post(path, body));

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly remedy: { readonly href: string };
}

interface RefusedItem extends Omit<Refused, 'message'> {
  readonly path: string;
  readonly params: { readonly name: string };
}

it('a sign-up names a missing form, badge and journey; finishing them lets it pass', async () => {
  const schema = { type: 'object', properties: { agreed: { const: true } }, required: ['agreed'] };
  const form = await post('/forms', { title: 'House rules', schema, status: 'published' });
  const badge = await post('/badges', { name: 'Welcome aboard', criteria: { type: 'manual' } });
  const journey = await post('/journeys', {
    name: 'Onboarding',
    status: 'published',
    badge_id: badge.id,
    steps: [
      { key: 'rules', title: 'Read the rules', kind: 'form', config: { form_id: form.id } },
      { key: 'tour', title: 'Take the tour', kind: 'manual' },
    ],
  });
  const requirements = { forms: [form.id], badges: [badge.id], journeys: [journey.id] };
  const mission = await post('/missions', { name: 'M', requirements });
  const program = await post('/programs', { name: 'P', default_mission_id: mission.id });
  const start = Temporal.Now.instant().add({ hours: 72 });
  const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
  const shift = await post('/shifts', { program_id: program.id, ...times });

  const vera = as((await muster.member(organization, 'volunteer')).token);
  const process = async () => expect200(await as(owner.token).post('/jobs/process'));
  const refusal = async () => {
    const answer = await vera.post(`/shifts/${shift.id}/signups`, {});
    assertRefused(answer, 412, 'requirements_incomplete');
    return answer.body.errors.map(({ code, message, remedy }: Refused) => [
      code,
      /“(.*)”/.exec(message)?.[1],
      remedy.href,
    ]);
  };
  const missing = {
    form: ['missing_form', 'House rules', `/forms/${form.id}`],
    badge: ['missing_badge', 'Welcome aboard', `/badges/${badge.id}`],
    journey: ['missing_journey', 'Onboarding', `/journeys/${journey.id}`],
  };
  assert.deepEqual(await refusal(), [missing.form, missing.badge, missing.journey]);

  const begun = expect200(await vera.post(`/journeys/${journey.id}/enrollments`));
  expect200(await vera.post(`/forms/${form.id}/submissions`, { answers: { agreed: true } }));
  await process();
  assert.deepEqual(await refusal(), [missing.badge, missing.journey]);

  const tour = `/journeys/${journey.id}/enrollments/${begun.id}/steps/${begun.steps[1].step_id}/complete`;
  assert.equal((await post(tour)).status, 'completed');
  const { registration } = expect200(await vera.post(`/shifts/${shift.id}/signups`, {}));
  assert.equal(registration.status, 'active');
  const { items } = expect200(await vera.get('/me/badges'));
  assert.deepEqual(
    items.map(({ badge_id }: { badge_id: number }) => badge_id),
    [badge.id],
  );
});

it('a journey is asked for by the name that it has now', async () => {
  const steps = [{ title: 'a', kind: 'manual' }];
  const { id } = await post('/journeys', { name: 'Old', status: 'published', steps });
  expect200(await coordinator.patch(`/journeys/${id}`, { name: 'New' }));
  const mission = await post('/missions', { name: 'M', requirements: { journeys: [id] } });
  const program = await post('/programs', { name: 'P', default_mission_id: mission.id });
  const start = Temporal.Now.instant().add({ hours: 96 });
  const times = { start_time: start.toString(), end_time: start.add({ hours: 2 }).toString() };
  const shift = await post('/shifts', { program_id: program.id, ...times });
  const vera = as((await muster.member(organization, 'volunteer')).token);
  const refused = await vera.post(`/shifts/${shift.id}/signups`, {});
  assertRefused(refused, 412, 'requirements_incomplete');
  assert.match(refused.body.detail, /“New”/);
});

it('what a mission requires can’t be archived, so that no sign-up leads to a page that is gone', async () => {
  const form = await post('/forms', { title: 'Rules', schema: { type: 'object' }, status: 'published' });
  const badge = await post('/badges', { name: 'Driver', criteria: { type: 'manual' } });
  const steps = [{ title: 'a', kind: 'manual' }];
  const journey = await post('/journeys', { name: 'Tour', status: 'published', steps });
  const items = { forms: form.id, badges: badge.id, journeys: journey.id };
  const requirements = { forms: [form.id], badges: [badge.id], journeys: [journey.id] };
  const mission = await post('/missions', { name: 'Deliveries', requirements });
  const other = await post('/missions', { name: 'Evenings', requirements: { forms: [form.id] } });
  const named = { forms: ['Deliveries', 'Evenings'], badges: ['Deliveries'], journeys: ['Deliveries'] };
  for (const [kind, id] of Object.entries(items)) {
    const refused = await coordinator.post(`/${kind}/${id}/archive`);
    assertRefused(refused, 409, 'conflict');
    const [{ code, params, remedy }] = refused.body.errors;
    const missions = named[kind as keyof typeof named];
    assert.deepEqual(
      [code, params.missions, remedy.href],
      ['required_by_missions', missions, '/manage/missions'],
    );
  }
  await post(`/missions/${mission.id}/archive`);
  expect200(await coordinator.patch(`/missions/${other.id}`, { requirements: { forms: [] } }));
  for (const [kind, id] of Object.entries(items)) await post(`/${kind}/${id}/archive`);

  const errors = [
    ['requirements.forms.0', 'archived', 'Rules', '/manage/forms'],
    ['requirements.badges.0', 'archived', 'Driver', '/manage/badges'],
    ['requirements.journeys.0', 'archived', 'Tour', '/manage/journeys'],
  ];
  for (const [kind, id] of Object.entries(items)) {
    const refused = await coordinator.post(`/missions/${mission.id}/restore`);
    assertRefused(refused, 409, 'conflict');
    assert.deepEqual(
      refused.body.errors.map(({ path, code, params, remedy }: RefusedItem) => [
        path,
        code,
        params.name,
        remedy.href,
      ]),
      errors,
      'restored alone, it would lock everyone out',
    );
    errors.shift();
    await post(`/${kind}/${id}/restore`);
  }
  await post(`/missions/${mission.id}/restore`);
  for (const [kind, id] of Object.entries(items))
    assertRefused(await coordinator.post(`/${kind}/${id}/archive`), 409, 'conflict');
});

it('what a step of a journey asks for is not archived before the journey', async () => {
  const form = await post('/forms', { title: 'Rules', schema: { type: 'object' }, status: 'published' });
  const badge = await post('/badges', { name: 'First aid', criteria: { type: 'manual' } });
  const steps = [
    { key: 'rules', title: 'Rules', kind: 'form', config: { form_id: form.id } },
    { key: 'aid', title: 'First aid', kind: 'badge', config: { badge_id: badge.id } },
    { key: 'tour', title: 'Tour', kind: 'manual' },
  ];
  const journey = await post('/journeys', { name: 'Drivers', status: 'published', steps });
  for (const path of [`/forms/${form.id}/archive`, `/badges/${badge.id}/archive`]) {
    const refused = await coordinator.post(path);
    assertRefused(refused, 409, 'conflict');
    const [{ code, params, remedy }] = refused.body.errors;
    assert.deepEqual(
      [code, params.journeys, remedy.href],
      ['required_by_journeys', ['Drivers'], '/manage/journeys'],
    );
  }
  expect200(await coordinator.patch(`/journeys/${journey.id}`, { steps: steps.slice(1) }));
  await post(`/forms/${form.id}/archive`);
  await post(`/journeys/${journey.id}/archive`);
  await post(`/badges/${badge.id}/archive`);
});

it('a program, mission or journey that counts is not archived before what counts it', async () => {
  const mission = await post('/missions', { name: 'Deliveries' });
  const program = await post('/programs', { name: 'Saturdays' });
  const steps = [
    { key: 'shifts', title: 'Drive', kind: 'attend_shifts', config: { count: 1, mission_id: mission.id } },
    { key: 'hours', title: 'Help', kind: 'hours', config: { hours: 1, program_id: program.id } },
  ];
  const journey = await post('/journeys', { name: 'Drivers', status: 'published', steps });
  const criteria = {
    program: { type: 'hours', threshold: 10, program_id: program.id },
    journey: { type: 'journey', journey_id: journey.id },
  };
  const badges = {
    program: await post('/badges', { name: 'Ten hours', criteria: criteria.program }),
    journey: await post('/badges', { name: 'Driver', criteria: criteria.journey }),
  };
  const archive = async (kind: string, { id }: { id: number }) =>
    await coordinator.post(`/${kind}/${id}/archive`);
  async function refuses(answer: Answer, code: string, names: readonly string[]) {
    assertRefused(answer, 409, 'conflict');
    const [error] = answer.body.errors;
    const kind = code.replace('required_by_', '');
    assert.deepEqual([error.code, error.params[kind], error.remedy.href], [code, names, `/manage/${kind}`]);
  }
  for (const [kind, item] of Object.entries({ missions: mission, programs: program }))
    await refuses(await archive(kind, item), 'required_by_journeys', ['Drivers']);
  await refuses(await archive('journeys', journey), 'required_by_badges', ['Driver']);

  expect200(await archive('badges', badges.journey));
  expect200(await archive('journeys', journey));
  await refuses(await archive('programs', program), 'required_by_badges', ['Ten hours']);
  expect200(await archive('badges', badges.program));
  for (const [kind, item] of Object.entries({ missions: mission, programs: program }))
    expect200(await archive(kind, item));

  for (const [kind, of] of Object.entries(criteria)) {
    const refused = await coordinator.post('/badges', { name: 'x', criteria: of });
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused), [`criteria.${kind}_id`]);
    const restored = await coordinator.post(`/badges/${badges[kind as 'program'].id}/restore`);
    assertRefused(restored, 409, 'conflict');
    assert.deepEqual(refusedFields(restored), [`criteria.${kind}_id`]);
  }
  expect200(await coordinator.patch(`/badges/${badges.journey.id}`, { criteria: criteria.journey }));
  const restored = await coordinator.post(`/journeys/${journey.id}/restore`);
  assertRefused(restored, 409, 'conflict');
  assert.deepEqual(refusedFields(restored), ['steps.0.config.mission_id', 'steps.1.config.program_id']);
  for (const path of [`/missions/${mission.id}`, `/programs/${program.id}`, `/journeys/${journey.id}`])
    await post(`${path}/restore`);
  for (const { id } of Object.values(badges)) await post(`/badges/${id}/restore`);
});

it('a published journey doesn’t ask for a form that is a draft', async () => {
  const form = await post('/forms', { title: 'Rules', schema: { type: 'object' } });
  const steps = [{ key: 'rules', title: 'Rules', kind: 'form', config: { form_id: form.id } }];
  const published = { name: 'Tour', status: 'published' };
  const journey = await post('/journeys', { ...published, steps: [{ title: 'Tour', kind: 'manual' }] });
  for (const refused of [
    await coordinator.post('/journeys', { ...published, steps }),
    await coordinator.patch(`/journeys/${journey.id}`, { steps }),
  ]) {
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(
      [refused.body.errors[0].code, ...refusedFields(refused)],
      ['draft', 'steps.0.config.form_id'],
    );
  }
  const draft = await post('/journeys', { name: 'Draft', steps });
  assertRefused(await coordinator.post(`/journeys/${draft.id}/publish`), 409, 'conflict');
  await post(`/forms/${form.id}/publish`);
  await post(`/journeys/${draft.id}/publish`);
});

it('what is archived is not required anew, and what was required before stays', async () => {
  const schema = { type: 'object' };
  const form = await post('/forms', { title: 'Old rules', schema, status: 'published' });
  const badge = await post('/badges', { name: 'Old badge', criteria: { type: 'manual' } });
  const steps = [
    { key: 'rules', title: 'Rules', kind: 'form', config: { form_id: form.id } },
    { key: 'badge', title: 'Badge', kind: 'badge', config: { badge_id: badge.id } },
  ];
  const tour = [{ key: 'tour', title: 'Tour', kind: 'manual' }];
  const old = await post('/journeys', { name: 'Old tour', status: 'published', steps: tour });
  const requirements = { forms: [form.id], badges: [badge.id], journeys: [old.id] };
  const [mission, journey] = [
    await post('/missions', { name: 'Kept', requirements }),
    await post('/journeys', { name: 'Kept', steps }),
  ];
  for (const path of [`/missions/${mission.id}`, `/journeys/${journey.id}`]) await post(`${path}/archive`);
  for (const path of [`/forms/${form.id}`, `/badges/${badge.id}`, `/journeys/${old.id}`])
    await post(`${path}/archive`);
  await post(`/journeys/${journey.id}/restore`);

  const paths = ['requirements.forms.0', 'requirements.badges.0', 'requirements.journeys.0'];
  const bare = await post('/missions', { name: 'Bare' });
  for (const refused of [
    await coordinator.post('/missions', { name: 'x', requirements }),
    await coordinator.patch(`/missions/${bare.id}`, { requirements }),
  ]) {
    assertRefused(refused, 400, 'validation_failed');
    assert.deepEqual(refusedFields(refused), paths);
    assert.deepEqual(
      refused.body.errors.map(({ code }: Refused) => code),
      ['archived', 'archived', 'archived'],
    );
  }
  expect200(await coordinator.patch('/me', { language: 'de' }));
  const german = await coordinator.post('/missions', { name: 'x', requirements: { forms: [form.id] } });
  assert.match(german.body.errors[0].message, /^Das Formular „Old rules“ ist archiviert/);
  expect200(await coordinator.patch('/me', { language: 'en' }));
  const kept = `/missions/${mission.id}`;
  expect200(await coordinator.patch(kept, { name: 'Renamed', requirements }));
  expect200(await coordinator.patch(kept, { requirements: { forms: [form.id], minimum_age: 18 } }));
  assert.deepEqual(refusedFields(await coordinator.patch(kept, { requirements })), paths.slice(1));

  const draft = await post(`/journeys/${journey.id}/restore`);
  assert.equal(draft.journey.status, 'draft');
  const unpublished = await coordinator.post(`/journeys/${journey.id}/publish`);
  assertRefused(unpublished, 409, 'conflict');
  const asked = ['steps.0.config.form_id', 'steps.1.config.badge_id'];
  assert.deepEqual(refusedFields(unpublished), asked);

  const refused = await coordinator.post('/journeys', { name: 'x', steps });
  assert.deepEqual(refusedFields(refused), asked);
  const prized = await coordinator.post('/journeys', { name: 'x', steps: tour, badge_id: badge.id });
  assert.deepEqual(refusedFields(prized), ['badge_id']);
  expect200(await coordinator.patch(`/journeys/${journey.id}`, { steps: [...steps, ...tour] }));
});

describe('what is archived at the moment when it is required', () => {
  const waiting = () => countWaiting(muster.database.url);

  /** Both requests, the second of which is sent while the first one is about to write into this table. */
  async function bothAtOnce(table: string, first: () => Promise<Answer>, second: () => Promise<Answer>) {
    const answers: Promise<Answer>[] = [];
    const isDone = { second: false };
    await inTransaction(muster.database, {}, async (tx) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
      answers.push(first());
      await until(async () => (await waiting()) === 1);
      answers.push(
        second().finally(() => {
          isDone.second = true;
        }),
      );
      await until(async () => isDone.second || (await waiting()) === 2);
    });
    return await Promise.all(answers);
  }

  const published = { schema: { type: 'object' }, status: 'published' };
  const kinds = {
    form: {
      make: () => post('/forms', { title: 'Rules', ...published }),
      step: (id: number) => ({ kind: 'form', config: { form_id: id } }),
    },
    badge: {
      make: () => post('/badges', { name: 'First aid', criteria: { type: 'manual' } }),
      step: (id: number) => ({ kind: 'badge', config: { badge_id: id } }),
    },
  };

  const plans = {
    mission: (id: number) => ({ count: 1, mission_id: id }),
    program: (id: number) => ({ count: 1, program_id: id }),
  };
  for (const [kind, config] of Object.entries(plans)) {
    const write = (id: number) =>
      coordinator.post('/journeys', {
        name: 'Drivers',
        steps: [{ title: 'Drive', kind: 'attend_shifts', config: config(id) }],
      });
    const archive = (id: number) => coordinator.post(`/${kind}s/${id}/archive`);

    it(`is a ${kind} that stays, if a journey came first`, async () => {
      const { id } = await post(`/${kind}s`, { name: 'Deliveries' });
      const [written, archived] = await bothAtOnce(
        'journey_steps',
        () => write(id),
        () => archive(id),
      );
      expect200(written as Answer);
      assertRefused(archived as Answer, 409, 'conflict');
    });

    it(`is a ${kind} that a journey can’t count, if archiving came first`, async () => {
      const { id } = await post(`/${kind}s`, { name: 'Deliveries' });
      const [archived, written] = await bothAtOnce(
        'audit_log',
        () => archive(id),
        () => write(id),
      );
      expect200(archived as Answer);
      assertRefused(written as Answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(written as Answer), [`steps.0.config.${kind}_id`]);
    });
  }

  for (const [kind, { make, step }] of Object.entries(kinds)) {
    const steps = (id: number) => [{ key: 'one', title: 'One', ...step(id) }];
    const requiring = {
      'a journey': {
        table: 'journey_steps',
        write: (id: number) => coordinator.post('/journeys', { name: 'Drivers', steps: steps(id) }),
        field: `steps.0.config.${kind}_id`,
      },
      'a mission': {
        table: 'missions',
        write: (id: number) =>
          coordinator.post('/missions', { name: 'Drive', requirements: { [`${kind}s`]: [id] } }),
        field: `requirements.${kind}s.0`,
      },
    };
    for (const [name, { table, write, field }] of Object.entries(requiring)) {
      it(`is a ${kind} that stays, if ${name} came first`, async () => {
        const { id } = await make();
        const archive = () => coordinator.post(`/${kind}s/${id}/archive`);
        const [written, archived] = await bothAtOnce(table, () => write(id), archive);
        expect200(written as Answer);
        assertRefused(archived as Answer, 409, 'conflict');
      });

      it(`is a ${kind} that ${name} can’t require, if archiving came first`, async () => {
        const { id } = await make();
        const archive = () => coordinator.post(`/${kind}s/${id}/archive`);
        const [archived, written] = await bothAtOnce('audit_log', archive, () => write(id));
        expect200(archived as Answer);
        assertRefused(written as Answer, 400, 'validation_failed');
        assert.deepEqual(refusedFields(written as Answer), [field]);
      });
    }
  }
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { processDue } from '#app/background.ts';
import { slices } from '#app/slices.ts';
import { systemCall } from '#kernel/call.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { assertRefused, expect200, type Person } from '#test/people.ts';
import { runJourneyTimers } from './commands/advance-people.ts';

const world = await attendanceWorld();
const { as, platform, organizationId, programId } = world;
const coordinator = as(world.coordinator.token);
const post = async (path: string, body: object = {}) => expect200(await coordinator.post(path, body));
const process = () => processDue(slices, platform, undefined);

const plainForm = { title: 'F', schema: { type: 'object', properties: {} }, status: 'published' };
const step = (kind: string, config: object = {}, fields: object = {}) => ({
  key: kind,
  title: `Step ${kind}`,
  kind,
  config,
  ...fields,
});
const journey = async (steps: object[], fields: object = {}): Promise<number> =>
  (await post('/journeys', { name: 'J', status: 'published', steps, ...fields })).id;
const enroll = async ({ token }: Person, id: number) =>
  expect200(await as(token).post(`/journeys/${id}/enrollments`));
const look = async ({ token }: Person, id: number) => {
  const { items } = expect200(await as(token).get('/me/journeys?limit=200'));
  return items.find(({ journey_id }: { journey_id: number }) => journey_id === id);
};
const statuses = (enrollment: { steps: { status: string }[] }) =>
  enrollment.steps.map(({ status }) => status);

/** Comes to a shift that goes on now and leaves it. */
async function attend(person: Person): Promise<void> {
  const shift = await world.shift(-10);
  await world.signUp(person, shift);
  expect200(await world.checkIn(person, shift));
  expect200(await world.checkOut(person, shift));
  await as(world.owner.token).post(`/shifts/${shift}/cancel`);
}

describe('a step completes automatically', () => {
  it('when its form is submitted, or has been before', async () => {
    const form = await post('/forms', plainForm);
    const id = await journey([step('form', { form_id: form.id })]);
    const [vera, amir] = [await world.volunteer(), await world.volunteer()];
    await enroll(vera, id);
    await process();
    assert.deepEqual(statuses(await look(vera, id)), ['open']);
    const submit = async ({ token }: Person) =>
      expect200(await as(token).post(`/forms/${form.id}/submissions`, { answers: {} }));
    const { submission } = await submit(vera);
    await process();
    const done = await look(vera, id);
    assert.deepEqual([done.status, done.steps[0].completed_at], ['completed', submission.submitted_at]);
    await submit(amir);
    const begun = await enroll(amir, id);
    assert.equal(begun.status, 'completed');
    assert.equal(begun.steps[0].completed_at, begun.enrolled_at);
  });

  it('when enough shifts are attended, and shows how many are', async () => {
    const vera = await world.volunteer();
    await attend(vera);
    const id = await journey([step('attend_shifts', { count: 2 })]);
    const since = await journey([step('attend_shifts', { count: 2, since_enrollment: true })]);
    const elsewhere = await post('/programs', { name: 'Elsewhere' });
    const other = await journey([step('attend_shifts', { count: 1, program_id: elsewhere.id })]);
    for (const each of [id, since, other]) await enroll(vera, each);
    const counts = async (each: number) => {
      const { have, need } = (await look(vera, each)).steps[0];
      return [have, need];
    };
    assert.deepEqual(
      [await counts(id), await counts(since), await counts(other)],
      [
        [1, 2],
        [0, 2],
        [0, 1],
      ],
    );
    await attend(vera);
    await process();
    assert.deepEqual(
      [await counts(id), await counts(since), await counts(other)],
      [
        [2, 2],
        [1, 2],
        [0, 1],
      ],
    );
    assert.deepEqual(statuses(await look(vera, id)), ['completed']);
    assert.deepEqual(statuses(await look(vera, since)), ['open']);
  });

  it('when the hours are enough, also by a correction that only the sum of hours tells of', async () => {
    const vera = await world.volunteer();
    const id = await journey([step('hours', { hours: 1.5, program_id: programId })]);
    await enroll(vera, id);
    const shift = await world.shift(-180);
    const registration = await world.signUp(vera, shift);
    await world.plant(registration, world.now.subtract({ minutes: 60 }), world.now);
    const aggregate = () => as(world.owner.token).post('/jobs/aggregate-hours', {});
    expect200(await aggregate());
    await process();
    const half = await look(vera, id);
    assert.deepEqual([half.status, half.steps[0].have, half.steps[0].need], ['active', 60, 90]);
    const change = { minutes: 100, reason: 'Stayed to clean' };
    expect200(await coordinator.patch(`/attendance/${registration}`, change));
    expect200(await aggregate());
    await process();
    assert.equal((await look(vera, id)).status, 'completed');
    expect200(await coordinator.patch(`/attendance/${registration}`, { minutes: 5, reason: 'No' }));
    expect200(await aggregate());
    await process();
    assert.equal((await look(vera, id)).status, 'completed', 'what is done stays done');
  });

  it('when the badge is held', async () => {
    const badge = await post('/badges', { name: 'First aid', criteria: { type: 'manual' } });
    const id = await journey([step('badge', { badge_id: badge.id })]);
    const vera = await world.volunteer();
    await enroll(vera, id);
    await post(`/badges/${badge.id}/award`, { user_id: vera.id });
    await process();
    assert.equal((await look(vera, id)).status, 'completed');
  });

  it('when the profile has the fields that it names, or that the organization requires', async () => {
    const owner = as(world.owner.token);
    const required = { required_profile_fields: ['emergency_contact'] };
    expect200(await owner.patch(`/organizations/${organizationId}`, required));
    const [named, usual] = [
      await journey([step('profile', { fields: ['phone'] })]),
      await journey([step('profile')]),
    ];
    const vera = await world.volunteer();
    for (const id of [named, usual]) assert.equal((await enroll(vera, id)).status, 'active');
    expect200(await as(vera.token).patch('/me', { phone: '+1 555 0199' }));
    await process();
    assert.equal((await look(vera, named)).status, 'completed');
    assert.equal((await look(vera, usual)).status, 'active');
    expect200(
      await as(vera.token).patch('/me', { emergency_contact: { name: 'Vito', phone: '+1 555 0198' } }),
    );
    await process();
    assert.equal((await look(vera, usual)).status, 'completed');
    expect200(await owner.patch(`/organizations/${organizationId}`, { required_profile_fields: [] }));
  });

  it('when its time has passed, counted from the step before', async () => {
    const id = await journey([
      step('manual'),
      step('wait', { days: 3 }),
      step('manual', {}, { key: 'last' }),
    ]);
    const vera = await world.volunteer();
    const begun = await enroll(vera, id);
    const path = `/journeys/${id}/enrollments/${begun.id}/steps/${begun.steps[0].step_id}/complete`;
    const ticked = (await post(path)).steps[0].completed_at;
    const after = (days: number) => Temporal.Instant.from(ticked).add({ minutes: 60 * 24 * days });
    const run = (now: Temporal.Instant) => runJourneyTimers(platform, systemCall('test', now));
    assert.deepEqual(await run(after(2)), { steps: 0, journeys: 0 });
    const twice = await Promise.all([run(after(4)), run(after(5))]);
    assert.equal(
      twice.reduce((sum, { steps }) => sum + steps, 0),
      1,
    );
    const { steps } = await look(vera, id);
    assert.deepEqual(
      steps.map(({ status }: { status: string }) => status),
      ['completed', 'completed', 'open'],
    );
    assert.equal(Temporal.Instant.from(steps[1].completed_at).toString(), after(3).toString());
  });
});

describe('a new member', () => {
  it('begins the journeys that wait for newcomers, as of joining, and only those', async () => {
    const auto = await journey([step('manual')], { auto_enroll: true });
    const plain = await journey([step('manual')]);
    const owner = as(world.owner.token);
    expect200(await owner.patch(`/organizations/${organizationId}`, { join_rule: 'open' }));
    const amir = await world.person();
    expect200(await as(amir.token).post(`/organizations/${organizationId}/join`));
    await process();
    const begun = await look(amir, auto);
    assert.deepEqual([begun.status, begun.source], ['active', 'automatic']);
    assert.equal(await look(amir, plain), undefined);
    expect200(await as(amir.token).post(`/journeys/${auto}/enrollments/${begun.id}/withdraw`));
    const { db } = world.database;
    await sql`
      insert into outbox select position, organization_id, id, created_at from events where type = 'member.joined'
    `.execute(db);
    await process();
    assert.equal((await look(amir, auto)).status, 'withdrawn', 'an event told twice brings nobody back');
    expect200(await coordinator.patch(`/journeys/${auto}`, { auto_enroll: false }));
  });

  it('is withdrawn on leaving the organization, and goes on after coming back and starting again', async () => {
    const form = await post('/forms', plainForm);
    const id = await journey([step('form', { form_id: form.id }), step('wait', { days: 1 })]);
    const amir = await world.volunteer();
    await enroll(amir, id);
    expect200(await as(amir.token).post(`/forms/${form.id}/submissions`, { answers: {} }));
    expect200(await as(amir.token).post(`/organizations/${organizationId}/leave`));
    await process();
    const still = await look(amir, id);
    assert.equal(still.status, 'withdrawn');
    assert.deepEqual(statuses(still), ['open', 'pending']);
    const tick = `/journeys/${id}/enrollments/${still.id}/steps/${still.steps[0].step_id}/complete`;
    assertRefused(await coordinator.post(tick), 409, 'conflict');
    expect200(await as(amir.token).post(`/organizations/${organizationId}/join`));
    await process();
    assert.equal((await look(amir, id)).status, 'withdrawn');
    await enroll(amir, id);
    assert.deepEqual(statuses(await look(amir, id)), ['completed', 'open']);
  });
});

describe('the end of a journey', () => {
  it('awards its badge once, also to several at the same time', async () => {
    const badge = await post('/badges', { name: 'Welcome', criteria: { type: 'manual' } });
    const form = await post('/forms', plainForm);
    const id = await journey([step('form', { form_id: form.id })], { badge_id: badge.id });
    const people = [await world.volunteer(), await world.volunteer(), await world.volunteer()];
    for (const person of people) {
      await enroll(person, id);
      expect200(await as(person.token).post(`/forms/${form.id}/submissions`, { answers: {} }));
    }
    await process();
    const { items } = expect200(await coordinator.get(`/badges/${badge.id}/awards`));
    assert.deepEqual(
      items.map(({ user_id }: { user_id: number }) => user_id).sort(),
      people.map((person) => person.id).sort(),
    );
    for (const person of people) assert.equal((await look(person, id)).status, 'completed');
    await post(`/badges/${badge.id}/archive`);
    const late = await world.volunteer();
    expect200(await as(late.token).post(`/forms/${form.id}/submissions`, { answers: {} }));
    assert.equal((await enroll(late, id)).status, 'completed', 'also when the badge is no longer given');
  });

  it('cannot be completed by made-up events', async () => {
    const form = await post('/forms', plainForm);
    const id = await journey([step('form', { form_id: form.id })]);
    const vera = await world.volunteer();
    await enroll(vera, id);
    const now = platform.clock();
    const data = JSON.stringify({ form_id: form.id, user_id: vera.id });
    const event = { organization_id: organizationId, type: 'form.submitted', data, created_at: now };
    await world.database.db
      .insertInto('events')
      .values({ id: 'evt_made_up', ...event })
      .execute();
    await process();
    assert.equal((await look(vera, id)).status, 'active');
    assertRefused(await as(vera.token).post(`/journeys/${id}/archive`), 403, 'forbidden');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(world.errors, []));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { RecordedEvent } from '#kernel/event.ts';
import { readEvents } from '#platform/outbox/index.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { expect200, type Person } from '#test/people.ts';
import { moveJourneys } from './reactions.ts';

const world = await attendanceWorld();
const { as, platform, database, organizationId } = world;
const { db } = database;
const coordinator = as(world.coordinator.token);
const post = async (path: string, body: object = {}) => expect200(await coordinator.post(path, body));

/** Two journeys that new members start, one in order and with a badge at its end that the other asks for. */
const plainForm = { title: 'F', schema: { type: 'object', properties: {} }, status: 'published' };
const form = await post('/forms', plainForm);
const badge = await post('/badges', { name: 'Prize', criteria: { type: 'manual' } });
const step = (kind: string, config: object) => ({ key: kind, title: kind, kind, config });
const journey = (steps: object[], fields: object) =>
  post('/journeys', { name: 'J', status: 'published', auto_enroll: true, steps, ...fields });
const first = await journey(
  [
    step('form', { form_id: form.id }),
    step('wait', { days: 2 }),
    step('attend_shifts', { count: 1 }),
    step('profile', { fields: ['phone'] }),
  ],
  { badge_id: badge.id },
);
const second = await journey(
  [step('hours', { hours: 2 }), step('badge', { badge_id: badge.id }), step('form', { form_id: form.id })],
  { sequence: 'any_order' },
);

/** People who have done some of it; what they have done is all there before the first event is handled. */
const owner = as(world.owner.token);
expect200(await owner.patch(`/organizations/${organizationId}`, { join_rule: 'open' }));
const people: Person[] = [];
for (const deeds of [['form', 'visit', 'phone'], ['form', 'phone'], ['visit'], ['form', 'visit'], []]) {
  const person = await world.person();
  people.push(person);
  const own = as(person.token);
  expect200(await own.post(`/organizations/${organizationId}/join`));
  if (deeds.includes('phone')) expect200(await own.patch('/me', { phone: '+1 555 0100' }));
  if (deeds.includes('form')) expect200(await own.post(`/forms/${form.id}/submissions`, { answers: {} }));
  if (!deeds.includes('visit')) continue;
  const shift = await world.shift(-10);
  await world.signUp(person, shift);
  expect200(await world.checkIn(person, shift));
  const body = { user_id: person.id };
  expect200(await world.checkOut(world.coordinator, shift, body));
  const { rows } = await sql<{ id: number }>`
    update attendance set minutes = 150 where user_id = ${person.id} returning registration_id as id
  `.execute(db);
  assert.equal(rows.length, 1);
}
const ids = await db.selectFrom('events').select('id').orderBy('position').execute();
const all = await readEvents(
  database,
  ids.map(({ id }) => id),
);
const now = platform.clock().add({ hours: 24 * 3 });
const context = { now, attempt: 1, lastAttempt: false, signal: undefined };
const reaction = moveJourneys(platform);
const affectedBy = all.filter(({ type }) => (reaction.events as readonly string[]).includes(type));

async function forget(): Promise<void> {
  await sql`delete from journey_enrollments`.execute(db);
  await sql`delete from badge_awards`.execute(db);
  await sql`update badges set award_count = 0`.execute(db);
  await sql`delete from requirement_fulfilments`.execute(db);
  await sql`delete from events where type like 'journey.%' or type = 'badge.awarded'`.execute(db);
}

/** All that an enrollment is, but for its number and the moments at which someone looked. */
async function state(): Promise<unknown> {
  const { rows } = await sql`
    select e.journey_id, e.user_id, e.status, e.version, e.source, e.enrolled_at::text, e.completed_at::text,
      s.key as current, e.timer_at::text, (
        select json_agg(json_build_array(c.step_key, c.status, c.completed_at) order by c.step_key)
        from journey_completions c
        where c.enrollment_id = e.id and c.organization_id = e.organization_id) as steps
    from journey_enrollments e
    left join journey_steps s on s.id = e.current_step_id and s.organization_id = e.organization_id
    order by e.journey_id, e.user_id
  `.execute(db);
  const awards = await sql`
    select badge_id, user_id from badge_awards order by badge_id, user_id
  `.execute(db);
  const fulfilled = await sql`
    select kind, item_id, user_id from requirement_fulfilments order by kind, item_id, user_id
  `.execute(db);
  const events = await sql`
    select type, data ->> 'journey_id' as journey, data ->> 'user_id' as person, data ->> 'step_key' as step
    from events where type like 'journey.%' or type = 'badge.awarded' order by 1, 2, 3, 4
  `.execute(db);
  return { rows, awards: awards.rows, fulfilled: fulfilled.rows, events: events.rows };
}

/** What the reaction itself has recorded comes round to it, as it does through the outbox. */
async function processEvents(): Promise<void> {
  const own = await db.selectFrom('events').select('id').where('type', '=', 'badge.awarded').execute();
  await reaction.react(
    await readEvents(
      database,
      own.map(({ id }) => id),
    ),
    context,
  );
}

async function deliver(batches: readonly (readonly RecordedEvent[])[], atOnce: number): Promise<void> {
  const waiting = batches.values();
  const next = async () => {
    for (const batch of waiting) await reaction.react(batch, context);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  await processEvents();
}

await deliver(
  affectedBy.map((event) => [event]),
  1,
);
const expected = await state();

/** Every event at least once, some again, in any order, cut into batches anywhere. */
const deliveries = fc
  .tuple(
    fc.shuffledSubarray(affectedBy, { minLength: affectedBy.length }),
    fc.array(fc.constantFrom(...affectedBy), { maxLength: 20 }),
    fc.infiniteStream(fc.integer({ min: 1, max: 8 })),
    fc.infiniteStream(fc.nat()),
  )
  .map(([once, again, sizes, places]) => {
    const told = [...once];
    for (const event of again) told.splice((places.next().value ?? 0) % (told.length + 1), 0, event);
    const batches: RecordedEvent[][] = [];
    for (let from = 0; from < told.length; ) {
      const size = sizes.next().value ?? 1;
      batches.push(told.slice(from, from + size));
      from += size;
    }
    return batches;
  });

describe('events that arrive again and in another order', () => {
  it('are enough, told once and in order, to bring some to the end', () => {
    const { rows, awards } = expected as {
      rows: { status: string; journey_id: number }[];
      awards: unknown[];
    };
    const founder = 1;
    assert.equal(rows.length, 2 * (people.length + founder));
    const ends = rows.filter(({ status }) => status === 'completed').map(({ journey_id }) => journey_id);
    assert.deepEqual(ends, [first.id, second.id]);
    assert.equal(awards.length, 1);
  });

  it('leave the same state, the same events and the same badges', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async (batches) => {
        await forget();
        await deliver(batches, 1);
        assert.deepEqual(await state(), expected);
      }),
      { numRuns: 12 },
    );
  });

  it('leave them also when several workers are at it at once, without a deadlock', async () => {
    const deadlocks = watchDeadlocks(database.pool);
    await fc.assert(
      fc.asyncProperty(deliveries, async (batches) => {
        await forget();
        await deliver([...batches, ...batches], 4);
        assert.deepEqual(await state(), expected);
      }),
      { numRuns: 6 },
    );
    assert.deepEqual(deadlocks(), []);
  });

  it('leave them also when workers are cut off in the middle and the events come again', async () => {
    for (let round = 0; round < 6; round += 1) {
      await forget();
      const told = reaction.react(affectedBy, context).catch(() => {});
      // Each round cuts them off a little later.
      for (let trip = 0; trip < 2 * round; trip += 1) await sql`select 1`.execute(db);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      `.execute(db);
      await told;
      await reaction.react(affectedBy.toReversed(), context);
      await processEvents();
      assert.deepEqual(await state(), expected);
    }
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(world.errors, []));

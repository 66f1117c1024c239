import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processDue } from '#app/background.ts';
import { slices } from '#app/slices.ts';
import { systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { aggregateHours } from '#slices/hours/index.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { expect200, type Person } from '#test/people.ts';
import { awardQualified } from './commands/award-qualified.ts';
import { awardBadge } from './steps/give-badge.ts';

const world = await attendanceWorld('Europe/Berlin');
const { as, owner, coordinator, platform, database, now } = world;
const manager = as(coordinator.token);
const call = () => systemCall('test', platform.clock());
const processEvents = () => processDue(slices, platform, undefined);

const badgeFor = async (criteria: object, fields: object = {}): Promise<number> =>
  expect200(await manager.post('/badges', { name: 'Earned', criteria, ...fields })).id;
const holders = async (badge: number): Promise<number[]> => {
  const { items } = expect200(await manager.get(`/badges/${badge}/awards?status=active`));
  return items.map((award: { user_id: number }) => award.user_id).sort();
};

/** A shift that many days ago, attended for so many minutes. */
async function attend(person: Person, daysAgo: number, minutes = 120): Promise<number> {
  const startsIn = -daysAgo * 24 * 60;
  const registration = await world.signUp(person, await world.shift(startsIn));
  const from = now.add({ minutes: startsIn });
  await world.plant(registration, from, from.add({ minutes }), minutes);
  return registration;
}

describe('criteria', () => {
  it('give the badge at check-out, to people who have come often enough', async () => {
    const [once, twice, vera] = [
      await badgeFor({ type: 'shifts', threshold: 1 }),
      await badgeFor({ type: 'shifts', threshold: 2 }),
      await world.volunteer(),
    ];
    await processEvents();
    const shift = await world.shift(-10);
    await world.signUp(vera, shift);
    expect200(await world.checkIn(vera, shift, { user_id: vera.id }));
    expect200(await world.checkOut(vera, shift, { user_id: vera.id }));
    await processEvents();
    assert.deepEqual([await holders(once), await holders(twice)], [[vera.id], []]);
    const [award] = expect200(await as(vera.token).get('/me/badges')).items;
    assert.deepEqual([award.awarded_by, award.source], [null, 'criteria']);
    const events = (await world.eventsOf('badge.awarded')).filter(({ data }) => data['user_id'] === vera.id);
    assert.deepEqual(
      events.map(({ data }) => [data['badge_id'], data['awarded_by'], data['renewal']]),
      [[once, null, false]],
    );
  });

  it('give a new badge to those who are there already, and only to members', async () => {
    const [vera, gone] = [await world.volunteer(), await world.volunteer()];
    for (const person of [vera, gone]) await attend(person, 3, 180);
    const { status } = await as(owner.token).del(`/organizations/${world.organizationId}/members/${gone.id}`);
    assert.equal(status, 204);
    const badge = await badgeFor({ type: 'hours', threshold: 3 });
    assert.deepEqual(await holders(badge), []);
    await processEvents();
    assert.deepEqual(await holders(badge), [vera.id]);
    const stricter = { criteria: { type: 'hours', threshold: 4 } };
    expect200(await manager.patch(`/badges/${badge}`, stricter));
    await processEvents();
    assert.deepEqual(await holders(badge), [vera.id], 'nobody loses what they have');
  });

  it('notice corrections when hours are added up', async () => {
    const vera = await world.volunteer();
    const registration = await attend(vera, 2, 30);
    const badge = await badgeFor({ type: 'hours', threshold: 1.5, program_id: world.programId });
    await processEvents();
    assert.deepEqual(await holders(badge).then((ids) => ids.includes(vera.id)), false);
    expect200(await manager.patch(`/attendance/${registration}`, { minutes: 90, reason: 'Forgot to scan.' }));
    await aggregateHours(platform, call(), { organizationId: world.organizationId });
    await processEvents();
    assert.ok((await holders(badge)).includes(vera.id));
  });

  it('can be hours that are no whole number of minutes', async () => {
    const [vera, ida] = [await world.volunteer(), await world.volunteer()];
    await attend(vera, 2, 246);
    await attend(ida, 2, 245);
    const badges = [
      await badgeFor({ type: 'hours', threshold: 4.1 }),
      await badgeFor({ type: 'hours', threshold: 4.099 }),
    ];
    await processEvents();
    for (const badge of badges) {
      const found = await holders(badge);
      assert.deepEqual([found.includes(vera.id), found.includes(ida.id)], [true, false]);
    }
  });

  it('count weeks in a row where the organization is', async () => {
    const [steady, gappy] = [await world.volunteer(), await world.volunteer()];
    for (const daysAgo of [3, 10, 17]) await attend(steady, daysAgo);
    for (const daysAgo of [3, 17, 31]) await attend(gappy, daysAgo);
    const badge = await badgeFor({ type: 'streak', threshold: 3 });
    await processEvents();
    const found = await holders(badge);
    assert.deepEqual([found.includes(steady.id), found.includes(gappy.id)], [true, false]);
  });

  it('know the journeys that people have completed', async () => {
    const vera = await world.volunteer();
    const { id: journey } = expect200(await manager.post('/journeys', { name: 'Welcome' }));
    const badge = await badgeFor({ type: 'journey', journey_id: journey });
    const any = await badgeFor({ type: 'journey', threshold: 2 });
    const complete = async (journeyId: number) => {
      const data = { journey_id: journeyId, user_id: vera.id, enrollment_id: 1 };
      await inTransaction(database, {}, (tx) =>
        record(tx, platform.clock(), {
          type: 'journey.completed',
          organizationId: world.organizationId,
          data,
        }),
      );
      await processEvents();
    };
    await complete(journey + 1);
    await complete(journey + 1);
    assert.deepEqual([await holders(badge), await holders(any)], [[], []]);
    await complete(journey);
    assert.deepEqual([await holders(badge), await holders(any)], [[vera.id], [vera.id]]);
    const late = await badgeFor({ type: 'journey', journey_id: journey });
    await processEvents();
    assert.deepEqual(await holders(late), [vera.id]);
  });

  it('do not give back what a person has taken away', async () => {
    const vera = await world.volunteer();
    await attend(vera, 4, 600);
    const badge = await badgeFor({ type: 'hours', threshold: 10 });
    await processEvents();
    const { items } = expect200(await manager.get(`/badges/${badge}/awards?user_id=${vera.id}`));
    expect200(await manager.post(`/badges/${badge}/awards/${items[0].id}/revoke`, { reason: 'Wrong hours' }));
    await awardQualified(platform, call(), { badgeId: badge });
    assert.ok(!(await holders(badge)).includes(vera.id));
    expect200(await manager.post(`/badges/${badge}/award`, { user_id: vera.id }));
    assert.ok((await holders(badge)).includes(vera.id));
  });

  it('renew expired awards of people who have met them again since', async () => {
    const [idle, active] = [await world.volunteer(), await world.volunteer()];
    for (const person of [idle, active]) await attend(person, 40);
    const badge = await badgeFor({ type: 'shifts', threshold: 1 }, { expires_after_days: 10 });
    await processEvents();
    await world.database.db
      .updateTable('badge_awards')
      .set({ awarded_at: now.subtract({ hours: 24 * 20 }), expires_at: now.subtract({ hours: 24 * 10 }) })
      .where('badge_id', '=', badge)
      .execute();
    await attend(active, 5);
    await awardQualified(platform, call(), {});
    const found = await holders(badge);
    assert.deepEqual([found.includes(idle.id), found.includes(active.id)], [false, true]);
  });

  it('rest while the badge is archived', async () => {
    const badge = await badgeFor({ type: 'shifts', threshold: 1 });
    expect200(await manager.post(`/badges/${badge}/archive`));
    const vera = await world.volunteer();
    await attend(vera, 6);
    await processEvents();
    await awardQualified(platform, call(), {});
    assert.deepEqual(await holders(badge), []);
    expect200(await manager.post(`/badges/${badge}/restore`));
    await processEvents();
    assert.ok((await holders(badge)).includes(vera.id));
  });
});

describe('the index of badges', () => {
  it('gives a badge within another slice’s transaction, once, and not if that one fails', async () => {
    const [badge, vera] = [await badgeFor({ type: 'manual' }), await world.volunteer()];
    const order = { badgeId: badge, userId: vera.id, source: 'journey' } as const;
    await assert.rejects(
      inTransaction(database, {}, async (tx) => {
        assert.equal((await awardBadge(tx, call(), order)).outcome, 'awarded');
        throw new Error('the journey changes its mind');
      }),
    );
    assert.deepEqual(await holders(badge), []);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => inTransaction(database, {}, (tx) => awardBadge(tx, call(), order))),
    );
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['awarded', 'held', 'held']);
    assert.deepEqual(await holders(badge), [vera.id]);
    const [first] = outcomes;
    assert.deepEqual([first?.award?.awarded_by, first?.award?.source], [null, 'journey']);
  });

  it('says why it does not give one', async () => {
    const [badge, stranger] = [await badgeFor({ type: 'manual' }), await world.person()];
    const ask = async (badgeId: number, userId: number) =>
      (
        await inTransaction(database, {}, (tx) =>
          awardBadge(tx, call(), { badgeId, userId, source: 'journey' }),
        )
      ).outcome;
    assert.equal(await ask(badge, stranger.id), 'not_a_member');
    assert.equal(await ask(999_999, owner.id), 'unknown_badge');
    expect200(await manager.post(`/badges/${badge}/archive`));
    assert.equal(await ask(badge, owner.id), 'archived');
  });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(world.errors, []));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attendanceWorld } from '#test/attendance.ts';
import { assertRefused, expect200, type Person } from '#test/people.ts';
import { periodStart } from './rules/award.ts';

const world = await attendanceWorld('Europe/Berlin');
const { as, coordinator, now, organizationId } = world;
const path = `/organizations/${organizationId}/leaderboard`;

async function attend(person: Person, daysAgo: number, minutes: number): Promise<number> {
  const registration = await world.signUp(person, await world.shift(-daysAgo * 24 * 60));
  const from = now.subtract({ hours: 24 * daysAgo });
  await world.plant(registration, from, from.add({ minutes }), minutes);
  return registration;
}
const show = async (person: Person, shown: boolean, organization = organizationId) =>
  await as(person.token).send('PUT', '/me/leaderboard', { organization_id: organization, show: shown });
const ranking = async (query = '', person: Person = coordinator) => {
  const { items, next_cursor, me } = expect200(await as(person.token).get(`${path}?${query}`));
  return {
    places: items.map((one: { rank: number; user_id: number }) => [one.rank, one.user_id]),
    next_cursor,
    me,
  };
};

const first = await world.volunteer();
const second = await world.volunteer();
const alsoSecond = await world.volunteer();
const fourth = await world.volunteer();
const hidden = await world.volunteer();

describe('the leaderboard', () => {
  it('is empty until someone agrees, and shows only those who have', async () => {
    const verified = await attend(second, 2, 100);
    for (const [person, minutes] of [
      [first, 110],
      [alsoSecond, 100],
      [fourth, 20],
      [hidden, 115],
    ] as const)
      await attend(person, 2, minutes);
    expect200(
      await as(coordinator.token).post(`/organizations/${organizationId}/attendance/verify`, {
        ids: [verified],
      }),
    );
    assert.deepEqual((await ranking()).places, []);
    for (const person of [first, second, alsoSecond, fourth]) {
      const answer = expect200(await show(person, true));
      assert.deepEqual([answer.organization_id, answer.show], [organizationId, true]);
    }
    assert.deepEqual((await ranking()).places, [
      [1, first.id],
      [2, second.id],
      [2, alsoSecond.id],
      [4, fourth.id],
    ]);
  });

  it('goes page by page with the ranks that the whole has', async () => {
    const page = await ranking('limit=2');
    assert.deepEqual(page.places, [
      [1, first.id],
      [2, second.id],
    ]);
    assert.deepEqual(await ranking(`limit=2&cursor=${page.next_cursor}`), {
      places: [
        [2, alsoSecond.id],
        [4, fourth.id],
      ],
      next_cursor: null,
      me: null,
    });
    const { me } = await ranking('limit=1', fourth);
    assert.deepEqual([me.rank, me.minutes, me.name], [4, 20, 'Test volunteer']);
    assert.equal((await ranking('', hidden)).me, null);
  });

  it('ranks by verified hours and by awards too', async () => {
    assert.deepEqual((await ranking('by=verified_hours&limit=1')).places, [[1, second.id]]);
    const badge = expect200(await as(coordinator.token).post('/badges', { name: 'B' })).id;
    expect200(await as(coordinator.token).post(`/badges/${badge}/award`, { user_id: fourth.id }));
    const { places } = await ranking('by=awards');
    assert.deepEqual(places.slice(0, 2), [
      [1, fourth.id],
      [2, first.id],
    ]);
  });

  it('can be of this year or month only', async () => {
    await attend(fourth, 800, 5_000);
    assert.deepEqual((await ranking('limit=1')).places, [[1, fourth.id]]);
    assert.notDeepEqual((await ranking('period=year&limit=1')).places, [[1, fourth.id]]);
  });

  it('is left as easily as it was joined', async () => {
    expect200(await show(first, false));
    expect200(await show(first, false));
    assert.ok(!(await ranking()).places.some(([, id]: [number, number]) => id === first.id));
    const { items } = expect200(await as(first.token).get('/me/leaderboard'));
    assert.deepEqual(items, [
      { organization_id: organizationId, organization_name: 'Harbor <Food> & Co', show: false },
    ]);
  });

  it('is for members only, to read and to be on', async () => {
    const stranger = await world.person();
    assertRefused(await as(stranger.token).get(path), 404, 'not_found');
    assertRefused(await as().get(path), 401, 'unauthenticated');
    assertRefused(await show(stranger, true), 404, 'not_found');
    const leaver = await world.volunteer();
    expect200(await show(leaver, true));
    await as(world.owner.token).del(`/organizations/${organizationId}/members/${leaver.id}`);
    assert.ok(!(await ranking()).places.some(([, id]: [number, number]) => id === leaver.id));
  });
});

it('a period begins where the organization is', () => {
  const moment = Temporal.Instant.from('2026-12-31T23:30:00Z');
  const { month, at } = periodStart(moment, 'Europe/Berlin', 'year');
  assert.deepEqual([month, at.toString()], ['2027-01-01', '2026-12-31T23:00:00Z']);
  assert.equal(periodStart(moment, 'America/New_York', 'month').month, '2026-12-01');
});

it('no request of this file was answered with a 500', () => assert.deepEqual(world.errors, []));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seedDemo } from '#app/first-start.ts';
import { systemCall } from '#kernel/call.ts';
import { closeAttendance } from '#slices/attendance/commands/close-attendance.ts';
import { expect200, openSession, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as, database, platform } = muster;
await seedDemo(platform);
const tokenOf = async (name: string) => {
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', `${name}@demo.muster`)
    .executeTakeFirstOrThrow();
  return (await openSession(platform, id)).token;
};

describe('the demo', () => {
  it('shows attendance of every kind', async () => {
    const rows = await database.db.selectFrom('attendance').selectAll().execute();
    const kinds = new Set(rows.flatMap(({ status, flags }) => [status, ...flags]));
    for (const kind of ['checked_in', 'checked_out', 'no_show', 'auto_checkout'])
      assert.ok(kinds.has(kind), kind);
    assert.ok(rows.some(({ late }) => late));
    assert.ok(rows.some(({ verified_at }) => verified_at) && rows.some(({ verified_at }) => !verified_at));
  });

  it('has the same people in, and still expected, on the shift that goes on now, whatever the weekday', async () => {
    const { items } = expect200(await as(await tokenOf('coordinator')).get('/shifts/3/attendance?limit=100'));
    const namesOf = (status: string) =>
      items.flatMap((one: { status: string; user_name: string }) =>
        one.status === status ? [one.user_name] : [],
      );
    assert.deepEqual(new Set(namesOf('expected')), new Set(['Vera Volunteer', 'Chidi Okafor']));
    assert.equal(namesOf('checked_in').length, 3);
  });

  it('has hours for the volunteer and for the coordinator to see', async () => {
    const mine = expect200(await as(await tokenOf('volunteer')).get('/me/hours'));
    assert.ok(mine.totals.minutes > 0 && mine.items.length > 0);
    const all = expect200(await as(await tokenOf('coordinator')).get('/organizations/1/hours'));
    assert.ok(all.items.length >= 5 && all.totals.verified_minutes > 0);
  });

  it('has reported hours that wait, were approved and were rejected', async () => {
    const path = '/organizations/1/hours/reports';
    const { items } = expect200(await as(await tokenOf('coordinator')).get(path));
    const statuses = items.map(({ status }: { status: string }) => status);
    assert.deepEqual(new Set(statuses), new Set(['waiting', 'approved', 'rejected']));
    const mine = expect200(await as(await tokenOf('volunteer')).get('/me/hours/reports')).items;
    assert.ok(mine.length > 1);
  });

  it('leaves the closing job nothing to do', async () => {
    const closed = await closeAttendance(platform, systemCall('test', platform.clock()));
    assert.deepEqual(closed, { shifts: 0, no_shows: 0, auto_checkouts: 0 });
  });
});

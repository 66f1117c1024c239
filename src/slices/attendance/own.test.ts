import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';

const harbor = await planning();

describe('one’s own attendance', () => {
  it('tells where one is expected, in or out, page by page, and nothing of others', async () => {
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const [first, second] = [await harbor.shift({}, 30), await harbor.shift({}, 60)];
    for (const id of [first, second]) expect200(await harbor.signUp(ada, id));
    expect200(await harbor.signUp(ben, first));
    expect200(await harbor.planner.post(`/shifts/${first}/checkin`, { user_id: ada.id }));
    const mine = harbor.muster.as(ada.token);
    const page = expect200(await mine.get('/me/attendance?limit=1'));
    assert.deepEqual(
      page.items.map((row: Row) => [row.shift_id, row.status]),
      [[second, 'expected']],
    );
    const next = expect200(await mine.get(`/me/attendance?limit=1&cursor=${page.next_cursor}`));
    assert.deepEqual(
      next.items.map((row: Row) => [row.shift_id, row.user_id, row.status]),
      [[first, ada.id, 'checked_in']],
    );
    assert.equal(next.next_cursor, null);
    const { items } = expect200(await mine.get(`/me/attendance?shift_id=${first}`));
    assert.equal(items.length, 1);
  });
});

describe('a change of role after the check-in', () => {
  it('takes along what was noted at check-in', async () => {
    const ada = await harbor.volunteer();
    const roles = [
      { key: 'cook', name: 'Cook', capacity: 2 },
      { key: 'driver', name: 'Driver', capacity: 2 },
    ];
    const id = await harbor.shift({ roles }, 30);
    expect200(await harbor.signUp(ada, id, { role_key: 'cook' }));
    expect200(await harbor.planner.post(`/shifts/${id}/checkin`, { user_id: ada.id }));
    const change = { current_shift_id: id, user_id: ada.id, role_key: 'driver' };
    const { registration } = expect200(await harbor.planner.post(`/shifts/${id}/signups/change`, change));
    const again = expect200(await harbor.planner.post(`/shifts/${id}/checkin`, { user_id: ada.id }));
    assert.deepEqual([again.changed, again.attendance.registration_id], [false, registration.id]);
    const { items } = expect200(await harbor.planner.get(`/shifts/${id}/attendance`));
    assert.deepEqual(
      items.map((row: Row) => [row.registration_id, row.status]),
      [[registration.id, 'checked_in']],
    );
    expect200(await harbor.planner.post(`/shifts/${id}/checkout`, { user_id: ada.id }));
  });
});

interface Row {
  readonly registration_id: number;
  readonly shift_id: number;
  readonly user_id: number;
  readonly status: string;
}

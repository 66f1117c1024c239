import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';

const harbor = await planning();
const { muster, planner, organizationId, shift, volunteer, signUp } = harbor;
const { db } = muster.database;

async function candidatesOf(id: number, query = '') {
  return expect200(await planner.get(`/shifts/${id}/candidates${query}`)).items as {
    user_id: number;
    name: string;
    availability: string;
    month_minutes: number;
    total_minutes: number;
    last_shift_at: string | null;
    week_minutes_left: number | null;
  }[];
}

describe('the candidates for a shift', () => {
  it('come with their availability, hours, last shift and what is left of their week', async () => {
    const program_id = await harbor.program({ policies: { max_hours_per_week: 100 } });
    const id = await shift({ program_id });
    const [ada, ben] = [await volunteer(), await volunteer()];
    // The last one without a check-in: they didn't come.
    const past = await Promise.all([-150, -100, -50].map((hours) => shift({ program_id }, hours)));
    await sql`
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select organization_id, id, ${ada.id}, 'active', start_time, end_time, 'self_service', now(), now()
      from shifts where id = any(${past}::bigint[])
    `.execute(db);
    await sql`
      insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
        checked_in_at, checked_out_at, minutes, method, created_at, updated_at)
      select r.id, r.organization_id, ${program_id}, ${harbor.missionId}, r.shift_id, r.user_id, 'checked_out',
        given.came, given.came + make_interval(mins => given.minutes), given.minutes, 'manual', now(), now()
      from (values (${past[0]}::bigint, '2020-01-05T10:00:00Z'::timestamptz, 30),
        (${past[1]}::bigint, date_trunc('month', now(), 'UTC'), 90)) as given (shift_id, came, minutes)
      join registrations r on r.shift_id = given.shift_id and r.user_id = ${ada.id}
    `.execute(db);
    await sql`
      insert into availability (user_id, time_zone, weekly, updated_at) values (${ada.id}, 'UTC', '[]', now())
    `.execute(db);
    const busy = await shift({ program_id }, 76);
    expect200(await signUp(ben, busy));
    const found = new Map((await candidatesOf(id)).map((one) => [one.user_id, one]));
    const { items } = expect200(await planner.get(`/organizations/${organizationId}/people?limit=200`));
    const person = items.find(({ user_id }: { user_id: number }) => user_id === ada.id);
    const { availability, month_minutes, total_minutes, last_shift_at } = found.get(ada.id) ?? {};
    assert.deepEqual(
      { availability, month_minutes, total_minutes, last_shift_at: last_shift_at?.slice(8, 19) },
      { availability: 'available', month_minutes: 90, total_minutes: 120, last_shift_at: '01T00:00:00' },
    );
    assert.deepEqual([person.minutes, person.last_shift_at], [total_minutes, last_shift_at]);
    const other = found.get(ben.id);
    assert.deepEqual(
      [other?.availability, other?.month_minutes, other?.total_minutes, other?.last_shift_at],
      ['not_declared', 0, 0, null],
    );
    assert.ok([100 * 60, 100 * 60 - 120].includes(other?.week_minutes_left ?? -1));
  });

  it('are found by name, and have no weekly limit where there is none', async () => {
    const id = await shift();
    const { id: userId } = await volunteer();
    await sql`update users set name = 'Zoë O''Brien' where id = ${userId}`.execute(db);
    const [found, ...others] = await candidatesOf(id, `?q=${encodeURIComponent('zoË o')}`);
    assert.deepEqual([found?.user_id, found?.week_minutes_left, others], [userId, null, []]);
    assert.deepEqual(await candidatesOf(id, '?q=%25'), []);
    assertRefused(await planner.get(`/shifts/${id}/candidates?q=`), 400, 'validation_failed');
  });
});

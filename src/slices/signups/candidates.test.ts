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
    const before = await shift({ program_id }, -50);
    await sql`
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select organization_id, id, ${ada.id}, 'active', start_time, end_time, 'self_service', now(), now()
      from shifts where id = ${before}
    `.execute(db);
    await sql`
      insert into hours (organization_id, user_id, program_id, mission_id, month, minutes, verified_minutes, shifts, updated_at)
      select ${organizationId}, ${ada.id}, ${program_id}, ${harbor.missionId}, month, minutes, 0, 1, now()
      from (values (date_trunc('month', now() at time zone 'UTC')::date, 90), ('2020-01-01'::date, 30)) as given (month, minutes)
    `.execute(db);
    await sql`
      insert into availability (user_id, time_zone, weekly, updated_at) values (${ada.id}, 'UTC', '[]', now())
    `.execute(db);
    const busy = await shift({ program_id }, 76);
    expect200(await signUp(ben, busy));
    const found = new Map((await candidatesOf(id)).map((one) => [one.user_id, one]));
    const start = expect200(await planner.get(`/shifts/${before}`)).start_time;
    const { availability, month_minutes, total_minutes, last_shift_at } = found.get(ada.id) ?? {};
    assert.deepEqual(
      { availability, month_minutes, total_minutes, last_shift_at },
      { availability: 'available', month_minutes: 90, total_minutes: 120, last_shift_at: start },
    );
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

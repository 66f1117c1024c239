import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { seedDemo } from '#app/first-start.ts';
import { expect200, openSession, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { as, database, platform } = muster;
assert.equal(await seedDemo(platform), true);

const rowsOf = async <Row>(text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(database.db)).rows;
const idOf = async (name: string): Promise<number> =>
  (await rowsOf<{ id: number }>(`select id from users where email = '${name}@demo.muster'`))[0]?.id ?? 0;
const tokenOf = async (name: string) => (await openSession(platform, await idOf(name))).token;

describe('the demo', () => {
  it('has a month of shifts with something of every kind', async () => {
    const { items } = expect200(await as().get('/shifts?organization_id=1&limit=200'));
    assert.ok(items.length >= 25);
    const statuses = await rowsOf<{ status: string; count: number }>(
      'select status, count(*)::int as count from shifts group by status order by status',
    );
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['cancelled', 'draft', 'published'],
    );
    const [found] = await rowsOf<Record<string, boolean>>(`
      select bool_or(s.start_time < now() and s.end_time > now()) as ongoing, bool_or(s.series_id is not null) as series,
        bool_or(seats.active = seats.capacity and seats.waitlisted > 0) as full_with_waitlist,
        bool_or(s.requires_approval and seats.pending > 0) as pending,
        bool_or(s.end_time < now() and seats.active > 0) as past
      from shifts s join shift_seats seats on seats.shift_id = s.id and seats.organization_id = s.organization_id
      where s.status = 'published'`);
    assert.deepEqual(found, {
      ongoing: true,
      series: true,
      full_with_waitlist: true,
      pending: true,
      past: true,
    });
  });

  it('counts what its rows say', async () => {
    const wrong = await rowsOf(`
      select seats.shift_id from shift_seats seats left join registrations r
        on r.shift_id = seats.shift_id and r.organization_id = seats.organization_id
      group by seats.shift_id, seats.organization_id
      having seats.active <> count(*) filter (where r.status = 'active')
        or seats.pending <> count(*) filter (where r.status = 'pending_approval')
        or seats.waitlisted <> count(*) filter (where r.status = 'waitlisted')`);
    assert.deepEqual(wrong, []);
    const roles = await rowsOf(`
      select role.id from shift_roles role left join registrations r
        on r.role_id = role.id and r.organization_id = role.organization_id
      group by role.id, role.organization_id having role.taken <> count(*) filter (where r.status in ('active', 'pending_approval'))`);
    assert.deepEqual(roles, []);
  });

  it('lets a visitor sign up for shift 1, by role too, change to shift 2 and cancel', async () => {
    for (const name of ['volunteer', 'owner', 'coordinator', 'admin', 'desk']) {
      const client = as(await tokenOf(name));
      const { registration } = expect200(await client.post('/shifts/1/signups', { role_key: 'packer' }));
      assert.equal(registration.status, 'active', name);
      const changed = expect200(await client.post('/shifts/2/signups/change', { current_shift_id: 1 }));
      assert.equal(changed.registration.shift_id, 2);
      assert.equal((await client.del('/shifts/2/signups')).status, 204);
    }
  });

  it('continues its ids', async () => {
    const client = as(await tokenOf('coordinator'));
    const times = { start_time: '2030-01-01T10:00:00Z', end_time: '2030-01-01T12:00:00Z' };
    const roles = [{ key: 'cook', name: 'Cook' }];
    const { id } = expect200(await client.post('/shifts', { program_id: 1, ...times, roles }));
    assert.ok(id > 25);
    const series = { program_id: 1, ...times, recurrence: 'FREQ=WEEKLY;COUNT=2' };
    assert.equal(expect200(await client.post('/shifts', series)).series_id, 2);
  });
});

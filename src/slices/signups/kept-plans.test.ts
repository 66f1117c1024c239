import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction, setting } from '#platform/db/index.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { queryOnce } from '#test/database.ts';
import { rowsRead } from '#test/rows-read.ts';
import { cancelAllOf } from './sql/writes.ts';

const world = await attendanceWorld();
const { organizationId, programId } = world;
const { db } = world.database;
const people = 500;
const shifts = 4;
/** Who wait for other shifts. With few of them, every plan is as good. */
const others = 30_000;

/** Everyone is on every shift. */
async function fill(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
    select p.organization_id, p.id, p.default_mission_id, 'Shift', now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour',
      'UTC', 'published', now(), now()
    from programs p, generate_series(1, ${shifts}::int) as n where p.id = ${programId} returning id
  `.execute(db);
  await sql`
    with persons as (
      insert into users (email, name) select 'p' || n || '@example.org', 'Person' from generate_series(1, ${people}::int) as n returning id
    ), made as (
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select s.organization_id, s.id, persons.id, 'active', s.start_time, s.end_time, 'self_service', now(), now()
      from shifts s, persons where s.title = 'Shift' returning *
    ), seats as (
      insert into shift_seats (shift_id, organization_id, active)
      select shift_id, organization_id, count(*) from made group by 1, 2
    )
    insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
    select user_id, id, organization_id, shift_id, status, start_time, end_time from made
  `.execute(db);
  await sql`
    with persons as (
      insert into users (email, name) select 'o' || n || '@example.org', 'Other' from generate_series(1, ${others}::int) as n returning id
    )
    insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
    select id, -id, ${organizationId}, 0, 'waitlisted', now(), now() + interval '1 hour' from persons
  `.execute(db);
  await queryOnce(world.database.url, 'vacuum (analyze) person_places');
  return rows.map(({ id }) => id);
}

it('a cancelled shift reads no other shifts of the people on it', async () => {
  const [first = 0] = await fill();
  const read = await inTransaction(world.platform.database, {}, async (tx) => {
    // As every transaction that has locked its shifts.
    await sql`select ${setting('keepPlans', 'useIndexes')}`.execute(tx);
    const before = await rowsRead(tx, 'person_places');
    const ended = await cancelAllOf(tx, organizationId, [first], null, world.now);
    assert.equal(ended.length, people);
    return (await rowsRead(tx, 'person_places')) - before;
  });
  assert.ok(read <= people, `it read ${read} rows`);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from person_places where shift_id = any(select id from shifts where title = 'Shift')
  `.execute(db);
  assert.deepEqual(rows, [{ left: people * (shifts - 1) }]);
});

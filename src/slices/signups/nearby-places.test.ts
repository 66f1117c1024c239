import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { freshDatabase } from '#test/database.ts';
import { rowsRead } from '#test/rows-read.ts';
import { nearbyDays, selectFacts } from './sql/facts.ts';

const people = 20;
/** Each person has been to so many shifts, one a day, and has a spot on one that is still ahead. */
const pastDays = 500;
/** Enough for PostgreSQL to keep the plan of a prepared statement. */
const times = 8;

const database = await freshDatabase({ size: 1 });
await sql`
  with organization as (insert into organizations (id, name) values (1, 'Harbor') returning id),
    mission as (insert into missions (id, organization_id, name) values (1, 1, 'Food') returning id),
    program as (insert into programs (id, organization_id, name, default_mission_id) values (1, 1, 'Food', 1) returning id),
    person as (
      insert into users (id, email, name, password_hash)
      select n, 'person-' || n || '@example.org', 'Person ' || n, '' from generate_series(1, ${people}::int) as n
    ), shift as (
      insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at,
        updated_at)
      select n, 1, 1, 1, 'Shift', now() + n * interval '1 day', now() + n * interval '1 day' + interval '2 hours', 'UTC',
        'published', now(), now()
      from generate_series(1, ${people}::int) as n
    ), seats as (
      insert into shift_seats (shift_id, organization_id, capacity) select n, 1, 10 from generate_series(1, ${people}::int) as n
    )
  insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
  select user_id, user_id * 10000 + day, 1, 1, 'active', now() - day * interval '1 day',
    now() - day * interval '1 day' + interval '1 hour'
  from generate_series(1, ${people}::int) as user_id, generate_series(-1, ${pastDays}::int) as day where day <> 0
`.execute(database.db);
await sql`analyze`.execute(database.db);

const questions = Array.from({ length: people }, (_, index) => ({
  shiftId: index + 1,
  userIds: [index + 1],
}));

describe('what people do around a shift', () => {
  for (const [kind, asked] of [
    ['one shift', [{ shiftId: 1, userIds: questions.flatMap(({ userIds }) => userIds) }]],
    ['several shifts', questions],
  ] as const)
    it(`is read without all that they did before: ${kind}`, async () => {
      for (let time = 1; time < times; time += 1)
        await inTransaction(database, {}, (tx) => selectFacts(tx, asked));
      await inTransaction(database, {}, async (tx) => {
        const before = await rowsRead(tx, 'person_places');
        const { places } = await selectFacts(tx, asked);
        assert.ok(places.length >= people && places.length <= people * nearbyDays);
        assert.equal((await rowsRead(tx, 'person_places')) - before, places.length);
      });
    });
});

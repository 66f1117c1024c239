import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { queryOnce } from '#test/database.ts';
import { rowsRead } from '#test/rows-read.ts';
import { loadFactsOfMany, lockFreeRegistrations } from './sql/check-in.ts';

const world = await attendanceWorld();
const { database } = world.platform;

it('check-ins read few rows of a table that was empty when PostgreSQL planned for it', async () => {
  const running = await world.shift(-5);
  const people = await Promise.all(Array.from({ length: 4 }, () => world.volunteer()));
  for (const person of people) await world.signUp(person, running);
  const questions = people.map(({ id }) => ({ shiftId: running, userId: id, callerId: null }));
  const organizations = [world.organizationId, world.organizationId + 1];
  const load = async (tx: Tx) => {
    const locked = await lockFreeRegistrations(tx, organizations, questions);
    const facts = await loadFactsOfMany(tx, organizations, questions);
    assert.equal((await locked()).size, people.length);
    assert.ok(facts.every((one) => one?.registration_status === 'active'));
  };
  await queryOnce(world.database.url, 'vacuum (analyze) attendance');
  const undone = new Error('nothing of this stays');
  const working = inTransaction(database, {}, async (tx) => {
    for (let time = 0; time < 8; time += 1) await load(tx);
    await sql`
      with cancelled as (
        insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, cancelled_at, created_at, updated_at)
        select r.organization_id, r.shift_id, r.user_id, 'cancelled', r.start_time, r.end_time, r.source, now(), now(), now()
        from registrations r, generate_series(1, 5000) where r.shift_id = ${running} and r.user_id = ${people[0]?.id}
        returning id, organization_id, shift_id, user_id
      )
      insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
                              checked_in_at, method, created_at, updated_at)
      select c.id, c.organization_id, s.program_id, s.mission_id, s.id, c.user_id, 'checked_in', now(), 'desk', now(), now()
      from cancelled c join shifts s on s.id = c.shift_id
    `.execute(tx);
    const before = await rowsRead(tx, 'attendance');
    await load(tx);
    const read = (await rowsRead(tx, 'attendance')) - before;
    assert.ok(read < 100, `it read ${read} rows`);
    throw undone;
  });
  await assert.rejects(working, undone);
});

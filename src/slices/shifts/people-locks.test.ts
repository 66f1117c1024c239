import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { expect200 } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { until } from '#test/until.ts';
import { lockPeople } from './sql/locks.ts';

const { muster, planner, programId, volunteers, signUp } = await planning();
const { database } = muster;
const times = { start_time: '2031-05-01T10:00:00.000Z', end_time: '2031-05-01T12:00:00.000Z' };

/** A shift with someone on it, for whom another transaction decides something for as long as the work takes. */
async function whilePersonIsLocked(work: (shiftId: number) => Promise<unknown>): Promise<void> {
  const { id } = expect200(await planner.post('/shifts', { program_id: programId, ...times })) as {
    id: number;
  };
  const [person] = await volunteers(1);
  assert.ok(person);
  await signUp(person, id);
  await inTransaction(database, {}, async (tx) => {
    await lockPeople(tx, [person.id]);
    await sql`select 1`.execute(tx);
    await work(id);
  });
}

const waitForPeople = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event = 'advisory' and query like '%lock_people%' and datname = current_database()
  `.execute(database.db);
  return rows[0]?.count === 1;
};

describe('people on a shift', () => {
  it('are not waited for by a change that leaves its times, even if it sends them', () =>
    whilePersonIsLocked(async (id) => {
      const changed = expect200(await planner.patch(`/shifts/${id}`, { ...times, title: 'Other' }));
      assert.equal(changed.title, 'Other');
    }));

  it('are not waited for when it is cancelled, which only frees their time', () =>
    whilePersonIsLocked(async (id) => {
      const cancelled = expect200(await planner.post(`/shifts/${id}/cancel`, {}));
      assert.equal(cancelled.success, true);
    }));

  it('are waited for when it moves, because they are busy at another time then', async () => {
    let moved: Promise<unknown> | undefined;
    await whilePersonIsLocked(async (id) => {
      moved = planner.patch(`/shifts/${id}`, { end_time: '2031-05-01T13:00:00Z' }).then(expect200);
      await until(waitForPeople);
    });
    assert.ok(await moved);
  });
});

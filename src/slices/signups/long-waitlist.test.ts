import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { systemCall } from '#kernel/call.ts';
import { withLocks } from '#slices/shifts/steps/lock-shifts.ts';
import { planning } from '#test/planning.ts';
import { countStatements } from '#test/statements.ts';
import { fillOpenSpots, fillSpots } from './steps/fill-spots.ts';

const harbor = await planning();
const { muster, organizationId, shift, leave, signUp } = harbor;
const { db } = muster.database;

/** Members on the waitlist of each shift, in order; the first ones are never available. */
async function wait(shiftIds: readonly number[], count: number, unavailable: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into users (email, name, password_hash)
      select 'waits-' || gen_random_uuid() || '@example.org', 'Waits', '' from generate_series(1, ${count}::int)
      returning id
    ), joined as (
      insert into memberships (organization_id, user_id, role, joined_at)
      select ${organizationId}, id, 'volunteer', now() from made
    ), busy as (
      insert into availability (user_id, time_zone, weekly, exceptions, updated_at)
      select id, 'UTC', '[{"weekday":1,"from":"03:00","until":"03:01"}]', '[]', now()
      from (select id from made order by id limit ${unavailable}::int) as first
    )
    select id from made order by id
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
                               updated_at)
    select s.organization_id, s.id, waiting.id, 'waitlisted', s.start_time, s.end_time, 'test', now(), now()
    from unnest(${ids}::bigint[]) with ordinality as waiting (id, position)
    join shifts s on s.id = any(${[...shiftIds]}::bigint[]) order by s.id, waiting.position
  `.execute(db);
  await recount(db);
  return ids;
}

async function statuses(shiftId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ user_id: number; status: string }>`
    select user_id, status from registrations where shift_id = ${shiftId} and status <> 'waitlisted'
  `.execute(db);
  return new Map(rows.map(({ user_id, status }) => [user_id, status]));
}

const unlimitedWaitlist = { capacity: 1, waitlist_capacity: null };

describe('a waitlist of 600 whose first 500 cannot come', () => {
  for (const mode of ['auto', 'offer'] as const) {
    it(`gives the freed spot to the first person behind them (${mode})`, async () => {
      const program_id = await harbor.program({ policies: { waitlist_mode: mode } });
      const id = await shift({ ...unlimitedWaitlist, program_id });
      const holder = await harbor.volunteer();
      await signUp(holder, id);
      const waiting = await wait([id], 600, 500);
      assert.equal((await leave(holder, id)).status, 204);
      const first = waiting[500] ?? 0;
      assert.deepEqual(
        [...(await statuses(id))],
        [
          [holder.id, 'cancelled'],
          [first, mode === 'auto' ? 'active' : 'offered'],
        ],
      );
    });
  }

  it('is read to its end when no one can come, and people keep their places', async () => {
    const id = await shift(unlimitedWaitlist);
    await wait([id], 300, 300);
    await fillOpenSpots(muster.platform, muster.platform.clock());
    assert.equal((await statuses(id)).size, 0);
    await sql`delete from availability`.execute(db);
    await fillOpenSpots(muster.platform, muster.platform.clock());
    assert.equal((await statuses(id)).size, 1);
  });
});

describe('many waitlists at once', () => {
  it('are filled in as many statements as one, each person in one place at a time', async () => {
    const count = async (shifts: number, people: number, hours: number) => {
      const ids = await Promise.all(Array.from({ length: shifts }, () => shift(unlimitedWaitlist, hours)));
      const waiting = await wait(ids, people, 0);
      const call = systemCall('test', muster.platform.clock());
      const { texts } = await countStatements(muster.database.pool, () =>
        withLocks(muster.platform, {}, ids, [], (tx, locks) => fillSpots(tx, call, locks, ids)),
      );
      const given = await Promise.all(ids.map(statuses));
      const holders = given.map((of) =>
        [...of].filter(([, status]) => status === 'active').map(([id]) => id),
      );
      // All shifts are at the same time: each goes to the next person, who leaves the other waitlists.
      assert.deepEqual(new Set(holders.flat()), new Set(waiting.slice(0, Math.min(shifts, people))));
      assert.ok(holders.every((people) => people.length <= 1));
      return texts.length;
    };
    await count(1, 2, 300);
    assert.equal(await count(2, 3, 400), await count(20, 30, 500));
  });

  it('are filled although one of them fails, and however many there are', async () => {
    const ids: number[] = [];
    // One after the other: of 60 at once, the last ones would wait too long for a connection on a busy machine.
    for (let index = 0; index < 60; index += 1) ids.push(await shift(unlimitedWaitlist, 600 + 3 * index));
    await wait(ids, 1, 0);
    const [bad = 0] = ids;
    // The database refuses to give anyone on this shift a spot.
    await sql`
      alter table registrations add constraint break_one
      check (shift_id <> ${sql.lit(bad)} or status = 'waitlisted') not valid
    `.execute(db);
    await fillOpenSpots(muster.platform, muster.platform.clock());
    const filled = await Promise.all(ids.map(async (id) => (await statuses(id)).size));
    assert.deepEqual(
      filled,
      ids.map((id) => (id === bad ? 0 : 1)),
    );
    assert.deepEqual(
      muster.errors.map(({ job, organization_id }) => [job, organization_id]),
      [['fill_open_seats', organizationId]],
    );
  });
});

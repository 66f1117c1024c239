import { it } from 'node:test';
import { sql } from 'kysely';
import { createWorker } from '#app/service.ts';
import { recount } from '#demo/recount.ts';
import { expect200 } from './people.ts';
import { type Planning, planning } from './planning.ts';
import { until } from './until.ts';

/**
 * How long people wait for others, on a quiet machine. A sign-up behind the change of a series of 180 shifts with 25 people
 * on each, and people on waitlists behind a removed member who held 20 spots: right after those changes, while
 * thousands of emails about them wait to be sent, and again when the queue is empty.
 */
it('people wait for others', { timeout: 600_000 }, async () => {
  const world = await planning();
  const worker = await createWorker(world.muster.platform, world.muster.database.url, { hasSchedule: false });
  for (const year of [2031, 2032, 2033, 2034, 2035]) {
    const { changeMs, longestMs } = await behindSeriesChange(world, year);
    console.log(
      `series of 180 shifts moved in ${Math.round(changeMs)} ms; longest wait of a sign-up ${Math.round(longestMs)} ms`,
    );
  }
  for (let round = 1; round <= 3; round += 1)
    console.log(
      `20 spots of a removed member given to the next after ${Math.round(await behindRemoval(world))} ms`,
    );
  await worker.stop();
});

/** The longest wait of sign-ups that come one after the other to all shifts of the series while it is moved. */
async function behindSeriesChange(
  { muster, planner, programId, volunteers, signUp }: Planning,
  year: number,
) {
  const made = expect200(
    await planner.post('/shifts', {
      program_id: programId,
      start_time: `${year}-01-01T10:00:00Z`,
      end_time: `${year}-01-01T11:00:00Z`,
      recurrence: 'FREQ=DAILY;COUNT=180',
      capacity: 1_000,
    }),
  ) as { id: number; shift_ids: number[] };
  const people = await volunteers(25);
  await sql`
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select s.organization_id, s.id, person.id, 'active', s.start_time, s.end_time, 'self_service', now(), now()
    from shifts s, unnest(${people.map(({ id }) => id)}::bigint[]) as person (id)
    where s.id = any(${made.shift_ids}::bigint[])
  `.execute(muster.database.db);
  await recount(muster.database.db);
  const newcomers = await volunteers(20);
  let isOver = false;
  let longestMs = 0;
  const startedMs = performance.now();
  const changed = (async () => {
    const times = { start_time: `${year}-01-01T19:00:00Z`, end_time: `${year}-01-01T20:00:00Z` };
    const { operation } = expect200(await planner.patch(`/shifts/${made.id}`, { ...times, scope: 'all' }));
    if (operation)
      await until(async () => {
        const { status } = expect200(await planner.get(`/series-changes/${operation.id}`));
        return status !== 'running';
      });
    isOver = true;
  })();
  for (let turn = 0; !isOver; turn += 1) {
    const person = newcomers[turn % newcomers.length];
    const shiftId = made.shift_ids[(turn * 7) % made.shift_ids.length];
    if (person === undefined || shiftId === undefined) throw new Error('a series without shifts');
    const beforeMs = performance.now();
    await signUp(person, shiftId);
    longestMs = Math.max(longestMs, performance.now() - beforeMs);
  }
  await changed;
  return { changeMs: performance.now() - startedMs, longestMs };
}

/** From the removal until the next on every waitlist has the spot, by the times in the database. */
async function behindRemoval({ muster, owner, organizationId, volunteers, shift, signUp }: Planning) {
  const [leaver, next] = await volunteers(2);
  if (leaver === undefined || next === undefined) throw new Error('two people are needed');
  for (let index = 0; index < 20; index += 1) {
    const id = await shift({ capacity: 1, waitlist_capacity: 5 }, 100 + index * 3);
    expect200(await signUp(leaver, id));
    expect200(await signUp(next, id));
  }
  const removed = await muster.as(owner.token).del(`/organizations/${organizationId}/members/${leaver.id}`);
  if (removed.status !== 204) throw new Error(`the removal answered ${removed.status}`);
  const removedAt = Temporal.Now.instant();
  const { db } = muster.database;
  let last: Temporal.Instant | null = null;
  await until(async () => {
    const { rows } = await sql<{ given: number; last: Temporal.Instant | null }>`
      select count(*)::int as given, max(updated_at) as last from registrations
      where user_id = ${next.id} and status = 'active'
    `.execute(db);
    last = rows[0]?.last ?? null;
    return rows[0]?.given === 20;
  });
  return last === null ? Number.NaN : removedAt.until(last).total('milliseconds');
}

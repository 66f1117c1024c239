import { sql } from 'kysely';
import { startSharedPostgres } from '../test/shared-postgres.ts';
import { until } from '../test/until.ts';

/**
 * How long people wait for others, on a quiet machine: `npx node bench/waits.ts`. A sign-up behind the change of a series
 * of 180 shifts with 25 people on each, and people on waitlists behind a removed member who held 20 spots.
 */
const postgres = await startSharedPostgres();
process.env['MUSTER_TEST_DATABASE_URL'] = postgres.url;
const { planning } = await import('../test/planning.ts');
const { createWorker } = await import('#app/service.ts');
const { expect200 } = await import('../test/people.ts');
const { muster, planner, programId, organizationId, owner, volunteers, signUp, shift, statusOf } =
  await planning();
const { db } = muster.database;
const worker = await createWorker(muster.platform, muster.database.url);

/** The longest wait of sign-ups that come one after the other to all shifts of the series while it is moved. */
async function behindSeriesChange(year: number): Promise<{ changeMs: number; longestMs: number }> {
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
  `.execute(db);
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

/** From the answer to the removal until the next on each waitlist has the spot. */
async function behindRemoval(): Promise<number> {
  const [leaver, next] = await volunteers(2);
  if (leaver === undefined || next === undefined) throw new Error('two people are needed');
  const shifts: number[] = [];
  for (let index = 0; index < 20; index += 1)
    shifts.push(await shift({ capacity: 1, waitlist_capacity: 5 }, 100 + index * 3));
  for (const id of shifts) {
    expect200(await signUp(leaver, id));
    expect200(await signUp(next, id));
  }
  const removed = await muster.as(owner.token).del(`/organizations/${organizationId}/members/${leaver.id}`);
  if (removed.status !== 204) throw new Error(`the removal answered ${removed.status}`);
  const startedMs = performance.now();
  await until(async () => {
    const statuses = await Promise.all(shifts.map((id) => statusOf(next, id)));
    return statuses.every((status) => status === 'active');
  });
  return performance.now() - startedMs;
}

const inWords = (ms: number) => `${Math.round(ms)} ms`;
for (const year of [2031, 2032, 2033, 2034, 2035]) {
  const { changeMs, longestMs } = await behindSeriesChange(year);
  console.log(
    `series of 180 shifts moved in ${inWords(changeMs)}; longest wait of a sign-up ${inWords(longestMs)}`,
  );
}
for (let round = 0; round < 3; round += 1)
  console.log(`20 spots of a removed member given to the next after ${inWords(await behindRemoval())}`);
await worker.stop();
await muster.app.close();
await muster.database.close();
await postgres.stop();
process.exit(0);

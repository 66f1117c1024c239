import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { aggregateHours } from '#slices/hours/index.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { expect200 } from '#test/people.ts';

/** Half a day ahead of UTC, and in summer time at the turn of most of these years. */
const zone = 'Pacific/Auckland';
const world = await attendanceWorld(zone);
const { organizationId, programId, owner, as, platform } = world;
const { db } = world.database;
const client = as(owner.token);
const other = expect200(await client.post('/programs', { name: 'Other', organization_id: organizationId }))
  .id as number;
const people = [await world.volunteer(), await world.volunteer(), await world.volunteer()].map(
  ({ id }) => id,
);
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();

interface Visit {
  readonly user: number;
  readonly program: number;
  readonly in: Temporal.Instant;
  /** Null: still there. */
  readonly out: Temporal.Instant | null;
  readonly minutes: number;
  readonly isVerified: boolean;
}
const visits: Visit[] = [];
const reported: { user: number; program: number; day: string; minutes: number }[] = [];
const shifts: { start: Temporal.Instant; program: number; capacity: number | null; active: number }[] = [];
let missed: { start: Temporal.Instant; program: number }[] = [];

interface Held {
  readonly status?: 'draft' | 'published' | 'cancelled';
  readonly capacity?: number | null;
  readonly active?: number;
}

async function shift(program: number, start: Temporal.Instant, { status, capacity = 5, active = 1 }: Held) {
  const end = start.add({ hours: 2 });
  const { rows } = await sql<{ id: number }>`
    insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, cancelled_at,
      created_at, updated_at)
    select organization_id, id, default_mission_id, 'S', ${start}, ${end}, ${zone}, ${status ?? 'published'},
      ${status === 'cancelled' ? start : null}, now(), now() from programs where id = ${program} returning id
  `.execute(db);
  const id = rows[0]?.id ?? 0;
  const overbooked = Math.max(0, active - (capacity ?? active));
  await sql`insert into shift_seats (shift_id, organization_id, capacity, active, overbooked)
    values (${id}, ${organizationId}, ${capacity}, ${active}, ${overbooked})`.execute(db);
  if ((status ?? 'published') === 'published') shifts.push({ start, program, capacity, active });
  return id;
}

async function register(shiftId: number, user: number, status = 'active'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
      updated_at, cancelled_at)
    select organization_id, id, ${user}, ${status}, start_time, end_time, 'self', now(), now(),
      ${status === 'cancelled' ? world.now : null} from shifts where id = ${shiftId} returning id
  `.execute(db);
  return rows[0]?.id ?? 0;
}

async function visit(
  program: number,
  user: number,
  from: string,
  to: string | null,
  held: Held = {},
  minutes?: number,
) {
  const [start, out] = [at(from), to === null ? null : at(to)];
  // People come ten minutes early.
  const registration = await register(await shift(program, start.add({ minutes: 10 }), held), user);
  const isVerified = visits.length % 3 === 0 && out !== null;
  const counted =
    minutes ?? Math.floor(((out ?? start).epochMilliseconds - start.epochMilliseconds) / 60_000);
  await sql`
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, method, verified_at, created_at, updated_at)
    select r.id, r.organization_id, s.program_id, s.mission_id, s.id, r.user_id, ${out ? 'checked_out' : 'checked_in'},
      ${start}, ${out}, ${out && counted}, 'desk', ${isVerified ? world.now : null}, now(), now()
    from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.id = ${registration}
  `.execute(db);
  visits.push({ user, program, in: start, out, minutes: out ? counted : 0, isVerified });
}

async function noShow(program: number, user: number, from: string) {
  const start = at(from);
  const registration = await register(await shift(program, start, {}), user);
  expect200(await client.patch(`/attendance/${registration}`, { status: 'no_show' }));
  missed = [...missed, { start, program }];
}

const [ada, bo, cy] = people as [number, number, number];
await visit(programId, ada, '2023-02-10T10:00', '2023-02-10T11:00');
await visit(programId, ada, '2023-02-28T22:00', '2023-03-01T02:00');
await visit(other, bo, '2023-12-31T23:55', '2024-01-01T04:10');
await visit(programId, bo, '2024-02-28T23:00', '2024-03-01T01:00');
await visit(programId, ada, '2024-02-29T10:00', '2024-02-29T12:30', { capacity: null, active: 3 });
// Clocks are set back an hour on April 7 at three o'clock, and forward on September 29 at two.
await visit(other, ada, '2024-04-06T20:00', '2024-04-07T08:00');
await visit(programId, bo, '2024-09-29T00:30', '2024-09-29T03:30');
await visit(programId, ada, '2024-04-30T20:00', '2024-05-01T00:00');
await visit(programId, cy, '2024-05-31T23:50', '2024-06-01T02:00', { capacity: 1, active: 2 });
// Of a check-out that was forgotten for weeks, and one whose minutes were corrected.
await visit(other, cy, '2024-06-20T10:00', '2024-07-18T12:00', {}, 95);
await visit(other, bo, '2024-06-30T22:00', '2024-07-01T02:00', {}, 7);
await visit(other, bo, '2024-07-05T09:00', '2024-07-05T09:00', {}, 30);
await visit(programId, ada, '2024-07-10T09:00', '2024-07-10T10:00', { status: 'cancelled' });
await visit(programId, bo, '2024-07-11T09:00', null);
await noShow(programId, cy, '2024-02-29T09:00');
await noShow(other, cy, '2024-07-31T23:30');
await shift(programId, at('2024-07-15T09:00'), { status: 'draft', active: 0 });
await register(await shift(programId, at('2024-07-16T09:00'), { active: 0 }), ada, 'cancelled');
for (const [user, day, status] of [
  [ada, '2024-02-29', 'approved'],
  [cy, '2024-01-31', 'approved'],
  [cy, '2024-07-01', 'waiting'],
] as const) {
  await sql`
    insert into hour_reports (organization_id, user_id, program_id, mission_id, day, minutes, status, decided_at, created_at,
      updated_at)
    select organization_id, ${user}, id, default_mission_id, ${day}::date, 45, 'waiting', null, now(), now()
    from programs where id = ${programId}
  `.execute(db);
  if (status === 'approved') reported.push({ user, program: programId, day, minutes: 45 });
}
await sql`update hour_reports set status = 'approved', decided_at = now() where day <> '2024-07-01'`.execute(
  db,
);

/** The minutes of a visit that had passed at a moment. */
function passed({ in: start, out, minutes }: Visit, moment: Temporal.Instant): number {
  const [begin, end, now] = [start, out ?? start, moment].map((one) => one.epochMilliseconds) as [
    number,
    number,
    number,
  ];
  if (now >= end) return minutes;
  return now <= begin ? 0 : Math.floor((minutes * (now - begin)) / (end - begin));
}

/** What the overview should say of these days, from what was planted above and nothing else. */
function expected(from: string, to: string, program?: number) {
  const begin = at(`${from}T00:00`);
  const end = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone).toInstant();
  const isIn = (moment: Temporal.Instant) =>
    Temporal.Instant.compare(moment, begin) >= 0 && Temporal.Instant.compare(moment, end) < 0;
  const isAsked = (one: { program: number }) => program === undefined || one.program === program;
  const came = visits.filter((one) => isAsked(one) && isIn(one.in));
  const held = shifts.filter((one) => isAsked(one) && isIn(one.start));
  const limited = held.filter(({ capacity }) => capacity !== null);
  const ids = new Set(came.map(({ user }) => user));
  const parts = visits
    .filter(isAsked)
    .map((one) => ({ ...one, part: passed(one, end) - passed(one, begin) }));
  const days = reported.filter((one) => isAsked(one) && one.day >= from && one.day <= to);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const ofReports = sum(days.map(({ minutes }) => minutes));
  return {
    shifts: held.length,
    spots: sum(limited.map(({ capacity }) => capacity ?? 0)),
    filled: sum(limited.map(({ capacity, active }) => Math.min(capacity ?? 0, active))),
    came: came.length,
    no_shows: missed.filter((one) => isAsked(one) && isIn(one.start)).length,
    people: ids.size,
    new_people: [...ids].filter(
      (id) => !visits.some((one) => one.user === id && Temporal.Instant.compare(one.in, begin) < 0),
    ).length,
    minutes: sum(parts.map(({ part }) => part)) + ofReports,
    verified_minutes: sum(parts.filter(({ isVerified }) => isVerified).map(({ part }) => part)) + ofReports,
  };
}

/** The days asked for, and the same days a year before. */
const periods = [
  [
    ['2024-01-01', '2024-12-31'],
    ['2023-01-01', '2023-12-31'],
  ],
  [
    ['2024-02-29', '2024-02-29'],
    ['2023-02-28', '2023-02-28'],
  ],
  [
    ['2024-01-01', '2024-06-30'],
    ['2023-01-01', '2023-06-30'],
  ],
  [
    ['2023-12-31', '2024-07-01'],
    ['2022-12-31', '2023-07-01'],
  ],
  [
    ['2024-05-01', '2024-05-31'],
    ['2023-05-01', '2023-05-31'],
  ],
  [
    ['2024-06-25', '2024-07-11'],
    ['2023-06-25', '2023-07-11'],
  ],
  [
    ['2024-04-07', '2024-09-29'],
    ['2023-04-07', '2023-09-29'],
  ],
  [
    ['2025-01-15', '2025-03-15'],
    ['2024-01-15', '2024-03-15'],
  ],
] as const;

async function compareAll() {
  for (const [now, before] of periods)
    for (const program of [undefined, programId, other]) {
      const asked = `from=${now[0]}&to=${now[1]}${program === undefined ? '' : `&program_id=${program}`}`;
      const answer = expect200(await client.get(`/organizations/${organizationId}/overview?${asked}`));
      assert.deepEqual(answer.totals, expected(now[0], now[1], program), asked);
      assert.deepEqual(answer.year_before, expected(before[0], before[1], program), `a year before ${asked}`);
      const page = expect200(await client.get(`/organizations/${organizationId}/hours?${asked}`));
      const { minutes, verified_minutes } = answer.totals;
      assert.deepEqual(
        [page.totals.minutes, page.totals.verified_minutes],
        [minutes, verified_minutes],
        asked,
      );
      for (const line of answer.programs) {
        const { program_id, program_name: _, year_before: __, ...figures } = line;
        assert.deepEqual(figures, expected(now[0], now[1], program_id), `program ${program_id} ${asked}`);
      }
    }
}

describe('an overview of awkward days', () => {
  it('says what the rows say, while hours are still being added up', compareAll);

  it('says the same from the sums that are kept', async () => {
    await aggregateHours(platform, systemCall('test', world.now));
    assert.deepEqual((await sql`select * from hours_stale`.execute(db)).rows, []);
    await compareAll();
  });

  it('has months that add up to the whole, cut where a month begins at the place', async () => {
    const { months } = expect200(
      await client.get(`/organizations/${organizationId}/overview?from=2024-01-01&to=2024-12-31`),
    );
    for (const { month, year_before: _, ...figures } of months) {
      const last = Temporal.PlainYearMonth.from(month)
        .toPlainDate({ day: 1 })
        .add({ months: 1 })
        .subtract({ days: 1 });
      assert.deepEqual(figures, expected(`${month}-01`, last.toString()), month);
    }
  });

  it('was never answered 500', () => assert.deepEqual(world.errors, []));
});

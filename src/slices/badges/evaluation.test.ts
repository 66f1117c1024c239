import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import type { RecordedEvent } from '#kernel/event.ts';
import { attendanceWorld } from '#test/attendance.ts';
import type { Person } from '#test/people.ts';
import { awardQualified } from './commands/award-qualified.ts';
import { awardOnEvents } from './reactions.ts';
import type { AutomaticCriteria } from './rules/criteria.ts';

const zone = 'America/New_York';
const world = await attendanceWorld(zone);
const { database, platform, organizationId, programId, now } = world;
const shift = await world.shift(-60);
const reaction = awardOnEvents(platform);
const context = { now, attempt: 1, lastAttempt: false, signal: undefined };

const goals: readonly AutomaticCriteria[] = [
  { type: 'hours', threshold: 2.5 },
  { type: 'hours', threshold: 1, program_id: programId },
  { type: 'shifts', threshold: 3 },
  { type: 'streak', threshold: 2, unit: 'week' },
  { type: 'streak', threshold: 3, unit: 'week' },
  { type: 'streak', threshold: 2, unit: 'month' },
  { type: 'journey', threshold: 1, journey_id: 1 },
  { type: 'journey', threshold: 2 },
];

type Deed =
  | { readonly kind: 'shift'; readonly person: number; readonly hoursAgo: number; readonly minutes: number }
  | { readonly kind: 'journey'; readonly person: number; readonly journey: number };
/** Each deed's event is delivered once or twice, at once or so many deeds later. */
interface Told {
  readonly deed: Deed;
  readonly delays: readonly number[];
}

const people = 3;
const person = fc.nat(people - 1);
const told: fc.Arbitrary<Told> = fc.record({
  deed: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('shift' as const),
        person,
        hoursAgo: fc.integer({ min: 3, max: 24 * 70 }),
        minutes: fc.integer({ min: 0, max: 150 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('journey' as const),
        person,
        journey: fc.integer({ min: 1, max: 3 }),
      }),
    },
  ),
  delays: fc.array(fc.nat(6), { minLength: 1, maxLength: 2 }),
});

async function doShift(userId: number, deed: Extract<Deed, { kind: 'shift' }>): Promise<void> {
  const from = now.subtract({ hours: deed.hoursAgo });
  await sql`
    with registration as (
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
        updated_at, cancelled_at)
      values (${organizationId}, ${shift}, ${userId}, 'cancelled', ${from}, ${from.add({ hours: 3 })}, 'import', ${now},
        ${now}, ${now})
      returning id
    )
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, method, created_at, updated_at)
    select registration.id, ${organizationId}, s.program_id, s.mission_id, s.id, ${userId}, 'checked_out', ${from},
      ${from.add({ minutes: deed.minutes })}, ${deed.minutes}, 'desk', ${now}, ${now}
    from registration cross join shifts s where s.id = ${shift}
  `.execute(database.db);
}

function eventOf(userId: number, deed: Deed, index: number): RecordedEvent {
  const common = { id: `evt_${index}`, organizationId, createdAt: now.toString() };
  return deed.kind === 'shift'
    ? { ...common, type: 'shift.checkout', data: { user_id: userId } }
    : { ...common, type: 'journey.completed', data: { user_id: userId, journey_id: deed.journey } };
}

async function makeBadges(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into badges (organization_id, name, criteria, status, created_at, updated_at)
    select ${organizationId}, 'B', goal, 'archived', ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(goals)}::jsonb) with ordinality as given (goal, place) order by place
    returning id
  `.execute(database.db);
  await sql`
    insert into requirement_items (kind, item_id, organization_id, name)
    select 'badge', id, ${organizationId}, 'B' from unnest(${rows.map(({ id }) => id)}::bigint[]) as id
  `.execute(database.db);
  return rows.map(({ id }) => id);
}

const setStatus = (ids: readonly number[], status: string) =>
  sql`update badges set status = ${status} where id = any(${[...ids]}::bigint[])`.execute(database.db);

/** Which of them hold which, as pairs of places in the two lists. The crowds of earlier runs are still members. */
async function held(badges: readonly number[], crowd: readonly Person[]): Promise<string[]> {
  const { rows } = await sql<{ badge_id: number; user_id: number }>`
    select badge_id, user_id from badge_awards where badge_id = any(${[...badges]}::bigint[]) and user_id = any(${crowd.map(({ id }) => id)}::bigint[])
  `.execute(database.db);
  return rows
    .map((row) => `${badges.indexOf(row.badge_id)}:${crowd.findIndex(({ id }) => id === row.user_id)}`)
    .sort();
}

/** The same decided once more, with nothing but a list and a calendar. */
function expected(deeds: readonly Deed[]): string[] {
  const pairs: string[] = [];
  for (let place = 0; place < people; place += 1) {
    const own = deeds.filter((deed) => deed.person === place);
    const shifts = own.filter((deed) => deed.kind === 'shift');
    const journeys = new Set(own.flatMap((deed) => (deed.kind === 'journey' ? [deed.journey] : [])));
    const minutes = shifts.reduce((sum, deed) => sum + deed.minutes, 0);
    const days = shifts.map((deed) =>
      now.subtract({ hours: deed.hoursAgo }).toZonedDateTimeISO(zone).toPlainDate(),
    );
    const weeks = days.map((day) => day.subtract({ days: day.dayOfWeek - 1 }));
    const months = days.map((day) => day.with({ day: 1 }));
    goals.forEach((goal, index) => {
      const reached = {
        hours: () => minutes >= goal.threshold * 60,
        shifts: () => shifts.length >= goal.threshold,
        streak: () =>
          goal.type === 'streak' && goal.unit === 'month'
            ? inARow(months, { months: 1 }) >= goal.threshold
            : inARow(weeks, { weeks: 1 }) >= goal.threshold,
        journey: () =>
          goal.type === 'journey' && goal.journey_id !== undefined
            ? journeys.has(goal.journey_id)
            : journeys.size >= goal.threshold,
      }[goal.type]();
      if (reached) pairs.push(`${index}:${place}`);
    });
  }
  return pairs.sort();
}

function inARow(starts: readonly Temporal.PlainDate[], step: Temporal.DurationLike): number {
  const known = new Set(starts.map(String));
  const lengths = starts.map((start) => {
    let length = 0;
    for (let at = start; known.has(String(at)); at = at.add(step)) length += 1;
    return length;
  });
  return Math.max(0, ...lengths);
}

it('comes to the same by events in any order and doubled, by the job from scratch, and by hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 20 }), async (history) => {
      const crowd = await Promise.all(Array.from({ length: people }, () => world.volunteer()));
      const [byEvents, byJob] = [await makeBadges(), await makeBadges()];
      await setStatus(byEvents, 'active');
      const due: { at: number; event: RecordedEvent }[] = [];
      for (const [index, { deed, delays }] of history.entries()) {
        const userId = crowd[deed.person]?.id ?? 0;
        if (deed.kind === 'shift') await doShift(userId, deed);
        for (const delay of delays) due.push({ at: index + delay, event: eventOf(userId, deed, index) });
        const ready = due.filter(({ at }) => at === index).map(({ event }) => event);
        if (ready.length > 0) await reaction.react(ready.reverse(), context);
      }
      const rest = due.filter(({ at }) => at >= history.length).map(({ event }) => event);
      await reaction.react(rest, context);
      await setStatus(byEvents, 'archived');
      await setStatus(byJob, 'active');
      const call = systemCall('test', now);
      await Promise.all([
        awardQualified(platform, call, { organizationIds: [organizationId] }),
        awardQualified(platform, call, { organizationIds: [organizationId] }),
      ]);
      assert.equal(await awardQualified(platform, call, {}), 0, 'a second look finds nothing');
      await setStatus(byJob, 'archived');
      const wanted = expected(history.map(({ deed }) => deed));
      assert.deepEqual(await held(byJob, crowd), wanted);
      assert.deepEqual(await held(byEvents, crowd), wanted);
    }),
    { numRuns: 25 },
  );
});

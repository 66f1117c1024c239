import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { advance, lockAllOf, putVersion, type Sequence, type StepPlan } from '#slices/journeys/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';

const ordinary = { required: true, deadline_days: null, reminder_days: null };

/** Form 1 and badge 1 are those of the demo's forms and badges. */
const onboarding: DemoJourney = {
  id: 1,
  name: 'Welcome to the harbor',
  description: 'From your first hello to being a regular. It takes a week or two.',
  sequence: 'in_order',
  badge_id: 1,
  steps: [
    {
      ...ordinary,
      key: 'about_you',
      title: 'Tell us about yourself',
      kind: 'form',
      config: { form_id: 1 },
      deadline_days: 14,
      reminder_days: 3,
    },
    {
      ...ordinary,
      key: 'first_shift',
      title: 'Come to your first shift',
      kind: 'attend_shifts',
      config: { count: 1 },
    },
    {
      ...ordinary,
      key: 'phone',
      title: 'Add your phone number',
      kind: 'profile',
      config: { fields: ['phone'] },
      required: false,
    },
    {
      ...ordinary,
      key: 'meet_coordinator',
      title: 'Meet your coordinator',
      kind: 'manual',
      config: { instructions: 'Ten minutes after your first shift. Ask anything you like.' },
    },
  ] satisfies StepPlan[],
};

const lead: DemoJourney = {
  id: 2,
  name: 'Become a shift lead',
  description: 'For people who know the place well and enjoy showing others around.',
  sequence: 'any_order',
  badge_id: null,
  steps: [
    {
      ...ordinary,
      key: 'food_safety',
      title: 'Complete food safety training',
      kind: 'badge',
      config: { badge_id: 2 },
    },
    { ...ordinary, key: 'hours', title: 'Volunteer for 20 hours', kind: 'hours', config: { hours: 20 } },
    { ...ordinary, key: 'think', title: 'Take a week to think it over', kind: 'wait', config: { days: 7 } },
    { ...ordinary, key: 'talk', title: 'Talk to your coordinator', kind: 'manual', config: {} },
  ] satisfies StepPlan[],
};

const people: readonly [journey: DemoJourney, name: string, daysAgo: number, ticked: string | null][] = [
  [onboarding, 'amir', 19, 'meet_coordinator'],
  [onboarding, 'bea', 18, 'meet_coordinator'],
  [onboarding, 'chidi', 13, 'meet_coordinator'],
  [onboarding, 'daria', 8, null],
  [onboarding, 'emil', 16, null],
  [onboarding, 'volunteer', 2, null],
  [lead, 'amir', 9, null],
  [lead, 'chidi', 3, null],
];

/** Two journeys of organization 1. How far their people are follows from what the rest of the demo says of them. */
export async function demoJourneys(tx: Tx, call: Call): Promise<void> {
  const ago = (days: number) => call.now.subtract({ hours: 24 * days });
  await insertDemoJourneys(tx, [onboarding, lead], ago(25));
  for (const { id: itemId, name } of [onboarding, lead])
    await nameRequirementItem(tx, { kind: 'journey', itemId, organizationId: 1, name });
  const userIds = await insertDemoEnrollments(
    tx,
    people.map(([journey, name, daysAgo, ticked]) => ({
      journey_id: journey.id,
      email: `${name}@demo.muster`,
      enrolled_at: ago(daysAgo).toString(),
      ticked,
      ticked_at: ticked === null ? null : ago(1).toString(),
    })),
  );
  await advance(tx, call, await lockAllOf(tx, 1, userIds));
}

interface DemoJourney {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly sequence: Sequence;
  readonly badge_id: number | null;
  readonly steps: readonly StepPlan[];
}

/** Published journeys of organization 1. The demo promises their ids. */
async function insertDemoJourneys(
  tx: Tx,
  journeys: readonly DemoJourney[],
  now: Temporal.Instant,
): Promise<void> {
  for (const { id, name, description, badge_id, ...plan } of journeys) {
    const times = { published_at: now, created_at: now, updated_at: now };
    await tx
      .insertInto('journeys')
      .values({ id, organization_id: 1, name, description, status: 'published', badge_id, ...times })
      .execute();
    await putVersion(tx, { organization_id: 1, journey_id: id, version: 1 }, plan, now);
  }
  await sql`
    select setval(pg_get_serial_sequence('journeys', 'id'), (select max(id) from journeys))
  `.execute(tx);
}

interface DemoEnrollment {
  readonly journey_id: number;
  readonly email: string;
  readonly enrolled_at: string;
  /** The step that the demo's coordinator has ticked, and when. */
  readonly ticked: string | null;
  readonly ticked_at: string | null;
}

async function insertDemoEnrollments(tx: Tx, given: readonly DemoEnrollment[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        journey_id bigint, email text, enrolled_at timestamptz, ticked text, ticked_at timestamptz)
    ), made as (
      insert into journey_enrollments (organization_id, journey_id, version, user_id, source, enrolled_at, updated_at)
      select 1, given.journey_id, 1, u.id, 'self_service', given.enrolled_at, given.enrolled_at
      from given join users u on u.email = given.email order by given.journey_id, given.enrolled_at
      returning id, journey_id, user_id
    ), ticks as (
      insert into journey_completions (organization_id, enrollment_id, step_key, status, completed_at, by_hand, completed_by)
      select 1, made.id, given.ticked, 'completed', given.ticked_at, true,
        (select id from users where email = 'coordinator@demo.muster')
      from made join users u on u.id = made.user_id
      join given on given.email = u.email and given.journey_id = made.journey_id
      where given.ticked is not null
    )
    select user_id from made
  `.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

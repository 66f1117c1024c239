import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { Sequence, StepPlan } from '../rules/steps.ts';
import { putVersion } from './journeys.ts';

export interface DemoJourney {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly sequence: Sequence;
  readonly badge_id: number | null;
  readonly steps: readonly StepPlan[];
}

/** Published journeys of organization 1. The demo promises their ids. */
export async function insertDemoJourneys(
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
    await putVersion(tx, { journey_id: id, version: 1 }, plan, now);
  }
  await sql`
    select setval(pg_get_serial_sequence('journeys', 'id'), (select max(id) from journeys))
  `.execute(tx);
}

export interface DemoEnrollment {
  readonly journey_id: number;
  readonly email: string;
  readonly enrolled_at: string;
  /** The step that the demo's coordinator has ticked, and when. */
  readonly ticked: string | null;
  readonly ticked_at: string | null;
}

export async function insertDemoEnrollments(tx: Tx, given: readonly DemoEnrollment[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        journey_id bigint, email text, enrolled_at timestamptz, ticked text, ticked_at timestamptz)
    ), made as (
      insert into journey_enrollments (organization_id, journey_id, version, user_id, source, enrolled_at, updated_at)
      select 1, given.journey_id, 1, u.id, 'self_service', given.enrolled_at, given.enrolled_at
      from given join users u on u.email = given.email order by given.journey_id, given.enrolled_at
      returning id, journey_id, user_id
    ), ticks as (
      insert into journey_completions (enrollment_id, step_key, status, completed_at, by_hand, completed_by)
      select made.id, given.ticked, 'completed', given.ticked_at, true,
        (select id from users where email = 'coordinator@demo.muster')
      from made join users u on u.id = made.user_id
      join given on given.email = u.email and given.journey_id = made.journey_id
      where given.ticked is not null
    )
    select id from made order by id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

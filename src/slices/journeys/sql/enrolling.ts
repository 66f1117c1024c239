import { sql } from 'kysely';
import { send, type Tx } from '#platform/db/index.ts';
import type { EnrollmentBody } from '../schema.ts';

export interface NewEnrollment {
  readonly organization_id: number;
  readonly journey_id: number;
  readonly version: number;
  readonly user_id: number;
  readonly source: EnrollmentBody['source'];
}

/** The id, unless the person is or was on this journey already. */
export async function insertEnrollment(
  tx: Tx,
  given: NewEnrollment,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('journey_enrollments')
    .values({ ...given, enrolled_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['journey_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Active again, with the latest steps. False if another request was faster. */
export async function resumeEnrollment(
  tx: Tx,
  id: number,
  { version, source: by }: Pick<NewEnrollment, 'version' | 'source'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update journey_enrollments set status = 'active', version = ${version}, source = ${by}, enrolled_at = ${now},
      withdrawn_at = null, reminded = '{}', updated_at = ${now}
    where id = ${id} and status = 'withdrawn' returning 1
  `.execute(tx);
  return rows.length > 0;
}

export type Enrolled = NewEnrollment & { readonly id: number; readonly name: string };

/**
 * Puts newcomers on the journeys that wait for them, as of the moment at which they joined. Members who have come back
 * go on with what they left before. Who is a member, the database knows: an event alone enrolls no one, and the lock
 * keeps a removal waiting. In the order of the unique index, so that two at once do not wait for each other in a
 * circle.
 */
export async function insertNewcomers(
  tx: Tx,
  people: readonly { organizationId: number; userId: number }[],
  now: Temporal.Instant,
): Promise<Enrolled[]> {
  const { rows } = await sql<Enrolled>`
    with made as (
      insert into journey_enrollments (organization_id, journey_id, version, user_id, source, enrolled_at, updated_at)
      select j.organization_id, j.id, j.version, m.user_id, 'automatic', m.joined_at, ${now}
      from unnest(${people.map((one) => one.organizationId)}::bigint[], ${people.map((one) => one.userId)}::bigint[])
        as given (organization_id, user_id)
      join memberships m on m.organization_id = given.organization_id and m.user_id = given.user_id
      join journeys j on j.organization_id = m.organization_id and j.auto_enroll and j.status = 'published'
      order by j.id, m.user_id for key share of m
      on conflict (journey_id, user_id) do update set
        status = 'active', version = excluded.version, source = excluded.source, enrolled_at = excluded.enrolled_at,
        withdrawn_at = null, reminded = '{}', updated_at = excluded.updated_at
      where journey_enrollments.status = 'withdrawn' and journey_enrollments.withdrawn_at <= excluded.enrolled_at
      returning id, organization_id, journey_id, version, user_id, source
    )
    select made.*, j.name from made join journeys j on j.id = made.journey_id
  `.execute(tx);
  return rows;
}

export async function setWithdrawn(tx: Tx, ids: readonly number[], now: Temporal.Instant): Promise<void> {
  if (ids.length === 0) return;
  await send(
    tx,
    sql`
    update journey_enrollments set status = 'withdrawn', withdrawn_at = ${now}, current_step_id = null, due_at = null,
      timer_at = null, reminder_at = null, updated_at = ${now}
    where id = any(${[...ids]}::bigint[])
  `,
  );
}

export async function setVersion(tx: Tx, id: number, version: number, now: Temporal.Instant): Promise<void> {
  await send(
    tx,
    sql`
    update journey_enrollments set version = ${version}, updated_at = ${now} where id = ${id}
  `,
  );
}

/** Ends everything that a person has not finished, in one organization or in all, and returns what that was. */
export async function withdrawUnfinished(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId: number | undefined },
  now: Temporal.Instant,
): Promise<{ id: number; organization_id: number }[]> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from journey_enrollments where user_id = ${userId} and status = 'active'
      ${organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`}
    order by id for no key update
  `.execute(tx);
  await setWithdrawn(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  return rows;
}

export async function forgetNotes(tx: Tx, userId: number): Promise<void> {
  await sql`
    update journey_completions c set note = null from journey_enrollments e
    where e.id = c.enrollment_id and e.user_id = ${userId} and c.note is not null
  `.execute(tx);
}

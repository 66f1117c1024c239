import { sql } from 'kysely';
import { rememberPlaces, send, type Tx } from '#platform/db/index.ts';
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
    .onConflict((conflict) => conflict.columns(['journey_id', 'user_id', 'organization_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) rememberPlaces(tx, 'journey_enrollments', [{ ...given, ...row }]);
  return row?.id;
}

/** Active again, with the latest steps. False if another request was faster. */
export async function resumeEnrollment(
  tx: Tx,
  id: number,
  { organization_id, version, source: by }: Pick<NewEnrollment, 'organization_id' | 'version' | 'source'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update journey_enrollments set status = 'active', version = ${version}, source = ${by}, enrolled_at = ${now},
      withdrawn_at = null, reminded = '{}', updated_at = ${now}
    where id = ${id} and organization_id = ${organization_id} and status = 'withdrawn' returning 1
  `.execute(tx);
  return rows.length > 0;
}

export type Enrolled = NewEnrollment & { readonly id: number; readonly name: string };

/**
 * Puts newcomers of an organization on the journeys that wait for them, as of the moment at which they joined. Members who
 * have come back go on with what they left before. Who is a member, the database knows: an event alone enrolls no one, and
 * the lock keeps a removal waiting. In the order of the unique index, and without those who are enrolled already, whose rows
 * would be locked too: so two at once do not wait for each other in a circle.
 */
export async function insertNewcomers(
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<Enrolled[]> {
  const { rows: wanted } = await sql<Omit<Enrolled, 'id'> & { joined_at: Temporal.Instant }>`
    select j.organization_id, j.id as journey_id, j.name, j.version, m.user_id, 'automatic' as source, m.joined_at
    from memberships m join journeys j on j.organization_id = m.organization_id
    where m.organization_id = ${organizationId} and m.user_id = any(${[...userIds]}::bigint[])
      and j.auto_enroll and j.status = 'published' and not exists (
        select 1 from journey_enrollments e
        where e.organization_id = ${organizationId} and e.journey_id = j.id and e.user_id = m.user_id
          and (e.status <> 'withdrawn' or e.withdrawn_at > m.joined_at))
    order by j.id, m.user_id for key share of m
  `.execute(tx);
  if (wanted.length === 0) return [];
  const { rows } = await sql<Omit<Enrolled, 'name'>>`
    insert into journey_enrollments (organization_id, journey_id, version, user_id, source, enrolled_at, updated_at)
    select ${organizationId}::bigint, journey_id, version, user_id, 'automatic', joined_at, ${now}::timestamptz
    from unnest(${wanted.map((one) => one.journey_id)}::bigint[], ${wanted.map((one) => one.version)}::int[],
        ${wanted.map((one) => one.user_id)}::bigint[],
        ${wanted.map((one) => one.joined_at.toString())}::timestamptz[])
      with ordinality as given (journey_id, version, user_id, joined_at, place)
    order by place
    on conflict (journey_id, user_id, organization_id) do update set
      status = 'active', version = excluded.version, source = excluded.source, enrolled_at = excluded.enrolled_at,
      withdrawn_at = null, reminded = '{}', updated_at = excluded.updated_at
    where journey_enrollments.status = 'withdrawn' and journey_enrollments.withdrawn_at <= excluded.enrolled_at
    returning id, organization_id, journey_id, version, user_id, source
  `.execute(tx);
  const names = new Map(wanted.map(({ journey_id, name }) => [journey_id, name]));
  return rows.map((row) => ({ ...row, name: names.get(row.journey_id) ?? '' }));
}

export async function setWithdrawn(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return;
  await send(
    tx,
    sql`
    update journey_enrollments set status = 'withdrawn', withdrawn_at = ${now}, current_step_id = null, due_at = null,
      timer_at = null, reminder_at = null, updated_at = ${now}
    where id = any(${[...ids]}::bigint[]) and organization_id = ${organizationId}
  `,
  );
}

export async function setVersion(
  tx: Tx,
  { id, organization_id }: Pick<Enrolled, 'id' | 'organization_id'>,
  version: number,
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    update journey_enrollments set version = ${version}, updated_at = ${now}
    where id = ${id} and organization_id = ${organization_id}
  `,
  );
}

/** Ends everything in an organization that a person has not finished, and returns what that was. */
export async function withdrawUnfinished(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId: number },
  now: Temporal.Instant,
): Promise<{ id: number; journey_id: number; journey_name: string }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from journey_enrollments
    where user_id = ${userId} and organization_id = ${organizationId} and status = 'active'
    order by id for no key update
  `.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await setWithdrawn(tx, organizationId, ids, now);
  const ended = await sql<{ id: number; journey_id: number; journey_name: string }>`
    select e.id, e.journey_id, j.name as journey_name
    from journey_enrollments e join journeys j on j.id = e.journey_id and j.organization_id = e.organization_id
    where e.organization_id = ${organizationId} and e.id = any(${ids}::bigint[]) order by e.id
  `.execute(tx);
  return ended.rows;
}

/** Where the person is or was on a journey. All shards. */
export async function organizationsEnrolledIn(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from journey_enrollments where user_id = ${userId} order by 1
  `.execute(tx);
  return rows.map((row) => row.organization_id);
}

export async function forgetNotes(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await send(
    tx,
    sql`
    update journey_completions c set note = null from journey_enrollments e
    where e.id = c.enrollment_id and e.organization_id = c.organization_id and c.organization_id = ${organizationId}
      and e.user_id = ${userId} and c.note is not null
  `,
  );
}

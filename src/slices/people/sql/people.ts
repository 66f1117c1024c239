import { type RawBuilder, sql } from 'kysely';
import { patternsOf, type Reader, withNewPlan } from '#platform/db/index.ts';
import { minutesByPerson } from '#slices/hours/index.ts';
import type { Grant, Role } from '#slices/organizations/index.ts';
import type { PeopleFilterInput } from '../schema/people.ts';
import type { TagRow } from './tags.ts';

export interface PersonRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: Role;
  readonly joined_at: Temporal.Instant;
}

/** A filter whose days have become moments in the organization's time zone. */
export interface PeopleScope
  extends Omit<PeopleFilterInput, 'active_since' | 'inactive_since' | 'joined_since'> {
  readonly active_since?: Temporal.Instant | undefined;
  readonly inactive_since?: Temporal.Instant | undefined;
  readonly joined_since?: Temporal.Instant | undefined;
}

/**
 * A name as lists are sorted by it: Özlem stands between Olga and Pia, and ada before Bea, whatever the database's collation
 * is. Most names are plain, and need no more than lower case.
 */
const sortedBy = (
  name: RawBuilder<unknown>,
) => sql`case when octet_length(${name}) = length(${name}) then lower(${name})
  else regexp_replace(normalize(lower(${name}), nfd), '[\u0300-\u036f]', '', 'g') end`;

/** By name, so that the list reads like one; the id parts those who share one. */
export async function selectPeople(
  db: Reader,
  { organizationId }: Grant<'members.read'>,
  scope: PeopleScope,
  page: { readonly after: { name: string; id: number } | undefined; readonly limit: number },
): Promise<PersonRow[]> {
  const { after } = page;
  const rows = await withNewPlan(
    db,
    sql<PersonRow>`
    select m.user_id, u.name, u.email, u.phone, m.role, m.joined_at ${peopleWithin(organizationId, scope)}
      ${after ? sql`and (${sortedBy(sql`u.name`)}, m.user_id) > (${sortedBy(sql`${after.name}::text`)}, ${after.id}::bigint)` : sql``}
    order by ${sortedBy(sql`u.name`)}, m.user_id limit ${page.limit + 1}
  `,
  );
  return rows;
}

/** The same people without their names, one more than `limit` at most. */
export async function selectPeopleIds(
  db: Reader,
  { organizationId }: Grant<'members.read'>,
  scope: PeopleScope,
  limit: number,
): Promise<number[]> {
  const rows = await withNewPlan(
    db,
    sql<{ user_id: number }>`
    select m.user_id ${peopleWithin(organizationId, scope)} order by m.user_id limit ${limit + 1}
  `,
  );
  return rows.map((row) => row.user_id);
}

function peopleWithin(organizationId: number, scope: PeopleScope): RawBuilder<unknown> {
  const countsHours = scope.min_hours !== undefined || scope.max_hours !== undefined;
  return sql`
    from memberships m join users u on u.id = m.user_id
    ${countsHours ? sql`left join ${minutesByPerson(organizationId, undefined)} as worked on worked.user_id = m.user_id` : sql``}
    where m.organization_id = ${organizationId} ${conditionsOf(organizationId, scope)}`;
}

function conditionsOf(organizationId: number, scope: PeopleScope): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  const hold = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<unknown>) => {
    if (value !== undefined) conditions.push(sql`and ${condition(value)}`);
  };
  const tagged = (tagId: number) => sql`exists (select 1 from member_tags mt
    where mt.organization_id = ${organizationId} and mt.user_id = m.user_id and mt.tag_id = ${tagId})`;
  const came = (since: Temporal.Instant) => sql`exists (select 1 from attendance a
    where a.organization_id = ${organizationId} and a.user_id = m.user_id and a.checked_in_at >= ${since})`;
  const answered = (formId: number) => sql`exists (select 1 from form_submissions s
    where s.organization_id = ${organizationId} and s.user_id = m.user_id and s.form_id = ${formId})`;
  hold(scope.q, (q) => {
    const patterns = patternsOf(q);
    return sql`(u.name ilike any (${patterns}::text[]) or u.email ilike any (${patterns}::text[]))`;
  });
  hold(scope.role, (role) => sql`m.role = ${role}`);
  hold(scope.tag_id, tagged);
  hold(scope.without_tag_id, (tagId) => sql`not ${tagged(tagId)}`);
  hold(
    scope.program_id,
    (programId) => sql`exists (select 1 from registrations r
    join shifts s on s.id = r.shift_id and s.organization_id = ${organizationId}
    where r.organization_id = ${organizationId} and r.user_id = m.user_id and r.status <> 'cancelled'
      and s.program_id = ${programId})`,
  );
  hold(scope.active_since, came);
  hold(scope.inactive_since, (since) => sql`not ${came(since)}`);
  hold(scope.joined_since, (since) => sql`m.joined_at >= ${since}`);
  hold(scope.min_hours, (hours) => sql`coalesce(worked.minutes, 0) >= ${hours * 60}::int`);
  hold(scope.max_hours, (hours) => sql`coalesce(worked.minutes, 0) <= ${hours * 60}::int`);
  hold(scope.form_done, answered);
  hold(scope.form_missing, (formId) => sql`not ${answered(formId)}`);
  return sql.join(conditions, sql` `);
}

type TagOfPerson = TagRow & { readonly user_id: number };

export async function tagsByPerson(
  db: Reader,
  organizationId: number,
  userIds: readonly number[],
): Promise<Map<number, TagOfPerson[]>> {
  const { rows } = await sql<TagOfPerson>`
    select mt.user_id, t.id, t.name, t.color from member_tags mt
    join tags t on t.id = mt.tag_id and t.organization_id = ${organizationId}
    where mt.organization_id = ${organizationId} and mt.user_id = any(${[...userIds]}::bigint[])
    order by lower(t.name), t.id
  `.execute(db);
  return Map.groupBy(rows, (row) => row.user_id);
}

export interface ShiftDays {
  readonly user_id: number;
  readonly last_shift_at: Temporal.Instant | null;
  readonly next_shift_at: Temporal.Instant | null;
}

/** When these people last came, and when they come next: one row of each person is read for both, however often they came. */
export async function shiftDaysOf(
  db: Reader,
  organizationId: number,
  userIds: readonly number[],
  now: Temporal.Instant,
): Promise<Map<number, ShiftDays>> {
  const { rows } = await sql<ShiftDays>`
    select person.user_id, came.checked_in_at as last_shift_at, coming.start_time as next_shift_at
    from unnest(${[...userIds]}::bigint[]) as person (user_id)
    left join lateral (
      select a.checked_in_at from attendance a
      where a.organization_id = ${organizationId} and a.user_id = person.user_id and a.checked_in_at is not null
      order by a.checked_in_at desc limit 1
    ) as came on true
    left join lateral (
      select r.start_time from registrations r
      where r.organization_id = ${organizationId} and r.user_id = person.user_id and r.status = 'active'
        and r.start_time > ${now}
      order by r.start_time limit 1
    ) as coming on true
  `.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

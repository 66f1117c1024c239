import { type RawBuilder, sql } from 'kysely';
import { anyPlace, type Reader, withNewPlan } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { PastWork } from '#slices/signups/index.ts';
import { always, type Period } from '../rules.ts';
import { freshHours, type HoursScope } from './hours.ts';

type Sql = RawBuilder<unknown>;

/** What can be reached by coming: minutes, shifts, or weeks or months in a row with a shift in each. */
export type AttendanceFigure = 'minutes' | 'shifts' | 'weeks_in_a_row' | 'months_in_a_row';

/** A person and what they may have reached in one organization. */
export interface Attendee {
  /** The caller's number for the goal. */
  readonly goal: number;
  readonly organization_id: number;
  readonly user_id: number;
  /** Only what began later counts; null: all of it. */
  readonly since: Temporal.Instant | null;
  readonly program_id: number | null;
  readonly least: number;
}

/** Who of these people has reached their goal, by what attendance and, for minutes, approved reports say now. */
export async function whoAttained(
  db: Reader,
  figure: AttendanceFigure,
  people: readonly Attendee[],
): Promise<{ goal: number; user_id: number }[]> {
  if (people.length === 0) return [];
  const organizations = anyPlace([...new Set(people.map(({ organization_id }) => organization_id))]);
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person (
      goal bigint, organization_id bigint, user_id bigint, since timestamptz, program_id bigint, least integer)`;
  const attended = sql`
    ${given} join attendance a on a.user_id = person.user_id and a.organization_id = person.organization_id
      and a.organization_id = ${organizations} and a.minutes is not null
      and (person.since is null or a.checked_in_at > person.since)
      and (person.program_id is null or a.program_id = person.program_id)`;
  // Whether a day that has begun before counted already is not known, so it doesn't count again.
  const reported = sql`
    ${given} join hour_reports a on a.user_id = person.user_id and a.organization_id = person.organization_id
      and a.organization_id = ${organizations} and a.status = 'approved'
      and (person.program_id is null or a.program_id = person.program_id)
    join ${zonesOf(organizations)} on o.id = a.organization_id
      and (person.since is null or local_midnight(a.day::timestamp, o.known_zone) > person.since)`;
  const { rows } = await sql<{
    goal: number;
    user_id: number;
  }>`${statementFor(figure, { attended, reported, organizations })}`.execute(db);
  return rows;
}

const zonesOf = (organizations: Sql) => sql`(
  select id, known_zone(time_zone) as known_zone from organizations where id = ${organizations} offset 0
) as o`;

function statementFor(
  figure: AttendanceFigure,
  { attended, reported, organizations }: Record<'attended' | 'reported' | 'organizations', Sql>,
): Sql {
  switch (figure) {
    case 'minutes':
      return sql`
        select goal, user_id from (
          select a.organization_id, person.goal, person.user_id, person.least, a.minutes from ${attended}
          union all select a.organization_id, person.goal, person.user_id, person.least, a.minutes from ${reported}
        ) as counted
        group by organization_id, goal, user_id, least having sum(minutes) >= least order by 1, 2`;
    case 'shifts':
      return sql`
        select person.goal, person.user_id from ${attended}
        group by person.goal, person.user_id, person.least having count(*) >= person.least order by 1, 2`;
    case 'weeks_in_a_row':
    case 'months_in_a_row': {
      const day = sql`(a.checked_in_at at time zone o.known_zone)::date`;
      // Weeks begin on Monday, as 1970-01-05 was one.
      const period =
        figure === 'weeks_in_a_row'
          ? sql`(${day} - date '1970-01-05') / 7`
          : sql`(extract(year from ${day}) * 12 + extract(month from ${day}))::int`;
      // Within a row without gaps, the period's number less its place in the list is the same for all.
      return sql`
        select distinct goal, user_id from (
          select goal, user_id, least, period - row_number() over (partition by goal, user_id order by period) as in_a_row
          from (
            select distinct person.goal, person.user_id, person.least, ${period} as period
            from ${attended} join ${zonesOf(organizations)} on o.id = a.organization_id
          ) as periods
        ) as rows_of_periods
        group by goal, user_id, least, in_a_row having count(*) >= least order by 1, 2`;
    }
  }
}

/** People whose hours have been recalculated in one of these organizations, since the moment that is given for it. */
export async function peopleAddedUpSince(
  db: Reader,
  given: readonly { readonly organizationId: number; readonly moment: string }[],
): Promise<number[]> {
  if (given.length === 0) return [];
  const organizations = given.map(({ organizationId }) => organizationId);
  const { rows } = await sql<{ user_id: number }>`
    select distinct h.user_id
    from unnest(${organizations}::bigint[], ${given.map(({ moment }) => moment)}::timestamptz[])
      as given (organization_id, moment)
    join hours h on h.organization_id = given.organization_id
      and h.organization_id = ${anyPlace([...new Set(organizations)])} and h.updated_at >= given.moment
    order by h.user_id
  `.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * The minutes of all people in an organization, as a table of user_id, minutes and verified_minutes for the statement of
 * another slice: there would be too many sums to hand over.
 */
export function minutesByPerson(organizationId: number, fromMonth: string | undefined): RawBuilder<unknown> {
  const from = fromMonth === undefined ? null : ({ kind: 'day', date: fromMonth } as const);
  return sql`(
    select user_id, sum(minutes)::int as minutes, sum(verified_minutes)::int as verified_minutes
    from (${freshHours({ organizationId, period: { from, until: null } })}) as figures group by user_id
  )`;
}

/** What candidates for a shift have done in an organization, and when they last checked in. */
export async function pastWorkOf(
  db: Reader,
  organizationId: number,
  userIds: readonly number[],
  month: string,
): Promise<PastWork[]> {
  const people = sql`${[...userIds]}::bigint[]`;
  const scope = { organizationId, userIds, period: always };
  const { rows } = await sql<PastWork>`
    with done as materialized (
      select user_id, sum(minutes)::int as total,
        coalesce(sum(minutes) filter (where month = ${month}::date), 0)::int as month
      from (${freshHours(scope)}) as figures group by user_id
    )
    select person.user_id, coalesce(done.month, 0) as month_minutes, coalesce(done.total, 0) as total_minutes,
      seen.checked_in_at as last_shift_at
    from unnest(${people}) as person (user_id)
    left join done on done.user_id = person.user_id
    left join lateral (
      select checked_in_at from attendance
      where organization_id = ${organizationId} and user_id = person.user_id and checked_in_at is not null
      order by checked_in_at desc limit 1
    ) as seen on true
  `.execute(db);
  return rows;
}

export interface Figures {
  readonly minutes: number;
  readonly verified_minutes: number;
  readonly shifts: number;
}

const sums = sql`sum(h.minutes)::bigint as minutes, sum(h.verified_minutes)::bigint as verified_minutes,
  sum(h.shifts)::bigint as shifts`;

/** All hours of these people in an organization. */
export async function hoursByPerson(
  db: Reader,
  organizationId: number,
  userIds: readonly number[],
): Promise<Map<number, Figures>> {
  const { rows } = await sql<Figures & { user_id: number }>`
    select h.user_id, ${sums} from (${freshHours({ organizationId, userIds, period: always })}) as h group by h.user_id
  `.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/**
 * The hours of a period by person, program, mission and month, as a table for the statement of another slice. `shifts` are
 * those that people came to in the month and have left.
 */
export function hoursTable(
  organizationId: number,
  scope: { readonly programId: number | undefined; readonly period: Period },
): RawBuilder<unknown> {
  return sql`(${freshHours({ ...scope, organizationId })})`;
}

export interface PersonalLine extends Figures {
  readonly organization_id: number;
  readonly organization_name: string;
  readonly program_id: number;
  readonly program_name: string;
  /** `YYYY-MM` */
  readonly month: string;
}

/**
 * One person's hours, the newest month first. A plan that was kept looks up the zone for each visit. All shards, unless an
 * organization is named: then PostgreSQL must see that of each table, or it compares each line with all organizations. With
 * 10,000 of them, 130 lines took 360 ms.
 */
export async function selectPersonalHours(
  db: Reader,
  scope: { userId: number; organizationId?: number | undefined; period: Period },
): Promise<PersonalLine[]> {
  const { organizationId } = scope;
  return await withNewPlan(
    db,
    sql<PersonalLine>`
    select h.organization_id, o.name as organization_name, h.program_id, p.name as program_name,
      to_char(h.month, 'YYYY-MM') as month, ${sums}
    from (${freshHours(scope)}) as h
    join organizations o on o.id = h.organization_id join programs p on p.id = h.program_id and p.organization_id = h.organization_id
    ${organizationId === undefined ? sql`` : sql`where o.id = ${organizationId} and p.organization_id = ${organizationId}`}
    group by h.organization_id, o.name, h.program_id, p.name, h.month
    order by h.month desc, o.name, h.organization_id, p.name, h.program_id
  `,
  );
}

export type Group = 'person' | 'program' | 'month';

export interface GroupLine extends Figures {
  readonly key: number;
  readonly label: string;
}

const grouping = {
  person: { key: sql`h.user_id`, label: sql`u.name`, join: sql`join users u on u.id = h.user_id` },
  program: {
    key: sql`h.program_id`,
    label: sql`p.name`,
    join: sql`join programs p on p.id = h.program_id and p.organization_id = h.organization_id`,
  },
  month: { key: sql`0::bigint`, label: sql`to_char(h.month, 'YYYY-MM')`, join: sql`` },
} as const;

type OrganizationScope = Omit<HoursScope, 'organizationId'>;

/** By name, so that a page reads like a list of people; the id parts those who share one. */
export async function selectGroupedHours(
  db: Reader,
  grant: Grant<'hours.read'>,
  scope: OrganizationScope,
  page: { group: Group; after: { label: string; key: number } | undefined; limit: number },
): Promise<GroupLine[]> {
  const { key, label, join } = grouping[page.group];
  const { after } = page;
  const rows = await withNewPlan(
    db,
    sql<GroupLine>`
    select * from (
      select ${key} as key, ${label} as label, ${sums}
      from (${freshHours({ ...scope, organizationId: grant.organizationId })}) as h ${join} group by 1, 2
    ) as lines
    ${after ? sql`where (label, key) > (${after.label}, ${after.key}::bigint)` : sql``}
    order by label, key limit ${page.limit + 1}
  `,
  );
  return rows;
}

export async function selectTotals(
  db: Reader,
  grant: Grant<'hours.read'>,
  scope: OrganizationScope,
): Promise<Figures> {
  const rows = await withNewPlan(
    db,
    sql<Figures>`
    select coalesce(sum(h.minutes), 0)::bigint as minutes, coalesce(sum(h.verified_minutes), 0)::bigint as verified_minutes,
      coalesce(sum(h.shifts), 0)::bigint as shifts
    from (${freshHours({ ...scope, organizationId: grant.organizationId })}) as h
  `,
  );
  return rows[0] ?? { minutes: 0, verified_minutes: 0, shifts: 0 };
}

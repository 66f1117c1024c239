import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/**
 * Shifts and registrations by the hundred thousand, for a database as large as a busy one. Everything follows from
 * a shift's number `i`, from 0: shifts take turns between the organizations and, within one, between twenty kinds,
 * and go through two years around now. The registrations of an organization go through its people in turn, so that
 * no one is called again before everyone else was: no person is in two places at once.
 */
export interface Bulk {
  readonly shifts: number;
  readonly people: number;
  readonly organizations: number;
  /** In each organization; they share one mission out of two. */
  readonly programs: number;
  readonly now: Temporal.Instant;
}

/** People by the number, for a database as large as a busy one: ids from `first` to `last`, all with one password. */
export async function insertManyPeople(
  tx: Tx,
  { first, last }: { first: number; last: number },
  passwordHash: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into users (id, email, name, phone, date_of_birth, password_hash, time_zone, email_verified_at, created_at,
                       updated_at)
    select n, 'person-' || n || '@load.muster',
      (array['Ada','Ben','Chi','Dina','Emre','Fay','Gus','Hana','Ida','Jon','Kofi','Lea','Mia'])[1 + n % 13] || ' '
        || (array['Abel','Berg','Costa','Diaz','Egede','Frank','Gruber','Haas','Iqbal','Jansen','Khan'])[1 + n / 13 % 11],
      case when n % 3 = 0 then '+1 555 ' || lpad((n % 10000)::text, 4, '0') end,
      case when n % 4 = 0 then date '1950-01-01' + (n * 37 % 18000)::int end,
      ${passwordHash}, 'UTC', ${now}::timestamptz, ${now}::timestamptz - interval '1 year',
      ${now}::timestamptz - interval '1 year'
    from generate_series(${first}::bigint, ${last}::bigint) as n
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('users', 'id'), ${last}::bigint)`.execute(tx);
}

/** Programs are numbered through: those of organization 1 come first. */
export async function insertManyOrganizations(
  tx: Tx,
  { organizations, programs }: Pick<Bulk, 'organizations' | 'programs'>,
): Promise<void> {
  await sql`
    insert into organizations (id, name, time_zone, join_rule)
    select n, 'Organization ' || n,
      (array['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo'])[1 + n % 5], 'open'
    from generate_series(1, ${organizations}::int) as n
  `.execute(tx);
  await sql`
    insert into missions (id, organization_id, name)
    select n, (n + 1) / 2, 'Mission ' || n from generate_series(1, ${organizations}::int * 2) as n
  `.execute(tx);
  await sql`
    insert into programs (id, organization_id, name, description, default_mission_id)
    select n, 1 + (n - 1) / ${programs}::int, 'Program ' || n, 'One of many.',
      1 + (n - 1) / ${programs}::int * 2 + n % 2
    from generate_series(1, ${organizations}::int * ${programs}::int) as n
  `.execute(tx);
  for (const table of ['organizations', 'missions', 'programs']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
  }
}

/** Everyone belongs to one organization, in turn. The first one of each owns it, the next two coordinate. */
export async function insertManyMembers(
  tx: Tx,
  { organizations, people }: Pick<Bulk, 'organizations' | 'people'>,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into memberships (organization_id, user_id, role, joined_at)
    select 1 + (n - 1) % ${organizations}::int, n,
      case (n - 1) / ${organizations}::int when 0 then 'owner' when 1 then 'coordinator' when 2 then 'coordinator'
        else 'volunteer' end,
      ${now}::timestamptz - interval '1 year'
    from generate_series(1, ${people}::int) as n
  `.execute(tx);
}

/** Twenty shifts of an organization have this many registrations together. */
export const peoplePerTwenty = 200;

/**
 * How full a shift is, by its kind. `confirmed` of its `people` have a spot, the rest waits, is cancelled or awaits
 * approval; `before` counts the people of the kinds above. Two kinds have a waitlist, one has roles.
 */
const kinds = sql`(values
  (0, 0, 0, 10, null, 0, null), (1, 0, 0, 25, null, 0, null), (2, 0, 0, 96, null, 0, null), (3, 0, 1, 5, null, 1, null),
  (4, 1, 2, 8, null, 2, null), (5, 3, 3, 30, null, 3, null), (6, 6, 4, 12, null, 4, null), (7, 10, 5, 5, null, 5, null),
  (8, 15, 5, 15, null, 5, null), (9, 20, 6, 20, null, 6, null), (10, 26, 8, 12, null, 6, 'pending_approval'),
  (11, 34, 8, 8, null, 8, null), (12, 42, 10, 20, null, 10, null), (13, 52, 10, 40, null, 10, null),
  (14, 62, 12, 8, 10, 8, 'waitlisted'), (15, 74, 12, 50, null, 12, null), (16, 86, 15, 18, null, 13, 'cancelled'),
  (17, 101, 20, 60, null, 20, null), (18, 121, 29, 25, 20, 25, 'waitlisted'), (19, 150, 50, 80, null, 50, null)
) as kind (kind, before, people, capacity, waitlist_capacity, confirmed, rest)`;
const withRoles = sql`12`;

/** The shifts of these numbers. `lap` counts how often an organization has been through its kinds. */
function numbered(bulk: Bulk, first: number, last: number) {
  return sql`
    select i, 1 + i % ${bulk.organizations}::int as organization_id, i / ${bulk.organizations}::int % 20 as kind,
      i / (${bulk.organizations}::int * 20) as lap,
      date_trunc('day', ${bulk.now}::timestamptz, 'UTC') - interval '1 year' + (i::bigint * 730 / ${bulk.shifts}::int) * interval '1 day'
        + (360 + i::bigint * 7919 % 13 * 60 + i % 4 * 15) * interval '1 minute' as start_time,
      (90 + i % 8 * 30) * interval '1 minute' as lasts
    from generate_series(${first}::int, ${last}::int) as i`;
}

const list = (words: string) => sql.raw(`(string_to_array('${words}', ' '))`);
const verbs = list('Sort Pack Serve Drive Plant Paint Teach Clean Greet Repair Count Carry');
const objects = list(
  'donations boxes lunch bread trees benches reading parks guests bicycles birds water kitchen books clothes tools',
);
const places = list('harbour school library market station hospital garden pier');
const syllables = list('ba de fi go hu ka le mi no pu ra se ti');

export async function insertManyShifts(tx: Tx, bulk: Bulk, first: number, last: number): Promise<void> {
  await sql`
    with given as (${numbered(bulk, first, last)}), named as (
      select given.*, kind.capacity, kind.waitlist_capacity,
        (i / (${bulk.organizations}::int * 20) * ${bulk.organizations}::int + i % ${bulk.organizations}::int) * 3 as role_id,
        i::bigint * 31 % (${bulk.shifts}::int / 50) as name
      from given join ${kinds} using (kind)
    ), made as (
      insert into shifts (id, organization_id, program_id, mission_id, title, description, location, start_time, end_time,
        time_zone, requires_approval, status, roles, cancelled_at, attendance_closed_at, created_at, updated_at)
      select i + 1, organization_id, 1 + (organization_id - 1) * ${bulk.programs}::int + (lap + kind) % ${bulk.programs}::int,
        organization_id * 2 - lap % 2,
        ${verbs}[1 + i / 7 % 12] || ' ' || ${objects}[1 + i / 3 % 16],
        'Ask for ' || initcap(${syllables}[1 + name % 13] || ${syllables}[1 + name / 13 % 13] || ${syllables}[1 + name / 169 % 13])
          || case when i % 2 = 0 then '. For volunteers who like company; gloves and tea are here.'
             else '. Come a little early, wear shoes that may get wet, and bring a friend if you can.' end,
        'Hall ' || i % 97 || ', by the ' || ${places}[1 + i / 11 % 8], start_time, start_time + lasts, 'UTC', kind = 10,
        case when kind <> 0 then 'published' else (array['draft', 'cancelled', 'published'])[1 + least(2, lap % 5)] end,
        case when kind = ${withRoles} then jsonb_build_array(
          jsonb_build_object('id', role_id + 1, 'key', 'driver', 'name', 'Driver', 'capacity', 4),
          jsonb_build_object('id', role_id + 2, 'key', 'packer', 'name', 'Packer', 'capacity', 12),
          jsonb_build_object('id', role_id + 3, 'key', 'greeter', 'name', 'Greeter', 'capacity', 4)) else '[]' end,
        case when kind = 0 and lap % 5 = 1 then ${bulk.now}::timestamptz - interval '30 days' end,
        -- Nobody is to close the attendance of the past all over again.
        case when start_time < ${bulk.now}::timestamptz then start_time + interval '1 day' end,
        least(start_time, ${bulk.now}::timestamptz) - interval '60 days', least(start_time, ${bulk.now}::timestamptz) - interval '30 days'
      from named order by i
    ), seats as (
      insert into shift_seats (shift_id, organization_id, capacity, waitlist_capacity)
      -- A shift that is full stays so; the others vary a little.
      select i + 1, organization_id, capacity + case when kind in (7, 11, 14, 18) then 0 else lap % 5 end, waitlist_capacity from named order by i
    )
    insert into shift_roles (id, organization_id, shift_id, key, name, position, capacity)
    select role_id + position + 1, organization_id, i + 1, lower(role), role, position, spots
    from named cross join (values ('Driver', 0, 4), ('Packer', 1, 12), ('Greeter', 2, 4)) as role (role, position, spots)
    where kind = ${withRoles} order by i, position
  `.execute(tx);
  for (const table of ['shifts', 'shift_roles']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 1))
    `.execute(tx);
  }
}

/** `recount` brings the counts in line, once all of them are there. */
export async function insertManyRegistrations(
  tx: Tx,
  bulk: Bulk,
  first: number,
  last: number,
): Promise<void> {
  await sql`
    with given as (${numbered(bulk, first, last)}), wanted as (
      select given.*, kind.confirmed, kind.rest, n,
        -- A number without a common factor shuffles the people of an organization.
        (lap * ${peoplePerTwenty}::int + kind.before + n)::bigint * 1237 % (${bulk.people}::int / ${bulk.organizations}::int) as person
      from given join ${kinds} using (kind) cross join generate_series(0, kind.people - 1) as n
    )
    insert into registrations (organization_id, shift_id, user_id, role_id, status, start_time, end_time, source, created_at,
                               updated_at, cancelled_at)
    select wanted.organization_id, wanted.i + 1, person * ${bulk.organizations}::int + wanted.organization_id, role.id, status,
      start_time, start_time + lasts, 'self_service', signed_at, signed_at,
      case when status = 'cancelled' then signed_at + interval '1 day' end
    from wanted
    left join shift_roles role on kind = ${withRoles} and role.shift_id = wanted.i + 1 and role.organization_id = wanted.organization_id
      and role.position = case when n < 3 then 0 when n < 8 then 1 else 2 end
    cross join lateral (select
      case when n < confirmed then 'active'
        when rest = 'pending_approval' and start_time < ${bulk.now}::timestamptz then 'active' else rest end as status,
      least(start_time, ${bulk.now}::timestamptz) - interval '25 days' + n * interval '1 hour' as signed_at) as state
    order by wanted.i, n
  `.execute(tx);
}

/** How many shifts and roles count otherwise than their registrations do. */
export async function countFalseCounters(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with counted as (
      select shift_id, count(*) filter (where status = 'active') as active,
        count(*) filter (where status = 'pending_approval') as pending, count(*) filter (where status = 'offered') as offered,
        count(*) filter (where status = 'waitlisted') as waitlisted
      from registrations group by shift_id
    ), taken as (
      select role_id, count(*) as taken from registrations
      where role_id is not null and status in ('active', 'pending_approval', 'offered') group by role_id
    )
    select (
      select count(*) from shift_seats seats left join counted using (shift_id)
      where (seats.active, seats.pending, seats.offered, seats.waitlisted) is distinct from
        (coalesce(counted.active, 0), coalesce(counted.pending, 0), coalesce(counted.offered, 0), coalesce(counted.waitlisted, 0))
    ) + (
      select count(*) from shift_roles role left join taken on taken.role_id = role.id
      where role.taken <> coalesce(taken.taken, 0)
    ) as count
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

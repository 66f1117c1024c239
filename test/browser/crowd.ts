import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { PeopleApp } from '../people.ts';

export interface Crowd {
  readonly organization: number;
  /** A shift to come, with roles, whose mission asks for twenty forms, badges and journeys each. */
  readonly demanding: number;
  /** A shift of today with 1,500 people. */
  readonly crowded: number;
  readonly firstBadge: number;
  readonly firstForm: number;
  readonly firstJourney: number;
}

const perKind = 150;

/** How many people there are, and on how many days around today there are a hundred shifts. */
export interface CrowdSize {
  readonly people: number;
  readonly days: number;
}

/** The past shifts wait for someone to verify the hours. There are 150 badges, journeys and forms. */
export async function makeCrowd(
  { database }: PeopleApp,
  organization: number,
  size: CrowdSize,
): Promise<Crowd> {
  return await inTransaction(database, {}, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return await fill(tx, organization, size);
  });
}

async function fill(tx: Tx, organization: number, size: CrowdSize): Promise<Crowd> {
  await sql`
    with made as (
      insert into users (email, name) select 'crowd-' || n || '@example.org', 'Person ' || n
      from generate_series(1, ${sql.lit(size.people)}) as n returning id
    )
    insert into memberships (organization_id, user_id, role, joined_at)
    select ${organization}, id, 'volunteer', now() - interval '1 year' from made
  `.execute(tx);
  const first = await insertManaged(tx, organization);
  await makeShifts(tx, organization, first, size);
  const { rows } = await sql<{ demanding: number; crowded: number }>`
    select min(id) filter (where start_time > now() + interval '1 day' and title = 'Shift 7') as demanding,
      min(id) filter (where title = 'Crowded') as crowded
    from shifts where organization_id = ${organization}
  `.execute(tx);
  return { organization, ...first, demanding: rows[0]?.demanding ?? 0, crowded: rows[0]?.crowded ?? 0 };
}

async function insertManaged(tx: Tx, organization: number) {
  const { rows } = await sql<{ badge: number; form: number; journey: number }>`
    with n as (select generate_series(1, ${sql.lit(perKind)}) as n), badge as (
      insert into badges (organization_id, name, criteria, status, created_at, updated_at)
      select ${organization}, 'Badge ' || n, '{"type":"manual"}', 'active', now(), now() from n returning id, name
    ), form as (
      insert into forms (organization_id, title, status, resubmission, published_at, created_at, updated_at)
      select ${organization}, 'Form ' || n, 'published', 'latest', now(), now(), now() from n returning id, title
    ), journey as (
      insert into journeys (organization_id, name, status, published_at, created_at, updated_at)
      select ${organization}, 'Journey ' || n, 'published', now(), now(), now() from n returning id, name
    ), form_version as (
      insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
      select ${organization}, id, 1, '{"type":"object","properties":{"size":{"type":"string"}}}', '{}', now() from form
    ), journey_version as (
      insert into journey_versions (organization_id, journey_id, version, sequence, created_at)
      select ${organization}, id, 1, 'any_order', now() from journey
    ), named as (
      insert into requirement_items (kind, item_id, organization_id, name)
      select 'badge', id, ${organization}::bigint, name from badge union all select 'form', id, ${organization}::bigint, title from form
      union all select 'journey', id, ${organization}::bigint, name from journey
    )
    select (select min(id) from badge) as badge, (select min(id) from form) as form, (select min(id) from journey) as journey
  `.execute(tx);
  const { badge = 0, form = 0, journey = 0 } = rows[0] ?? {};
  await sql`
    insert into journey_steps (organization_id, journey_id, version, position, key, title, kind, config)
    select organization_id, id, 1, 1, 'step', 'Talk to us', 'manual', '{}' from journeys where organization_id = ${organization}
  `.execute(tx);
  return { firstBadge: badge, firstForm: form, firstJourney: journey };
}

async function makeShifts(
  tx: Tx,
  organization: number,
  first: Omit<Crowd, 'organization' | 'demanding' | 'crowded'>,
  { people, days }: CrowdSize,
) {
  const before = sql.lit(days / 2);
  const twenty = (id: number) => Array.from({ length: 20 }, (_, index) => id + index);
  const requirements = {
    forms: twenty(first.firstForm),
    badges: twenty(first.firstBadge),
    journeys: twenty(first.firstJourney),
  };
  await sql`
    with mission as (
      insert into missions (organization_id, name, requirements)
      values (${organization}, 'Demanding', ${JSON.stringify(requirements)}) returning id
    ), program as (
      insert into programs (organization_id, name, default_mission_id) select ${organization}, 'Pantry', id from mission
      returning id, default_mission_id
    ), made as (
      insert into shifts (organization_id, program_id, mission_id, title, description, location, start_time, end_time,
        time_zone, requires_approval, status, roles, created_at, updated_at)
      select ${organization}, program.id, default_mission_id, case n when 0 then 'Crowded' else 'Shift ' || n % 50 end, '',
        'Pier 4', date_trunc('hour', now()) + (n / 100 - ${before}) * interval '1 day' + n % 100 * interval '5 minutes'
          + case n when 0 then ${before} * interval '1 day' else interval '0' end,
        date_trunc('hour', now()) + (n / 100 - ${before}) * interval '1 day' + n % 100 * interval '5 minutes' + interval '3 hours'
          + case n when 0 then ${before} * interval '1 day' else interval '0' end,
        'UTC', false, 'published', '[]', now(), now()
      from program, generate_series(0, ${sql.lit(days * 100 - 1)}) as n order by n
      returning id, title
    )
    insert into shift_seats (shift_id, organization_id, capacity, waitlist_capacity)
    select id, ${organization}::bigint, case title when 'Crowded' then null else 40 end, 10 from made
  `.execute(tx);
  // The triggers that count one by one would take most of the time.
  await sql`set local session_replication_role = replica`.execute(tx);
  await sql`
    with wanted as (
      select s.id, row_number() over (order by s.id) as place, s.start_time, s.end_time, s.title from shifts s
      where s.organization_id = ${organization}
    ), member as (
      select user_id, row_number() over (order by user_id) as place from memberships
      where organization_id = ${organization} and role = 'volunteer'
    )
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select ${organization}::bigint, wanted.id, member.user_id, 'active', start_time, end_time, 'crowd', now(), now()
    from wanted join member on member.place = 1 + wanted.place % (${sql.lit(people - 2000)}) where title <> 'Crowded'
    union all
    select ${organization}::bigint, wanted.id, member.user_id, 'active', start_time, end_time, 'crowd', now(), now()
    from wanted join member on member.place > ${sql.lit(people - 1500)} where title = 'Crowded'
  `.execute(tx);
  await sql`
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, method, created_at, updated_at)
    select r.id, r.organization_id, s.program_id, s.mission_id, s.id, r.user_id, 'checked_out', s.start_time, s.end_time,
      180, 'desk', now(), now()
    from registrations r join shifts s on s.id = r.shift_id
    where r.organization_id = ${organization} and s.end_time < now()
  `.execute(tx);
  await sql`set local session_replication_role = origin`.execute(tx);
  await recount(tx);
  await sql`analyze`.execute(tx);
}

import { sql } from 'kysely';
import type { Database } from '#platform/db/index.ts';

type Db = Database['db'];

/** What a request can be about. A crowd is planted around everything of these kinds that the request made. */
const kinds = ['shifts', 'forms', 'badges', 'journeys', 'webhook_endpoints'] as const;
export type Newest = Readonly<Record<(typeof kinds)[number], number>>;

export async function newest(db: Db): Promise<Newest> {
  const entries = kinds.map(async (kind) => {
    const { rows } = await sql<{ id: number }>`
      select coalesce(max(id), 0) as id from ${sql.table(kind)}
    `.execute(db);
    return [kind, rows[0]?.id ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Newest;
}

/** An organization of this size: members, programs, forms, badges, journeys, and what they leave behind. */
export async function fillOrganization(db: Db, organization: number, owner: number, size: number) {
  await sql`
    with people as (
      insert into users (email, name)
      select 'crowd-' || gen_random_uuid() || '@example.org', 'Crowd ' || n from generate_series(1, ${size}::int) n
      returning id
    ), members as (
      insert into memberships (organization_id, user_id, role, joined_at)
      select ${organization}, id, 'volunteer', now() from people
    ), invited as (
      insert into invitations (organization_id, role, digest, created_by, created_at, expires_at)
      select ${organization}, 'volunteer', uuid_send(gen_random_uuid()), ${owner}, now(), now() + interval '9 days'
      from people
    ), keys as (
      insert into api_keys (organization_id, name, prefix, digest, scopes, created_by, created_at)
      select ${organization}, 'Crowd', 'mk_crowd', uuid_send(gen_random_uuid()), '{audit}', ${owner}, now() from people
    ), new_missions as (
      insert into missions (organization_id, name) select ${organization}, 'Crowd ' || id from people returning id
    ), new_programs as (
      insert into programs (organization_id, name, default_mission_id)
      select ${organization}, 'Crowd ' || id, id from new_missions
    ), new_forms as (
      insert into forms (organization_id, title, status, resubmission, published_at, created_at, updated_at)
      select ${organization}, 'Crowd ' || id, 'published', 'many', now(), now(), now() from people returning id
    ), versions as (
      insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
      select ${organization}, id, 1, '{"type":"object"}', '{}', now() from new_forms
    ), new_badges as (
      insert into badges (organization_id, name, criteria, status, award_count, created_at, updated_at)
      select ${organization}, 'Crowd ' || id, '{"type":"manual"}', 'active', 1000, now(), now() from people
    ), new_journeys as (
      insert into journeys (organization_id, name, status, published_at, created_at, updated_at)
      select ${organization}, 'Crowd ' || id, 'published', now(), now(), now() from people returning id
    ), journey_version as (
      insert into journey_versions (organization_id, journey_id, version, sequence, created_at)
      select ${organization}, id, 1, 'in_order', now() from new_journeys
    ), steps as (
      insert into journey_steps (organization_id, journey_id, version, position, key, title, kind, config)
      select ${organization}, id, 1, 1, 'a', 'A', 'manual', '{}' from new_journeys
    )
    insert into audit_log (organization_id, actor_kind, action, object_type, object_id, request_id, created_at)
    select ${organization}, 'system', 'crowd.came', 'user', id, 'crowd', now() from people
  `.execute(db);
}

/** Gives a person a past and plans of this size in an organization. */
export async function fillPerson(db: Db, organization: number, person: number, size: number): Promise<void> {
  await sql`
    with program as (
      select id, default_mission_id from programs where organization_id = ${organization} order by id limit 1
    ), dates as (
      -- Half a year ago and half a year ahead, never two at once.
      select start_time from generate_series(1, ${size}::int) n,
        lateral (values (now() - make_interval(days => 180 + n)), (now() + make_interval(days => 180 + n))) as t (start_time)
    ), made as (
      insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status,
        created_at, updated_at)
      select ${organization}, program.id, default_mission_id, 'Crowd', start_time, start_time + interval '1 hour', 'UTC',
        'published', now(), now() from program, dates
      returning *
    ), seats as (
      insert into shift_seats (shift_id, organization_id) select id, organization_id from made
    ), taken as (
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
        updated_at)
      select organization_id, id, ${person}, 'active', start_time, end_time, 'crowd', now(), now() from made
      returning *
    )
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status,
      checked_in_at, checked_out_at, minutes, method, created_at, updated_at)
    select taken.id, organization_id, program.id, default_mission_id, shift_id, user_id, 'checked_out', start_time,
      end_time, 60, 'desk', now(), now() from taken, program where start_time < now()
  `.execute(db);
  await sql`
    with opened as (
      insert into sessions (user_id, refresh_hash, rotated_at, created_at, last_used_at, expires_at)
      select ${person}, '', now(), now(), now(), now() + interval '9 days' from generate_series(1, ${size}::int)
    ), feeds as (
      insert into calendar_feeds (digest, user_id, created_at)
      select uuid_send(gen_random_uuid()), ${person}, now() from generate_series(1, least(${size}::int, 19))
    ), submitted as (
      insert into form_submissions (organization_id, form_id, form_version, user_id, answers, submitted_at)
      select organization_id, id, 1, ${person}, '{}', now() from forms
      where organization_id = ${organization} and title like 'Crowd%' order by id limit ${size}
    ), enrolled as (
      insert into journey_enrollments (organization_id, journey_id, version, user_id, source, enrolled_at, updated_at)
      select organization_id, id, 1, ${person}, 'api', now(), now() from journeys
      where organization_id = ${organization} and name like 'Crowd%' order by id limit ${size}
    ), reported as (
      insert into hour_reports (organization_id, user_id, program_id, mission_id, day, minutes, status, decided_at,
        created_at, updated_at)
      select ${organization}, ${person}, program.id, default_mission_id, now()::date - n, 30,
        case when n % 2 = 0 then 'approved' else 'waiting' end, case when n % 2 = 0 then now() end, now(), now()
      from (select id, default_mission_id from programs where organization_id = ${organization} order by id limit 1) program,
        generate_series(1, ${size}::int) n
    )
    insert into badge_awards (organization_id, badge_id, user_id, public_code, source, awarded_at)
    select organization_id, id, ${person}, gen_random_uuid()::text, 'manual', now() from badges
    where organization_id = ${organization} and name like 'Crowd%' order by id limit ${size}
  `.execute(db);
}

/** People on what was made since: signed up and waiting, answering, awarded, on their way, and deliveries. */
export async function surround(db: Db, since: Newest, size: number): Promise<void> {
  await sql`
    update shift_seats set capacity = capacity + ${size}, waitlist_capacity = waitlist_capacity + ${size}
    where shift_id > ${since.shifts}
  `.execute(db);
  for (const status of ['active', 'waitlisted']) {
    await sql`
      with spots as (
        select row_number() over () as number, id, organization_id, start_time, end_time
        from shifts, generate_series(1, ${size}::int) where id > ${since.shifts}
      ), people as (
        insert into users (email, name)
        select 'guest-' || gen_random_uuid() || '@example.org', 'Guest' from spots returning id
      ), numbered as (select row_number() over () as number, id from people
      ), members as (
        insert into memberships (organization_id, user_id, role, joined_at)
        select organization_id, numbered.id, 'volunteer', now() from spots join numbered using (number)
      )
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
        updated_at)
      select organization_id, spots.id, numbered.id, ${status}, start_time, end_time, 'crowd', now(), now()
      from spots join numbered using (number)
    `.execute(db);
  }
  const crowd = (organization: string) =>
    sql`(select user_id from memberships m where m.organization_id = ${sql.raw(organization)} and role = 'volunteer'
      order by user_id limit ${size})`;
  await sql`
    with submitted as (
      insert into form_submissions (organization_id, form_id, form_version, user_id, answers, submitted_at)
      select organization_id, id, version, p.user_id, '{}', now()
      from forms, lateral ${crowd('forms.organization_id')} p where id > ${since.forms}
    ), enrolled as (
      insert into journey_enrollments (organization_id, journey_id, version, user_id, source, enrolled_at, updated_at)
      select organization_id, id, version, p.user_id, 'api', now(), now()
      from journeys, lateral ${crowd('journeys.organization_id')} p
      where id > ${since.journeys} on conflict do nothing
    ), awarded as (
      insert into badge_awards (organization_id, badge_id, user_id, public_code, source, awarded_at)
      select organization_id, id, p.user_id, gen_random_uuid()::text, 'manual', now()
      from badges, lateral ${crowd('badges.organization_id')} p
      where id > ${since.badges} on conflict do nothing
    ), counted as (
      update badges set award_count = award_count + ${size} where id > ${since.badges}
    )
    insert into webhook_attempts (delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number, cause,
      status, created_at, finished_at)
    select 1000000 + n, organization_id, id, 'evt_crowd' || n, now(), 'shift.checkin', 1, 'event', 'given_up', now(), now()
    from webhook_endpoints, generate_series(1, ${size}::int) n where id > ${since.webhook_endpoints}
  `.execute(db);
}

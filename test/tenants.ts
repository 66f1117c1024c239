import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import type { Database } from '#platform/db/index.ts';

type Db = Database['db'];

export const hostileId = 1;
/** Honest organizations have the ids from 2 on: whatever goes by id comes to the hostile one first. */
export const honestIds = Array.from({ length: 100 }, (_, index) => index + 2);

/** Each that gives a badge makes a pair of keys first, which takes a quarter of a second. */
export const badgeOwners = 11;

/** Organizations with some of everything that a job looks at. Every id follows from that of the organization. */
export async function plantHonest(db: Db, base: Temporal.Instant): Promise<void> {
  await plantPlans(
    db,
    base,
    honestIds,
    sql`(array['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])[1 + o % 4]`,
  );
  await sql`
    with o as (select unnest(${honestIds}::bigint[]) as o), b as (
      insert into badges (id, organization_id, name, criteria, status, created_at, updated_at)
      select o, o, 'First hour', '{"type":"hours","threshold":1}', 'active', ${base}, ${base} from o where o <= ${badgeOwners}
    ), s as (
      insert into series (id, organization_id, program_id, rule, time_zone, start_time, end_time, template, made_until, created_at)
      select o, o, o, 'FREQ=MONTHLY', 'UTC', ${base}::timestamptz - interval '7 days', ${base}::timestamptz - interval '167 hours',
        jsonb_build_object('programId', o, 'missionId', o, 'title', 'Monthly', 'description', '', 'location', '', 'timeZone', 'UTC',
          'requiresApproval', false, 'status', 'published', 'capacity', 5, 'waitlistCapacity', 0, 'roles', '[]'::jsonb),
        ${base}, ${base} from o
    )
    insert into forms (id, organization_id, title, status, resubmission, published_at, created_at, updated_at)
    select o, o, 'Form', 'published', 'once', ${base}, ${base}, ${base} from o
  `.execute(db);
  await sql`
    insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
    select organization_id, id, 1, '{"type":"object","properties":{"a":{"type":"string"}}}', '{}', ${base} from forms where organization_id <> ${hostileId}
  `.execute(db);
  await plantJourneys(db, base, honestIds, sql`'{"days":1}'`);
  await sql`
    insert into requirement_items (kind, item_id, organization_id, name)
    select kind, o, o, 'Item' from unnest(${honestIds}::bigint[]) as o, unnest(array['badge', 'journey']) as kind
  `.execute(db);
}

/** Four shifts: one that no one came to, one that no one left, one tomorrow, one with an offer that has run out. */
async function plantPlans(
  db: Db,
  base: Temporal.Instant,
  ids: readonly number[],
  zone: ReturnType<typeof sql>,
): Promise<void> {
  const o = sql`unnest(${[...ids]}::bigint[]) as o`;
  await sql`insert into organizations (id, name, time_zone, join_rule) select o, 'Organization ' || o, ${zone}, 'open' from ${o}`.execute(
    db,
  );
  await sql`
    insert into users (id, email, name, created_at, updated_at)
    select o * 10 + n, 'person' || o * 10 + n || '@example.org', 'Person ' || o * 10 + n, ${base}, ${base}
    from ${o}, generate_series(0, 4) as n
  `.execute(db);
  await sql`
    insert into memberships (organization_id, user_id, role, joined_at)
    select o, o * 10 + n, case n when 0 then 'owner' else 'volunteer' end, ${base} from ${o}, generate_series(0, 4) as n
  `.execute(db);
  await sql`insert into missions (id, organization_id, name) select o, o, 'Mission' from ${o}`.execute(db);
  await sql`insert into programs (id, organization_id, name, default_mission_id) select o, o, 'Program', o from ${o}`.execute(
    db,
  );
  await sql`
    insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
    select o * 10 + n, o, o, o, 'Shift ' || n, ${base}::timestamptz + place.starts, ${base}::timestamptz + place.starts + interval '2 hours',
      ${zone}, 'published', ${base}, ${base}
    from ${o}, (values (0, interval '-5 hours'), (1, interval '-8 hours'), (2, interval '22 hours'), (3, interval '5 days'))
      as place (n, starts)
  `.execute(db);
  await sql`
    insert into shift_seats (shift_id, organization_id, capacity, waitlist_capacity)
    select o * 10 + n, o, case n when 3 then 1 else 3 end, 5 from ${o}, generate_series(0, 3) as n
  `.execute(db);
  await sql`
    insert into registrations (id, organization_id, shift_id, user_id, status, start_time, end_time, offer_expires_at, source, created_at, updated_at)
    select o * 10 + place.r, o, o * 10 + place.shift, o * 10 + place.person, place.status, s.start_time, s.end_time,
      case when place.status = 'offered' then ${base}::timestamptz - interval '1 hour' end, 'self_service', ${base}, ${base}
    from ${o}, (values (0, 0, 1, 'active'), (1, 1, 1, 'active'), (2, 2, 1, 'active'), (3, 3, 1, 'offered'), (4, 3, 2, 'waitlisted'))
      as place (r, shift, person, status) join shifts s on true
    where s.id = o * 10 + place.shift
  `.execute(db);
  await recount(db);
  await sql`
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status, checked_in_at, method,
      created_at, updated_at)
    select r.id, r.organization_id, r.organization_id, r.organization_id, r.shift_id, r.user_id, 'checked_in', r.start_time, 'self',
      ${base}, ${base}
    from registrations r where r.organization_id = any(${[...ids]}::bigint[]) and r.id % 10 = 1
  `.execute(db);
}

/** A step that time completes, due now, and one whose reminder is due. */
async function plantJourneys(
  db: Db,
  base: Temporal.Instant,
  ids: readonly number[],
  config: ReturnType<typeof sql>,
): Promise<void> {
  const o = sql`unnest(${[...ids]}::bigint[]) as o`;
  await sql`
    insert into journeys (id, organization_id, name, status, published_at, created_at, updated_at)
    select o, o, 'Journey', 'published', ${base}, ${base}, ${base} from ${o}
  `.execute(db);
  await sql`
    insert into journey_versions (organization_id, journey_id, version, sequence, created_at)
    select o, o, 1, 'any_order', ${base} from ${o}
  `.execute(db);
  await sql`
    insert into journey_steps (id, organization_id, journey_id, version, position, key, title, kind, config, deadline_days, reminder_days)
    select o * 10, o, o, 1, 1, 'wait', 'Wait', 'wait', ${config}::jsonb, null::int, null::int from ${o}
    union all select o * 10 + 1, o, o, 1, 2, 'ask', 'Ask', 'manual', case when ${config} = '{"days":1}' then '{}' else 'null' end::jsonb, 10, 9 from ${o}
  `.execute(db);
  await sql`
    insert into journey_enrollments (id, organization_id, journey_id, version, user_id, source, timer_at, reminder_at, enrolled_at, updated_at)
    select o * 10, o, o, 1, o * 10 + 1, 'self_service', ${base}::timestamptz - interval '1 day', ${base}::timestamptz - interval '1 day',
      ${base}::timestamptz - interval '2 days', ${base} from ${o}
  `.execute(db);
}

/** One organization with the worst in every table: no request could write it, an older version or a repair might have. */
export async function plantHostile(db: Db, base: Temporal.Instant): Promise<void> {
  await plantPlans(db, base, [hostileId], sql`'Mars/Phobos'`);
  await sql`
    update organizations set name = repeat('Ω"<', 30000), time_zone = 'US/Pacific-New',
      policies = '{"signup_opens_days":"often","min_rest_minutes":[1],"max_hours_per_week":{},"waitlist_mode":7}'
    where id = ${hostileId}
  `.execute(db);
  await sql`update programs set policies = '[]' where organization_id = ${hostileId}`.execute(db);
  await sql`update missions set requirements = '"none"' where organization_id = ${hostileId}`.execute(db);
  await sql`
    update users set time_zone = 'PST', language = 'xx', notification_preferences = '[1]', emergency_contact = '7', name = repeat('N', 50000)
    where id between ${hostileId * 10} and ${hostileId * 10 + 9}
  `.execute(db);
  await sql`
    insert into availability (user_id, time_zone, weekly, exceptions, updated_at)
    select id, 'Foo5', '[{"weekday":"x"}]', '[{"date":"never"}]', ${base} from users where id between 10 and 19
  `.execute(db);
  await sql`update shifts set title = repeat('T', 50000), time_zone = 'EST5EDT4' where organization_id = ${hostileId} and id % 2 = 0`.execute(
    db,
  );
  await sql`
    insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
    select 1000000 + n, ${hostileId}, ${hostileId}, ${hostileId}, 'Draft', ${base}::timestamptz + n * interval '1 minute',
      ${base}::timestamptz + (n + 60) * interval '1 minute', 'IST', 'draft', ${base}, ${base}
    from generate_series(1, 5000) as n
  `.execute(db);
  await sql`insert into shift_seats (shift_id, organization_id, capacity) select id, organization_id, 1 from shifts where id > 1000000`.execute(
    db,
  );
  await sql`
    insert into series (id, organization_id, program_id, rule, time_zone, start_time, end_time, template, made_until, created_at)
    select 1000000 + n, ${hostileId}, ${hostileId}, (array['FREQ=NEVER', 'FREQ=DAILY', 'FREQ=DAILY;EXDATE;TZID=PST:1'])[1 + n % 3], 'CST',
      ${base}::timestamptz - interval '1 day', ${base}::timestamptz - interval '23 hours', '{"roles":null}',
      ${base}::timestamptz - interval '1 day', ${base}
    from generate_series(1, 120) as n
  `.execute(db);
  await sql`
    insert into badges (id, organization_id, name, image_url, criteria, status, created_at, updated_at)
    select 1000000 + n, ${hostileId}, 'Badge', 'javascript:alert(1)', criteria::jsonb, 'active', ${base}, ${base}
    from unnest(array['{"type":"hours","threshold":"lots"}', '{"type":"streak","unit":7,"threshold":1}', '{"type":"no such type"}',
      '{"type":"journey","journey_id":"x","threshold":1}', '{}', '[]', '"manual"']) with ordinality as given (criteria, n)
  `.execute(db);
  await sql`
    insert into forms (id, organization_id, title, status, resubmission, published_at, created_at, updated_at)
    select 1000000 + n, ${hostileId}, 'Form', 'published', 'once', ${base}, ${base}, ${base} from generate_series(1, 3) as n
  `.execute(db);
  await sql`
    insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
    select ${hostileId}, 1000000 + n, 1, schema::json, '7', ${base}
    from unnest(array['"no schema"', '{"type":"object","pattern":"("}', '[]']) with ordinality as given (schema, n)
  `.execute(db);
  await plantJourneys(db, base, [hostileId], sql`'{"days":"soon"}'`);
  await sql`
    insert into notifications (key, kind, user_id, organization_id, details, about_at, created_at)
    select 'odd:' || kind || n, kind, 10, ${hostileId}, details::jsonb, ${base}::timestamptz - interval '1 day', ${base}
    from unnest(array['understaffed', 'journey_reminder', 'no such kind', 'reminder'],
      array['{"date":"never"}', '{"enrollment_id":"x"}', '[]', '7']) as given (kind, details), generate_series(1, 30) as n
  `.execute(db);
  await sql`
    insert into webhook_endpoints (organization_id, name, url, events, secret, created_at, updated_at)
    select ${hostileId}, 'Hook', case when n % 2 = 0 then 'http://127.0.0.1:1/' else 'no address' end, '{shift.no_show,shift.checkout,shift.waitlist_promoted}', '\\x00'::bytea, ${base}, ${base}
    from generate_series(1, 50) as n
  `.execute(db);
}

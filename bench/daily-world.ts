/**
 * Small organizations, as most are, on a day on which all of them have something to do. Each has five people, a shift that
 * ended two hours ago with three people who never checked out and two who never came, a shift in twenty hours with
 * everyone on it, a weekly series without an end, an automatic badge, and a journey with two people: one has waited long
 * enough, the other one is to be reminded. In every tenth, that shift earns the badge and an offer has expired.
 * People have the numbers (organization - 1) * 5 + 1 to 5; what an organization has once has its number.
 */
export function dailyWorld(organizations: number, events: number): string[] {
  const each = `generate_series(1, ${organizations}) as o`;
  const over = `date_trunc('hour', now()) - interval '2 hours'`;
  const soon = `date_trunc('hour', now()) + interval '20 hours'`;
  const times = (first: string, second: string) =>
    `cross join (values (0, ${first} - interval '3 hours', ${first}), (1, ${second}, ${second} + interval '3 hours')) as t (n, starts, ends)`;
  return [
    `insert into users (id, email, name, created_at)
      select n, 'p' || n || '@example.org', 'Person ' || n, now() from generate_series(1, ${organizations * 5}) as n`,
    `insert into organizations (id, name, time_zone) select o, 'Organization ' || o, 'UTC' from ${each}`,
    `insert into memberships (organization_id, user_id, role, joined_at)
      select o, (o - 1) * 5 + n, case n when 1 then 'owner' else 'volunteer' end, now() from ${each}, generate_series(1, 5) as n`,
    `insert into missions (id, organization_id, name) select o, o, 'Mission' from ${each}`,
    `insert into programs (id, organization_id, name, default_mission_id) select o, o, 'Program', o from ${each}`,
    // The shifts of organization o are 2 * o - 1 and 2 * o.
    `insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
      select 2 * o - 1 + n, o, o, o, 'Shift', starts, ends, 'UTC', 'published', now(), now() from ${each} ${times(over, soon)}`,
    `insert into shift_seats (shift_id, organization_id, capacity, active, offered)
      select 2 * o - 1 + n, o, 10, case when n = 1 and o % 10 = 0 then 4 else 5 end, case when n = 1 and o % 10 = 0 then 1 else 0 end
      from ${each} cross join generate_series(0, 1) as n`,
    // The registration of a person for the first shift has the person's number.
    `insert into registrations (id, organization_id, shift_id, user_id, status, start_time, end_time, offer_expires_at, source, created_at, updated_at)
      select n * ${organizations * 5} + (o - 1) * 5 + p, o, 2 * o - 1 + n, (o - 1) * 5 + p,
        case when n = 1 and p = 5 and o % 10 = 0 then 'offered' else 'active' end, starts, ends,
        case when n = 1 and p = 5 and o % 10 = 0 then now() - interval '1 minute' end, 'self_service', now(), now()
      from ${each} ${times(over, soon)} cross join generate_series(1, 5) as p`,
    `insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
      select user_id, id, organization_id, shift_id, status, start_time, end_time from registrations`,
    `insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status, checked_in_at, method, created_at, updated_at)
      select (o - 1) * 5 + p, o, o, o, 2 * o - 1, (o - 1) * 5 + p, 'checked_in', ${over} - interval '3 hours', 'self', now(), now()
      from ${each}, generate_series(1, 3) as p`,
    `insert into series (id, organization_id, program_id, rule, time_zone, start_time, end_time, template, made_until, created_at)
      select o, o, o, 'FREQ=WEEKLY', 'UTC', ${soon}, ${soon} + interval '3 hours', jsonb_build_object('programId', o, 'missionId', o,
        'title', 'Weekly', 'description', '', 'location', '', 'timeZone', 'UTC', 'requiresApproval', false, 'status', 'published',
        'capacity', 10, 'waitlistCapacity', null, 'roles', '[]'::jsonb), now() + (172 + o % 7) * interval '1 day', now() from ${each}`,
    `insert into badges (organization_id, name, criteria, status, created_at, updated_at)
      select o, 'Shifts', jsonb_build_object('type', 'shifts', 'threshold', case when o % 10 = 0 then 1 else 10 end), 'active', now(), now()
      from ${each}`,
    `insert into requirement_items (kind, item_id, organization_id, name) select 'badge', id, organization_id, name from badges`,
    `insert into journeys (id, organization_id, name, status, published_at, created_at, updated_at)
      select o, o, 'Onboarding', 'published', now(), now(), now() from ${each}`,
    `insert into journey_versions (organization_id, journey_id, version, sequence, created_at) select o, o, 1, 'in_order', now() from ${each}`,
    `insert into journey_steps (id, organization_id, journey_id, version, position, key, title, kind, config, deadline_days, reminder_days)
      select o * 2 - 1, o, o, 1, 1, 'wait', 'Think it over', 'wait', '{"days": 2}'::jsonb, null, null from ${each}
      union all select o * 2, o, o, 1, 2, 'talk', 'A talk', 'manual', '{}', 7, 2 from ${each}`,
    `insert into journey_enrollments (id, organization_id, journey_id, version, user_id, source, current_step_id, due_at, timer_at,
        reminder_at, enrolled_at, updated_at)
      select o * 2 - 1, o, o, 1, (o - 1) * 5 + 1, 'self_service', o * 2 - 1, null::timestamptz, now() - interval '1 hour',
        null::timestamptz, now() - interval '49 hours', now() from ${each}
      union all select o * 2, o, o, 1, (o - 1) * 5 + 2, 'self_service', o * 2, now() + interval '2 days', null,
        now() - interval '1 hour', now() - interval '7 days', now() from ${each}`,
    `insert into journey_completions (organization_id, enrollment_id, step_key, status, completed_at)
      select o, o * 2, 'wait', 'completed', now() - interval '5 days' from ${each}`,
    ...['organizations', 'users', 'shifts', 'registrations', 'series', 'journeys', 'journey_enrollments'].map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ),
    `select history.ensure_all(now() - n * interval '7 days') from generate_series(1, 2) as n`,
    `insert into events (id, organization_id, type, data, created_at)
      select 'evt_' || lpad(to_hex(n), 32, '0'), n % ${organizations} + 1, 'shift.updated', '{"shift": {"id": 1}}', now() - n * interval '1 second'
      from generate_series(1, ${events}) as n`,
    'delete from hours_stale',
    'vacuum analyze',
  ];
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recounting } from '#demo/recount.ts';
import { introducePeople, tokensOfPeople } from './sign-ups.ts';
import type { Stage } from './stage.ts';

const organizations = 20;
/** No one may be in two places at once, so one person's shifts follow on each other, each a minute long. */
const minutes = 16;
/** In each organization at each of the minutes. */
const shiftsAtOnce = 5;
/** The first begins so long after now; the last is open for check-in from half an hour before its own start. */
const firstInMinutes = 8;
/** Those who have a token. */
const people = 2_500;

/** A file of check-ins that are all within their window, for some minutes from now on. */
export async function spreadCheckIns(stage: Stage): Promise<string> {
  await introducePeople(stage);
  const tokens = await tokensOfPeople(stage);
  await makeShifts(stage);
  const registrations = await insertRegistrations(stage);
  for (const statement of recounting()) await stage.sql(statement);
  const file = join(stage.folder, 'check-ins');
  const lines = registrations.map(
    ({ user, shift }) => `/api/v1/shifts/${shift}/checkin\t${tokens.get(user)}\t{"user_id":${user}}`,
  );
  await writeFile(file, lines.join('\n'));
  return file;
}

async function makeShifts(stage: Stage): Promise<void> {
  await stage.sql(`
    create table check_in_shifts (organization_id bigint, minute int, place int, id bigint);
    with wanted as (
      select nextval(pg_get_serial_sequence('shifts', 'id')) as id, organization_id, minute, place,
        now() + (${firstInMinutes} + minute) * interval '1 minute' as start_time
      from generate_series(1, ${organizations}) as organization_id cross join generate_series(0, ${minutes - 1}) as minute
      cross join generate_series(0, ${shiftsAtOnce - 1}) as place
    ), made as (
      insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status,
                          created_at, updated_at)
      select wanted.id, wanted.organization_id, program.id, program.default_mission_id, 'Check-in', start_time,
        start_time + interval '1 minute', 'UTC', 'published', now(), now()
      from wanted cross join lateral (
        select * from programs where organization_id = wanted.organization_id order by id limit 1) as program
    ), seats as (
      insert into shift_seats (shift_id, organization_id) select id, organization_id from wanted
    ) insert into check_in_shifts select organization_id, minute, place, id from wanted`);
}

/** In an order that has nothing to do with the order of shifts. Who is elsewhere at that time stays there. */
async function insertRegistrations(stage: Stage): Promise<{ user: number; shift: number }[]> {
  return await stage.sql<{ user: number; shift: number }>(`
    with registered as (
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at,
                                 updated_at)
      select s.organization_id, s.id, person, 'active', s.start_time, s.end_time, 'self_service', now(), now()
      from generate_series(1, ${people}) as person
      join check_in_shifts on check_in_shifts.organization_id = 1 + (person - 1) % ${organizations}
        and check_in_shifts.place = (person / ${organizations} + check_in_shifts.minute) % ${shiftsAtOnce}
      join shifts s on s.id = check_in_shifts.id and s.organization_id = check_in_shifts.organization_id
      where not exists (
        select 1 from registrations r where r.user_id = person and r.status <> 'cancelled'
          and r.start_time < s.end_time and r.end_time > s.start_time)
      returning user_id::int as "user", shift_id::int as shift
    ) select "user", shift from registered order by md5(shift::text || ' ' || "user")`);
}

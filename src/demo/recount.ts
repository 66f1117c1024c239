import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';

/** No id is higher. */
const highestId = Number.MAX_SAFE_INTEGER;

/**
 * Brings the counts of shifts and the time of their people in line with the registrations, for rows that were inserted
 * without the code of sign-ups: demo data, and those of tests and benchmarks. Set-based, for the shifts with a higher id,
 * as far as the last one.
 */
export const recounting = (after = 0, last = highestId): readonly string[] => [
  `update shift_seats seats set active = real.active, pending = real.pending, offered = real.offered,
     waitlisted = real.waitlisted
   from (
     select s.organization_id, s.shift_id, count(*) filter (where r.status = 'active') as active,
       count(*) filter (where r.status = 'pending_approval') as pending,
       count(*) filter (where r.status = 'offered') as offered,
       count(*) filter (where r.status = 'waitlisted') as waitlisted
     from shift_seats s left join registrations r on r.shift_id = s.shift_id and r.organization_id = s.organization_id
     where s.shift_id > ${after} and s.shift_id <= ${last}
     group by s.organization_id, s.shift_id
   ) as real
   where seats.organization_id = real.organization_id and seats.shift_id = real.shift_id
     and (seats.active, seats.pending, seats.offered, seats.waitlisted)
       <> (real.active, real.pending, real.offered, real.waitlisted)`,
  `update shift_roles role set taken = real.taken, active = real.active
   from (
     select s.organization_id, s.id, count(r.id) as taken, count(r.id) filter (where r.status = 'active') as active
     from shift_roles s left join registrations r on r.organization_id = s.organization_id and r.role_id = s.id
       and r.shift_id = s.shift_id and r.status in ('active', 'pending_approval', 'offered')
     where s.shift_id > ${after} and s.shift_id <= ${last}
     group by s.organization_id, s.id
   ) as real
   where role.organization_id = real.organization_id and role.id = real.id
     and (role.taken, role.active) <> (real.taken, real.active)`,
  `delete from person_places
   where shift_id > ${after} and shift_id <= ${last} and registration_id in (
     select id from registrations where status = 'cancelled' and shift_id > ${after} and shift_id <= ${last})`,
  `insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
   select user_id, id, organization_id, shift_id, status, start_time, end_time from registrations
   where status <> 'cancelled' and shift_id > ${after} and shift_id <= ${last}
   on conflict (registration_id, user_id, organization_id) do update set
     status = excluded.status, start_time = excluded.start_time, end_time = excluded.end_time
   where (person_places.status, person_places.start_time, person_places.end_time)
     <> (excluded.status, excluded.start_time, excluded.end_time)`,
];

export async function recount(db: Reader, after?: number, last?: number): Promise<void> {
  for (const statement of recounting(after, last)) await sql.raw(statement).execute(db);
}

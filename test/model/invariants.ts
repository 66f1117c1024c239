import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/db/index.ts';

/** Each finds rows that must not exist, whatever was asked at once. */
const violations: Record<string, RawBuilder<unknown>> = {
  'counters differ from rows': sql`
    select seats.* from shift_seats seats left join (
      select shift_id, organization_id, count(*) filter (where status = 'active') as active,
        count(*) filter (where status = 'pending_approval') as pending,
        count(*) filter (where status = 'offered') as offered,
        count(*) filter (where status = 'waitlisted') as waitlisted
      from registrations group by 1, 2
    ) as real on real.shift_id = seats.shift_id and real.organization_id = seats.organization_id
    where (seats.active, seats.pending, seats.offered, seats.waitlisted) <>
      (coalesce(real.active, 0), coalesce(real.pending, 0), coalesce(real.offered, 0), coalesce(real.waitlisted, 0))`,
  'role counters differ from rows': sql`
    select role.* from shift_roles role left join (
      select role_id, organization_id, count(*) as taken, count(*) filter (where status = 'active') as active
      from registrations where status in ('active', 'pending_approval', 'offered') group by 1, 2
    ) as real on real.role_id = role.id and real.organization_id = role.organization_id
    where (role.taken, role.active) <> (coalesce(real.taken, 0), coalesce(real.active, 0))`,
  'more spots than allowed': sql`
    select * from shift_seats
    where overbooked <> greatest(0, coalesce(active + pending + offered - capacity, 0))`,
  'more spots of a role than allowed': sql`
    select * from shift_roles where overbooked <> greatest(0, coalesce(taken - capacity, 0))`,
  'somebody in two places at once': sql`
    select a.user_id, a.shift_id, b.shift_id as other from registrations a join registrations b
      on b.user_id = a.user_id and b.id > a.id
     and tstzrange(b.start_time, b.end_time) && tstzrange(a.start_time, a.end_time)
    where a.status in ('active', 'pending_approval') and b.status in ('active', 'pending_approval')`,
  'the time of people differs from their registrations': sql`
    select r.id, place.registration_id from (select * from registrations where status <> 'cancelled') as r
    full join person_places place on place.registration_id = r.id
    where (r.user_id, r.organization_id, r.shift_id, r.status, r.start_time, r.end_time) is distinct from
      (place.user_id, place.organization_id, place.shift_id, place.status, place.start_time, place.end_time)`,
  'two live registrations of one person on one shift': sql`
    select shift_id, user_id from registrations where status <> 'cancelled' group by 1, 2 having count(*) > 1`,
  'a live registration on a cancelled shift': sql`
    select r.id from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where s.status = 'cancelled' and r.status <> 'cancelled'`,
  'a registration at another time than its shift': sql`
    select r.id from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.status <> 'cancelled' and (r.start_time, r.end_time) <> (s.start_time, s.end_time)`,
  'somebody waits while a spot for them is free': sql`
    select r.id, r.shift_id, r.user_id from registrations r
    join shifts s on s.id = r.shift_id join shift_seats seats on seats.shift_id = r.shift_id
    left join shift_roles role on role.id = r.role_id
    where r.status = 'waitlisted' and s.status = 'published'
      and (seats.capacity is null or seats.active + seats.pending + seats.offered < seats.capacity)
      and (role.capacity is null or role.taken < role.capacity)
      and not exists (
        select 1 from registrations other
        where other.user_id = r.user_id and other.id <> r.id
          and other.status in ('active', 'pending_approval', 'offered')
          and tstzrange(other.start_time, other.end_time) && tstzrange(r.start_time, r.end_time))`,
  'the audit log does not tell how a registration came to its state': sql`
    with steps as (
      select object_id as id, id as position, before ->> 'status' as before, after ->> 'status' as after, organization_id
      from audit_log where object_type = 'registration' and action <> 'registration.changed'
      union all
      select object_id, id, null, after ->> 'status', organization_id from audit_log where action = 'registration.changed'
      union all
      select (before ->> 'registration_id')::bigint, id, before ->> 'status', 'cancelled', organization_id
      from audit_log where action = 'registration.changed'
    ), story as (
      select *, lag(after) over one as previous, last_value(after) over (one rows between unbounded preceding and unbounded following) as final
      from steps window one as (partition by id order by position)
    )
    select r.id, r.status, story.* from registrations r left join story on story.id = r.id
    where story.final is distinct from r.status or story.before is distinct from story.previous
      or story.organization_id is distinct from r.organization_id`,
  'the events do not tell how a registration came to its state': sql`
    with told as (
      select (data ->> 'registration_id')::bigint as id, data ->> 'status' as status, position, organization_id
      from events
      -- These tell about attendance, which has a status too.
      where data ? 'registration_id' and type not in (
        'shift.checkin', 'shift.checkout', 'shift.no_show', 'shift.attendance_corrected', 'shift.hours_verified')
      union all
      select (data ->> 'from_registration_id')::bigint, 'cancelled', position, organization_id
      from events where data ? 'from_registration_id'
    ), last as (
      select distinct on (id) * from told order by id, position desc
    )
    select r.id, r.status, last.status as told, r.flags from registrations r left join last on last.id = r.id
    where last.organization_id is distinct from r.organization_id
      -- A cancelled shift is one event for everybody on it.
      or (last.status is distinct from r.status and not r.flags @> '{shift_cancelled}')`,
  'an offer without a job that ends it': sql`
    select r.id from registrations r where r.status = 'offered' and not exists (
      select 1 from queued_jobs job
      where job.task = 'expire_offer' and (job.payload ->> 'registration_id')::bigint = r.id
        and job.run_at = r.offer_expires_at)`,
  'a transaction or a lock was left behind': sql`
    select pid, state from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'
    union all
    select pid, 'advisory lock' from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
};

/** Whole tables, read first: on a cluster, rows of several organizations, or of an organization and a person, are not joined. */
const tables = ['registrations', 'shifts', 'shift_roles', 'shift_seats', 'person_places', 'audit_log'].map(
  (name) => sql.raw(`${name} as materialized (select * from public.${name})`),
);

/** What is wrong in the whole database: empty when all is well. */
export async function brokenInvariants({ db }: Pick<Database, 'db'>): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    // Nothing is known about new tables: PostgreSQL would compare each row with every other one.
    await sql`set local enable_nestloop = off`.execute(tx);
    const broken: string[] = [];
    for (const [name, query] of Object.entries(violations)) {
      const { rows } =
        await sql`with ${sql.join(tables)} select found.* from (${query}) as found limit 3`.execute(tx);
      if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`);
    }
    return broken;
  });
}

import { sql } from 'kysely';
import { ahead, type Database, type Tx } from '#platform/db/index.ts';

type Reader = Database['db'] | Tx;

/** Which people are to be judged for which shift. */
export interface FactsQuestion {
  readonly shiftId: number;
  readonly userIds: readonly number[];
}

/** One shift with everything around it that the rules look at. */
export interface StoredShift {
  readonly id: number;
  readonly organization_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly title: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly time_zone: string;
  readonly status: 'draft' | 'published' | 'cancelled';
  readonly requires_approval: boolean;
  readonly capacity: number | null;
  readonly waitlist_capacity: number | null;
  readonly active: number;
  readonly pending: number;
  readonly offered: number;
  readonly waitlisted: number;
  readonly organization_zone: string;
  readonly organization_policies: Record<string, unknown>;
  readonly program_policies: Record<string, unknown>;
  readonly required_profile_fields: string[];
  readonly join_rule: string;
  readonly join_role: string;
  readonly requirements: Record<string, unknown>;
  readonly roles: readonly RoleRow[];
}

export interface RoleRow {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly taken: number;
}

/** One person, once, however many shifts are asked about. */
export interface StoredPerson {
  readonly id: number;
  readonly name: string;
  readonly date_of_birth: string | null;
  readonly profile: readonly string[];
  /** By organization, for those of the shifts. */
  readonly roles: Readonly<Record<string, string>>;
  readonly availability: { time_zone: string; weekly: unknown[]; exceptions: unknown[] } | null;
  readonly registrations: readonly StoredRegistration[];
}

/** Times as milliseconds: the quickest form to carry through JSON. */
export interface StoredRegistration {
  readonly id: number;
  readonly shift_id: number;
  readonly start: number;
  readonly end: number;
  readonly status: string;
}

/**
 * For the rest of the transaction plans are kept instead of made again. PostgreSQL expects ten ids in each list and
 * therefore thinks a plan for the one that is there worth its price; for a sign-up that was 1.6 of the 4.1 ms of its
 * CPU (on 100,000 shifts and 1,000,000 registrations). Every statement behind the locks goes by keys.
 */
const keepPlans = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * Shifts first, in the order of their ids, then people: every transaction of this slice takes its locks in
 * this order. They are sent ahead; whatever is read behind them sees what stood when they were granted.
 */
export async function lockShifts(tx: Tx, shiftIds: readonly number[]): Promise<void> {
  await sql`${ahead}
    select ${keepPlans} from shift_seats where shift_id = any(${[...shiftIds]}::bigint[]) order by shift_id for update
  `.execute(tx);
}

/** Whom a transaction may touch beyond the people it names. */
export interface PeopleOf {
  /** Those at the head of these shifts' waitlists, who may be given a spot. */
  readonly waitlists?: readonly number[];
  /** Everybody on the waitlists of these shifts. */
  readonly wholeWaitlists?: readonly number[];
  /** Everybody on these shifts: their time changes with the shift's. */
  readonly rosters?: readonly number[];
}

/**
 * People share a fixed number of locks. Two who share one wait for each other now and then; in return a change
 * of a long series with long waitlists cannot exhaust the lock table of the database.
 */
export async function lockPeople(tx: Tx, userIds: readonly number[], more: PeopleOf = {}): Promise<void> {
  const { waitlists = [], wholeWaitlists = [], rosters = [] } = more;
  const waiting =
    waitlists.length === 0
      ? sql``
      : sql`union select head.user_id from unnest(${[...waitlists]}::bigint[]) as shift (id) cross join lateral (
              select user_id from registrations where shift_id = shift.id and status = 'waitlisted'
              order by id limit ${headOfList}
            ) as head`;
  const allWaiting =
    wholeWaitlists.length === 0
      ? sql``
      : sql`union select user_id from registrations
            where shift_id = any(${[...wholeWaitlists]}::bigint[]) and status = 'waitlisted'`;
  const registered =
    rosters.length === 0
      ? sql``
      : sql`union select user_id from registrations
            where shift_id = any(${[...rosters]}::bigint[]) and status <> 'cancelled'`;
  await sql`${ahead}
    select pg_advisory_xact_lock(${personSpace}, key)
    from (
      select distinct hashint8(id) & ${personLocks - 1} as key
      from (select unnest(${userIds.filter(Number.isSafeInteger)}::bigint[]) as id ${waiting} ${allWaiting} ${registered}) as wanted order by key
    ) as sorted
  `.execute(tx);
}

/** How many at the head of a waitlist are locked at once. Further down it goes only where the head is not enough. */
export const headOfList = 100;

/** A constant that names the lock space of people. */
const personSpace = 1_886_545_010;

/** A power of two, and a third of what PostgreSQL's lock table holds by default. */
const personLocks = 2_048;

/** How far around a shift a person's other registrations count for the rules. */
export const nearbyDays = 15;

/**
 * Everything the rules need to know about any number of shifts and people, in one statement that only reads. A person's
 * registrations are looked up once for all the shifts they are asked about: the spans around the shifts are merged, so
 * that nothing is read twice. It begins with SELECT, so it travels together with BEGIN.
 */
export async function selectFacts(
  db: Reader,
  questions: readonly FactsQuestion[],
): Promise<{ readonly shifts: readonly StoredShift[]; readonly people: readonly StoredPerson[] }> {
  const pairs = questions.flatMap(({ shiftId, userIds }) => userIds.map((userId) => ({ shiftId, userId })));
  const { rows } = await sql<{ shifts: StoredShift[]; people: StoredPerson[] }>`
    select
      coalesce((
        select json_agg(json_build_object('id', s.id, 'organization_id', s.organization_id,
          'program_id', s.program_id, 'mission_id', s.mission_id, 'title', s.title, 'start_time', s.start_time,
          'end_time', s.end_time, 'time_zone', s.time_zone, 'status', s.status,
          'requires_approval', s.requires_approval, 'capacity', seats.capacity,
          'waitlist_capacity', seats.waitlist_capacity, 'active', seats.active, 'pending', seats.pending,
          'offered', seats.offered, 'waitlisted', seats.waitlisted, 'organization_zone', o.time_zone,
          'organization_policies', o.policies, 'program_policies', p.policies,
          'required_profile_fields', o.required_profile_fields, 'join_rule', o.join_rule, 'join_role', o.join_role,
          'requirements', m.requirements,
          'roles', case when s.roles = '[]' then '[]'::json else (
            select json_agg(json_build_object('id', r.id, 'key', r.key, 'name', r.name, 'capacity', r.capacity,
              'taken', r.taken) order by r.position)
            from shift_roles r where r.shift_id = s.id
          ) end))
        from shifts s
        join shift_seats seats on seats.shift_id = s.id
        join organizations o on o.id = s.organization_id
        join programs p on p.id = s.program_id
        join missions m on m.id = s.mission_id
        where s.id = any(${questions.map(({ shiftId }) => shiftId)}::bigint[])
      ), '[]'::json) as shifts,
      coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.name, 'date_of_birth', u.date_of_birth,
          'profile', array_remove(array[
            case when u.phone is not null then 'phone' end,
            case when u.date_of_birth is not null then 'date_of_birth' end,
            case when u.emergency_contact is not null then 'emergency_contact' end,
            case when u.email_verified_at is not null then 'email_verified' end], null),
          'roles', coalesce((
            select json_object_agg(member.organization_id, member.role) from memberships member
            where member.user_id = u.id and member.organization_id = any(asked.organizations)
          ), '{}'::json),
          'availability', case when a.user_id is not null
            then json_build_object('time_zone', a.time_zone, 'weekly', a.weekly, 'exceptions', a.exceptions) end,
          'registrations', coalesce((
            select json_agg(json_build_object('id', r.id, 'shift_id', r.shift_id,
              'start', (extract(epoch from r.start_time) * 1000)::bigint,
              'end', (extract(epoch from r.end_time) * 1000)::bigint, 'status', r.status))
            from registrations r
            where r.user_id = u.id and r.status <> 'cancelled' and r.start_time >= lower(asked.nearby)
              and r.start_time < upper(asked.nearby) and asked.nearby @> r.start_time
          ), '[]'::json)))
        from (
          select pair.user_id, array_agg(distinct s.organization_id) as organizations,
            range_agg(tstzrange(s.start_time - ${nearby}::interval, s.end_time + ${nearby}::interval)) as nearby
          from unnest(${pairs.map(({ shiftId }) => shiftId)}::bigint[], ${pairs.map(({ userId }) => userId)}::bigint[])
            as pair (shift_id, user_id)
          join shifts s on s.id = pair.shift_id
          group by pair.user_id
        ) as asked
        join users u on u.id = asked.user_id
        left join availability a on a.user_id = u.id
        where u.erased_at is null
      ), '[]'::json) as people
  `.execute(db);
  return rows[0] ?? { shifts: [], people: [] };
}

const nearby = `${nearbyDays} days`;

import { sql } from 'kysely';
import { ahead, type Database, type Tx } from '#platform/db/index.ts';
import { type FormFulfilment, fulfilmentOf } from '#slices/forms/index.ts';
import { type EarnedFulfilment, earnedFulfilmentOf } from '#slices/organizations/index.ts';

type Reader = Database['db'] | Tx;

/** Everything the rules need to know about one shift and some people, read in one statement. */
export interface ShiftFactsRow {
  readonly id: number;
  readonly organization_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
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
  readonly people: readonly PersonRow[];
  /** The forms that the mission asks for, where it asks for any. */
  readonly forms?: readonly FormFulfilment[];
  /** The badges and journeys that it asks for, likewise. */
  readonly earned?: readonly EarnedFulfilment[];
}

export interface RoleRow {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly taken: number;
}

export interface PersonRow {
  readonly id: number;
  readonly date_of_birth: string | null;
  readonly profile: readonly string[];
  readonly role: string | null;
  readonly availability: { time_zone: string; weekly: unknown[]; exceptions: unknown[] } | null;
  readonly others: readonly OtherRow[];
  readonly existing: { id: number; status: string } | null;
  /** A number for the registration that may come of this: asked for ahead, so that writing needs no answer. */
  readonly next_id: number;
}

/** Times as milliseconds: the quickest form to carry through JSON. */
export interface OtherRow {
  readonly id: number;
  readonly shift_id: number;
  readonly start: number;
  readonly end: number;
  readonly status: string;
}

/**
 * For the rest of the transaction plans are kept instead of made anew. PostgreSQL expects ten ids in each list and
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
  /** Those at the head of these shifts' waitlists, who may be given a seat. */
  readonly waitlists?: readonly number[];
  /** Everybody on these shifts: their time changes with the shift's. */
  readonly rosters?: readonly number[];
}

/**
 * People share a fixed number of locks. Two who share one wait for each other now and then; in return a change
 * of a long series with long waitlists cannot exhaust the lock table of the database.
 */
export async function lockPeople(tx: Tx, userIds: readonly number[], more: PeopleOf = {}): Promise<void> {
  const { waitlists = [], rosters = [] } = more;
  const waiting =
    waitlists.length === 0
      ? sql``
      : sql`union select head.user_id from unnest(${[...waitlists]}::bigint[]) as shift (id) cross join lateral (
              select user_id from registrations where shift_id = shift.id and status = 'waitlisted'
              order by id limit ${headOfList}
            ) as head`;
  const registered =
    rosters.length === 0
      ? sql``
      : sql`union select user_id from registrations
            where shift_id = any(${[...rosters]}::bigint[]) and status <> 'cancelled'`;
  await sql`${ahead}
    select pg_advisory_xact_lock(${personSpace}, key)
    from (
      select distinct hashint8(id) & ${personLocks - 1} as key
      from (select unnest(${[...userIds]}::bigint[]) as id ${waiting} ${registered}) as wanted order by key
    ) as sorted
  `.execute(tx);
}

/** How far down a waitlist one transaction looks. Whoever stands behind is looked at when the next seat frees. */
export const headOfList = 100;

/** A constant that names the lock space of people. */
const personSpace = 1_886_545_010;

/** A power of two, and a third of what PostgreSQL's lock table holds by default. */
const personLocks = 2_048;

export async function loadFacts(
  db: Reader,
  shiftId: number,
  userIds: readonly number[],
): Promise<ShiftFactsRow | undefined> {
  const { rows } = await sql<ShiftFactsRow>`
    select s.id, s.organization_id, s.program_id, s.mission_id, s.title, s.start_time, s.end_time, s.time_zone,
      s.status, s.requires_approval, seats.capacity, seats.waitlist_capacity, seats.active, seats.pending,
      seats.offered, seats.waitlisted, o.time_zone as organization_zone, o.policies as organization_policies,
      p.policies as program_policies, o.required_profile_fields, o.join_rule, o.join_role, m.requirements,
      case when s.roles = '[]' then '[]'::json else (
        select json_agg(json_build_object('id', r.id, 'key', r.key, 'name', r.name, 'capacity', r.capacity,
          'taken', r.taken) order by r.position)
        from shift_roles r where r.shift_id = s.id
      ) end as roles,
      coalesce((
        select json_agg(json_build_object(
          'id', u.id, 'date_of_birth', u.date_of_birth,
          'profile', array_remove(array[
            case when u.phone is not null then 'phone' end,
            case when u.date_of_birth is not null then 'date_of_birth' end,
            case when u.emergency_contact is not null then 'emergency_contact' end,
            case when u.email_verified_at is not null then 'email_verified' end], null),
          'role', member.role,
          'availability', case when a.user_id is not null
            then json_build_object('time_zone', a.time_zone, 'weekly', a.weekly, 'exceptions', a.exceptions) end,
          'others', coalesce((
            select json_agg(json_build_object('id', r.id, 'shift_id', r.shift_id,
              'start', (extract(epoch from r.start_time) * 1000)::bigint,
              'end', (extract(epoch from r.end_time) * 1000)::bigint, 'status', r.status))
            from registrations r
            where r.user_id = u.id and r.status <> 'cancelled' and r.shift_id <> s.id
              and r.start_time > s.start_time - interval '15 days' and r.start_time < s.end_time + interval '15 days'
          ), '[]'::json),
          'existing', (
            select json_build_object('id', r.id, 'status', r.status) from registrations r
            where r.shift_id = s.id and r.user_id = u.id and r.status <> 'cancelled'
          ),
          'next_id', nextval('registrations_id_seq')
        ))
        from users u
        left join memberships member on member.organization_id = s.organization_id and member.user_id = u.id
        left join availability a on a.user_id = u.id
        where u.id = any(${[...userIds]}::bigint[]) and u.erased_at is null
      ), '[]'::json) as people
    from shifts s
    join shift_seats seats on seats.shift_id = s.id
    join organizations o on o.id = s.organization_id
    join programs p on p.id = s.program_id
    join missions m on m.id = s.mission_id
    where s.id = ${shiftId}
  `.execute(db);
  const [row] = rows;
  return row && { ...row, ...(await loadFulfilments(db, row, userIds)) };
}

/** Few missions ask for anything: the others are spared the questions. */
async function loadFulfilments(
  db: Reader,
  { requirements, organization_id: organizationId }: ShiftFactsRow,
  userIds: readonly number[],
): Promise<Pick<ShiftFactsRow, 'forms' | 'earned'>> {
  const { forms = [], badges = [], journeys = [] } = requirements as Record<string, number[] | undefined>;
  const asksForms = forms.length > 0;
  const asksEarned = badges.length + journeys.length > 0;
  return {
    ...(asksForms && { forms: await fulfilmentOf(db, { formIds: forms, userIds, organizationId }) }),
    ...(asksEarned && {
      earned: await earnedFulfilmentOf(db, { badges, journeys, userIds, organizationId }),
    }),
  };
}

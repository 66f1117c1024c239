import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import { filledFields } from '#slices/accounts/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export interface MemberRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Members who are not on the shift in any way, in the order of their ids. */
export async function selectFreeMembers(
  db: Reader,
  grant: Grant<'shifts.manage'>,
  shiftId: number,
  after: number,
  limit: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.user_id, u.name, u.email, u.phone
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${grant.organizationId} and m.user_id > ${after} and u.erased_at is null
      and not exists (
        select 1 from registrations r where r.shift_id = ${shiftId} and r.user_id = m.user_id and r.status <> 'cancelled')
    order by m.user_id limit ${limit}
  `.execute(db);
  return rows;
}

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
          'profile', ${filledFields},
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

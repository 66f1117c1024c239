import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Role } from '#slices/organizations/index.ts';
import { waitlistPosition } from '#slices/signups/index.ts';
import type { Kind } from '../rules/kinds.ts';

/** All that is needed to decide on a message and to write it. */
export interface NoticeRow {
  readonly id: number;
  readonly key: string;
  readonly kind: Kind;
  readonly attempts: number;
  readonly details: {
    readonly slot?: '24h' | '2h';
    readonly date?: string;
    readonly message_id?: number;
    readonly enrollment_id?: number;
    readonly step_key?: string;
  };
  readonly user_id: number;
  readonly user_name: string;
  readonly email: string | null;
  readonly language: string;
  readonly user_zone: string;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly organization_id: number;
  readonly organization_name: string;
  readonly organization_zone: string;
  /** Null for those who are not members any more. */
  readonly member_role: Role | null;
  readonly created_at: Temporal.Instant;
  readonly shift_id: number | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly start_time: Temporal.Instant | null;
  readonly end_time: Temporal.Instant | null;
  readonly time_zone: string | null;
  readonly shift_status: string | null;
  readonly revision: number | null;
  readonly shift_created_at: Temporal.Instant | null;
  readonly registration_id: number | null;
  readonly registration_status: string | null;
  readonly flags: readonly string[] | null;
  readonly offer_expires_at: Temporal.Instant | null;
  readonly waitlist_position: number | null;
  readonly role_name: string | null;
  readonly event_data: {
    readonly reason?: string | null;
    readonly source?: string;
    readonly name?: unknown;
    readonly renewal?: unknown;
  } | null;
  /** What a coordinator wrote, and who that was. */
  readonly message_subject: string | null;
  readonly message_body: string | null;
  readonly sender_name: string | null;
  readonly superseded: boolean;
  /** The shift that the person switched from. */
  readonly former_id: number | null;
  readonly former_title: string | null;
  readonly former_location: string | null;
  readonly former_start: Temporal.Instant | null;
  readonly former_end: Temporal.Instant | null;
  readonly former_revision: number | null;
  readonly former_created_at: Temporal.Instant | null;
}

export async function selectNotices(db: Reader, ids: readonly number[]): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.key, n.kind, q.attempts, n.details, n.created_at, u.id as user_id, u.name as user_name, u.email, u.language,
      u.time_zone as user_zone, u.notification_preferences as preferences,
      o.id as organization_id, o.name as organization_name, o.time_zone as organization_zone,
      (select m.role from memberships m where m.organization_id = o.id and m.user_id = u.id) as member_role,
      s.id as shift_id, s.title, s.description, s.location, s.start_time, s.end_time, s.time_zone,
      s.status as shift_status, s.revision, s.created_at as shift_created_at,
      r.id as registration_id, r.status as registration_status, r.flags, r.offer_expires_at, role.name as role_name,
      case when n.kind = 'waitlisted' then ${waitlistPosition} end as waitlist_position,
      e.data as event_data, message.subject as message_subject, message.body as message_body,
      sender.name as sender_name,
      n.kind = 'shift_changed' and exists (
        select 1 from notification_queue newer
        where newer.registration_id = n.registration_id and newer.kind = n.kind and newer.id > n.id
      ) as superseded,
      former.id as former_id, former.title as former_title, former.location as former_location,
      former.start_time as former_start, former.end_time as former_end, former.revision as former_revision,
      former.created_at as former_created_at
    from notification_queue q
    join notifications n on n.id = q.id and n.organization_id = q.organization_id and n.about_at = q.about_at
    join users u on u.id = n.user_id
    join organizations o on o.id = n.organization_id
    left join shifts s on s.id = n.shift_id
    left join registrations r on r.id = n.registration_id
    left join shift_roles role on role.id = r.role_id
    left join events e on e.id = n.event_id
    left join shift_messages message on message.id = (n.details ->> 'message_id')::bigint
    left join users sender on sender.id = message.sender_id
    -- Checked before it is read as a number: one odd event must not keep a whole batch from being sent.
    left join registrations left_one on left_one.user_id = n.user_id and left_one.id = case
      when e.type = 'shift.signup_changed' and e.data ->> 'from_registration_id' ~ '^[0-9]{1,18}$'
      then (e.data ->> 'from_registration_id')::bigint end
    left join shifts former on former.id = left_one.shift_id
    where q.id = any(${[...ids]}::bigint[])
    order by n.id
  `.execute(db);
  return rows;
}

export interface OpenShiftRow {
  readonly id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly capacity: number;
  readonly free: number;
}

/** More than a person reads in a mail. */
const mostListed = 50;

export async function selectOpenShifts(
  db: Reader,
  organizationId: number,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<OpenShiftRow[]> {
  const { rows } = await sql<OpenShiftRow>`
    select s.id, s.title, s.start_time, s.end_time, s.time_zone, seats.capacity,
      seats.capacity - seats.active - seats.pending - seats.offered as free
    from shifts s join shift_seats seats on seats.shift_id = s.id
    where s.organization_id = ${organizationId} and s.status = 'published'
      and s.start_time >= ${from} and s.start_time < ${until}
      and seats.active + seats.pending + seats.offered < seats.capacity
    order by s.start_time, s.id limit ${mostListed}
  `.execute(db);
  return rows;
}

export interface EndedRow {
  readonly shift_id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
}

/** What ended together with a membership: registrations, and journeys by name. */
export async function selectEnded(
  db: Reader,
  { user_id, organization_id, created_at }: Pick<NoticeRow, 'user_id' | 'organization_id' | 'created_at'>,
): Promise<{ shifts: EndedRow[]; journeys: string[] }> {
  const { rows: shifts } = await sql<EndedRow>`
    select s.id as shift_id, s.title, s.start_time, s.end_time, s.time_zone
    from registrations r join shifts s on s.id = r.shift_id
    where r.user_id = ${user_id} and r.organization_id = ${organization_id} and r.cancelled_at = ${created_at}
      and 'member_removed' = any(r.flags)
    order by s.start_time, s.id
  `.execute(db);
  const { rows: journeys } = await sql<{ name: string }>`
    select j.name from journey_enrollments e join journeys j on j.id = e.journey_id
    where e.user_id = ${user_id} and e.organization_id = ${organization_id} and e.withdrawn_at = ${created_at}
    order by j.id
  `.execute(db);
  return { shifts, journeys: journeys.map(({ name }) => name) };
}

export interface LinkedRow {
  readonly user_id: number;
  readonly user_name: string;
  readonly language: string;
  readonly shift_id: number;
  readonly title: string;
  readonly location: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly status: string;
  readonly organization_name: string;
}

/** What the page behind a "can't come" link shows. */
export async function findLinked(db: Reader, registrationId: number): Promise<LinkedRow | undefined> {
  const { rows } = await sql<LinkedRow>`
    select u.id as user_id, u.name as user_name, u.language, s.id as shift_id, s.title, s.location, s.start_time,
      s.end_time, s.time_zone, r.status, o.name as organization_name
    from registrations r
    join users u on u.id = r.user_id and u.erased_at is null
    join shifts s on s.id = r.shift_id
    join organizations o on o.id = r.organization_id
    where r.id = ${registrationId}
  `.execute(db);
  return rows[0];
}

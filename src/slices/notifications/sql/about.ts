import { sql } from 'kysely';
import { anyPlace, type Reader } from '#platform/db/index.ts';
import { type AskRow, selectAsks } from '#slices/asks/index.ts';
import type { Role } from '#slices/organizations/index.ts';
import { selectWaitlistPositions } from '#slices/signups/index.ts';
import type { MessageText } from '../schema/messages.ts';
import { selectSwaps } from './swaps.ts';

/** What a notice is about: ids of its organization. */
interface Subject {
  readonly organization_id: number;
  readonly user_id: number;
  readonly shift_id: number | null;
  readonly registration_id: number | null;
  readonly event_id: string | null;
  readonly about_at: Temporal.Instant;
  readonly details: {
    readonly message_id?: number;
    readonly ask_id?: number;
    readonly swap_id?: number;
    readonly reports?: readonly { readonly id: number }[];
  };
}

interface OfOrganization {
  readonly id: number;
  readonly organization_id: number;
}

interface RegistrationRow extends OfOrganization {
  readonly user_id: number;
  readonly shift_id: number;
  readonly status: string;
  readonly flags: readonly string[];
  readonly offer_expires_at: Temporal.Instant | null;
  readonly role_name: string | null;
  readonly waitlist_position: number | null;
}

interface ShiftRow extends OfOrganization {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly status: string;
  readonly revision: number;
  readonly created_at: Temporal.Instant;
}

interface MessageRow extends OfOrganization {
  readonly texts: readonly MessageText[];
  readonly sender_name: string | null;
}

export interface ReportRow extends OfOrganization {
  readonly status: string;
  readonly reason: string | null;
  readonly day: string;
  readonly minutes: number;
  readonly program_name: string;
}

/** One statement for each table, for all notices of a batch. Few shards: those of the organizations. */
export async function selectAbout(db: Reader, subjects: readonly Subject[]) {
  const organizations = [...new Set(subjects.map(({ organization_id }) => organization_id))];
  const within = (alias: string, ids: readonly (number | null | undefined)[]) =>
    sql`${sql.ref(`${alias}.organization_id`)} = ${anyPlace(organizations)}
      and ${sql.ref(`${alias}.id`)} = any(${[...new Set(ids.filter((id) => id != null))]}::bigint[])`;
  const events = await selectEvents(db, subjects);
  const formerRegistrationId = (eventId: string | null) => formerRegistration(events.get(eventId ?? ''));
  const { rows: found } = await sql<Omit<RegistrationRow, 'waitlist_position'>>`
    select r.id, r.organization_id, r.user_id, r.shift_id, r.status, r.flags, r.offer_expires_at, role.name as role_name
    from registrations r
    left join shift_roles role on role.id = r.role_id and role.organization_id = r.organization_id
    where ${within(
      'r',
      subjects.flatMap((one) => [one.registration_id, formerRegistrationId(one.event_id)]),
    )}
  `.execute(db);
  const waiting = found.filter(({ status }) => status === 'waitlisted');
  const positions = await selectWaitlistPositions(db, organizations, waiting);
  const registrations: RegistrationRow[] = found.map((row) => ({
    ...row,
    waitlist_position: positions.get(row.id) ?? null,
  }));
  const { rows: shifts } = await sql<ShiftRow>`
    select s.id, s.organization_id, s.title, s.description, s.location, s.start_time, s.end_time, s.time_zone, s.status,
      s.revision, s.created_at
    from shifts s
    where ${within(
      's',
      [...subjects, ...registrations].map(({ shift_id }) => shift_id),
    )}
  `.execute(db);
  const { rows: roles } = await sql<{ organization_id: number; id: number; role: Role }>`
    select organization_id, user_id as id, role from memberships
    where organization_id = any(${organizations}::bigint[])
      and user_id = any(${subjects.map(({ user_id }) => user_id)}::bigint[])
  `.execute(db);
  const messageIds = subjects.flatMap(({ details }) => details.message_id ?? []);
  const { rows: messages } =
    messageIds.length === 0
      ? { rows: [] }
      : await sql<MessageRow>`
          select m.id, m.organization_id, m.texts, u.name as sender_name
          from messages m left join users u on u.id = m.sender_id where ${within('m', messageIds)}
        `.execute(db);
  const askIds = subjects.flatMap(({ details }) => details.ask_id ?? []);
  const userIds = subjects.map(({ user_id }) => user_id);
  const asks = askIds.length === 0 ? [] : await selectAsks(db, organizations, askIds, userIds);
  const swapIds = subjects.flatMap(({ details }) => details.swap_id ?? []);
  const swaps = await selectSwaps(db, organizations, swapIds);
  const reportIds = subjects.flatMap(({ details }) => details.reports ?? []).map(({ id }) => id);
  const { rows: reports } =
    reportIds.length === 0
      ? { rows: [] }
      : await sql<ReportRow>`
          select r.id, r.organization_id, r.status, r.reason, r.day::text as day, r.minutes, p.name as program_name
          from hour_reports r join programs p on p.id = r.program_id and p.organization_id = r.organization_id
          where ${within('r', reportIds)}
        `.execute(db);
  const roleRow = finder(roles);
  return {
    registration: finder(registrations),
    shift: finder(shifts),
    message: finder(messages),
    report: finder(reports),
    swap: finder(swaps),
    ask: (userId: number, askId: number | undefined): AskRow | undefined =>
      asks.find((one) => one.id === askId && one.user_id === userId),
    role: (organizationId: number, userId: number) => roleRow(organizationId, userId)?.role ?? null,
    eventData: (eventId: string | null) => events.get(eventId ?? '')?.data ?? null,
    formerRegistrationId,
  };
}

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/**
 * By their ids. The time of a notice is that of its event, in whole milliseconds: it leads to one week. As part of the statement
 * for the notices, PostgreSQL planned for all weeks each time, and looked into each of them for every notice: with 19 weeks, 60 notices
 * and all that they are about took 11 ms instead of 8.
 */
async function selectEvents(
  db: Reader,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, EventRow>> {
  const times = new Map(
    subjects.flatMap(({ event_id, about_at }) => (event_id ? [[event_id, about_at]] : [])),
  );
  if (times.size === 0) return new Map();
  const { rows } = await sql<EventRow>`
    select e.id, e.type, e.data
    from unnest(${[...times.keys()]}::text[], ${[...times.values()].map(String)}::timestamptz[]) as given (id, time)
    cross join lateral (
      select * from events where events.id = given.id
        and events.created_at >= given.time and events.created_at < given.time + interval '1 millisecond' offset 0
    ) as e
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Checked before it is asked for: one odd event must not keep a whole batch from being sent. */
function formerRegistration(event: EventRow | undefined): number | null {
  if (event?.type !== 'shift.signup_changed') return null;
  const id = event.data?.['from_registration_id'];
  return Number.isSafeInteger(id) ? (id as number) : null;
}

function finder<Row extends OfOrganization>(rows: readonly Row[]) {
  const byName = new Map(rows.map((row) => [`${row.organization_id}.${row.id}`, row]));
  return (organizationId: number, id: number | null | undefined) => byName.get(`${organizationId}.${id}`);
}

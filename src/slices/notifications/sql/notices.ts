import { sql } from 'kysely';
import type { Kind } from '#kernel/notification-kinds.ts';
import { inKnownPlace, type Reader, withNewPlan } from '#platform/db/index.ts';
import type { AskRow } from '#slices/asks/index.ts';
import type { Role } from '#slices/organizations/index.ts';
import { hiddenOutcomes } from '../rules/channels.ts';
import type { ReportDecision, SwapNews } from '../rules/notices.ts';
import type { MessageText } from '../schema/messages.ts';
import { type ReportRow, selectAbout } from './about.ts';
import { type Claimed, isOneOf, type Lease } from './sending.ts';
import type { NoticedSwap } from './swaps.ts';

/** A notice as it waits, with its reader. */
type QueuedNotice = Pick<
  NoticeRow,
  | 'id'
  | 'about_at'
  | 'key'
  | 'kind'
  | 'attempts'
  | 'is_told'
  | 'details'
  | 'user_id'
  | 'user_name'
  | 'email'
  | 'language'
  | 'user_zone'
  | 'preferences'
  | 'organization_id'
  | 'organization_name'
  | 'organization_zone'
  | 'created_at'
  | 'shift_id'
  | 'registration_id'
  | 'superseded'
> & { readonly event_id: string | null };

export interface ReportedTime {
  readonly id: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly minutes: number;
}

/** All that is needed to decide on a message and to write it. */
export interface NoticeRow extends Lease {
  readonly key: string;
  readonly kind: Kind;
  readonly details: {
    readonly slot?: '24h' | '2h';
    readonly date?: string;
    readonly message_id?: number;
    readonly ask_id?: number;
    readonly swap_id?: number;
    readonly news?: SwapNews;
    readonly decision?: ReportDecision;
    /** As they were decided. */
    readonly reports?: readonly ReportedTime[];
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
  readonly message_texts: readonly MessageText[];
  readonly sender_name: string | null;
  /** What the person is asked. */
  readonly ask: AskRow | null;
  /** The swap that it is about. */
  readonly swap: NoticedSwap | null;
  /** The hours that the person reported, as they are now. */
  readonly reports: readonly ReportRow[];
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

/** What one email is about: mostly one notice, or several of the same kind. */
export type NoticeGroup = readonly [NoticeRow, ...NoticeRow[]];

const columns = sql`
  n.id, n.about_at, n.key, n.kind, n.details, n.created_at, n.shift_id, n.registration_id, n.event_id,
  u.id as user_id, u.name as user_name, u.email, u.language, u.time_zone as user_zone,
  u.notification_preferences as preferences,
  o.id as organization_id, o.name as organization_name, o.time_zone as organization_zone,
  n.kind = 'shift_changed' and exists (
    select 1 from notification_queue newer
    where newer.registration_id = n.registration_id and newer.kind = n.kind and newer.id > n.id
  ) as superseded`;
const joined = sql`join users u on u.id = n.user_id join organizations o on o.id = n.organization_id`;

/**
 * In several steps: notices are kept in one place, what they are about with its organization. Fixed, however many there are.
 * Without those that have ended since they were claimed.
 */
export async function selectNotices(db: Reader, leases: readonly Lease[]): Promise<NoticeRow[]> {
  const rows = await withNewPlan(
    db,
    sql<Omit<QueuedNotice, keyof Lease> & Claimed>`
    select ${columns} from notifications n ${joined} where ${isOneOf(leases)} and n.status = 'queued' order by n.id
  `,
  );
  const byId = new Map(leases.map((lease) => [lease.id, lease]));
  const notices = rows.flatMap((row) => {
    const lease = byId.get(row.id);
    return lease ? { ...row, attempts: lease.attempts, is_told: lease.is_told } : [];
  });
  return await withSubjects(db, notices);
}

interface ListFilter {
  readonly before: number | undefined;
  readonly limit: number;
  /** Kinds that the person doesn't want in the list. */
  readonly off: readonly string[];
}

const isShown = (off: readonly string[]) => sql`
  not (n.kind = any(${[...off]}::text[]))
  and (n.status <> 'skipped' or not (split_part(n.outcome, ' ', 1) = any(${[...hiddenOutcomes]}::text[])))`;

/** What a person has been notified of, the newest first. */
export async function selectNoticesOf(
  db: Reader,
  userId: number,
  { before, limit, off }: ListFilter,
): Promise<NoticeRow[]> {
  const { rows } = await sql<QueuedNotice>`
    select ${columns}, coalesce(q.attempts, n.attempts) as attempts,
      coalesce(q.attempts > 1 or q.outcome is not null, true) as is_told
    from (
      select * from notifications n
      where n.user_id = ${userId} and n.id < ${before ?? Number.MAX_SAFE_INTEGER} and ${isShown(off)}
      order by n.id desc limit ${limit + 1}
    ) as n
    left join notification_queue q on q.id = n.id and q.organization_id = n.organization_id ${joined}
    order by n.id desc
  `.execute(db);
  return await withSubjects(db, rows);
}

/** How many there are behind what the person has read, up to `most`. */
export async function countUnread(
  db: Reader,
  userId: number,
  { after, off, most }: { after: number; off: readonly string[]; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from notifications n where n.user_id = ${userId} and n.id > ${after} and ${isShown(off)} limit ${most}
    ) as unread
  `.execute(db);
  return rows[0]?.count ?? 0;
}

async function withSubjects(db: Reader, notices: readonly QueuedNotice[]): Promise<NoticeRow[]> {
  if (notices.length === 0) return [];
  const about = await selectAbout(db, notices);
  return notices.map((queued) => {
    const { event_id, ...notice } = queued;
    const { organization_id, user_id, registration_id, shift_id, details } = notice;
    const registration = about.registration(organization_id, registration_id);
    const left = about.registration(organization_id, about.formerRegistrationId(event_id));
    const former = left?.user_id === user_id ? about.shift(organization_id, left.shift_id) : undefined;
    const message = about.message(organization_id, details.message_id);
    const shift = about.shift(organization_id, shift_id);
    return {
      ...notice,
      event_data: about.eventData(event_id) as NoticeRow['event_data'],
      member_role: about.role(organization_id, user_id),
      shift_id: shift?.id ?? null,
      title: shift?.title ?? null,
      description: shift?.description ?? null,
      location: shift?.location ?? null,
      start_time: shift?.start_time ?? null,
      end_time: shift?.end_time ?? null,
      time_zone: shift?.time_zone ?? null,
      shift_status: shift?.status ?? null,
      revision: shift?.revision ?? null,
      shift_created_at: shift?.created_at ?? null,
      registration_id: registration?.id ?? null,
      registration_status: registration?.status ?? null,
      flags: registration?.flags ?? null,
      offer_expires_at: registration?.offer_expires_at ?? null,
      role_name: registration?.role_name ?? null,
      waitlist_position: notice.kind === 'waitlisted' ? (registration?.waitlist_position ?? null) : null,
      message_texts: message?.texts ?? [],
      sender_name: message?.sender_name ?? null,
      ask: about.ask(user_id, details.ask_id) ?? null,
      swap: about.swap(organization_id, details.swap_id) ?? null,
      reports: (details.reports ?? []).flatMap(({ id }) => about.report(organization_id, id) ?? []),
      former_id: former?.id ?? null,
      former_title: former?.title ?? null,
      former_location: former?.location ?? null,
      former_start: former?.start_time ?? null,
      former_end: former?.end_time ?? null,
      former_revision: former?.revision ?? null,
      former_created_at: former?.created_at ?? null,
    };
  });
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
    join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    join organizations o on o.id = r.organization_id
    where r.id = ${registrationId} ${inKnownPlace(db, 'registrations', registrationId, 'r')}
  `.execute(db);
  return rows[0];
}

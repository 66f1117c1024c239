import { sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';
import { type Reader, send, type Tx } from '#platform/db/index.ts';
import type { AskNotice, BadgeNotice, Broadcast, Notice, ReportNotice } from '../rules/notices.ts';

/**
 * One row for each event and registration, however often the event comes. Person and shift are those of the
 * registration, and its organization must be the event's: a made-up event cannot write to another's people.
 */
export async function insertNotices(
  tx: Tx,
  notices: readonly Notice[],
  now: Temporal.Instant,
): Promise<void> {
  if (notices.length === 0) return;
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, shift_id, registration_id, event_id, about_at, created_at)
    select given.event_id || ':' || r.id, given.kind, r.user_id, r.organization_id, r.shift_id, r.id, given.event_id,
      given.event_at, ${now}
    from unnest(${notices.map(({ kind }) => kind)}::text[], ${notices.map(({ eventId }) => eventId)}::text[],
        ${notices.map(({ eventAt }) => eventAt)}::timestamptz[],
        ${notices.map(({ organizationId }) => organizationId)}::bigint[],
        ${notices.map(({ registrationId }) => registrationId)}::bigint[])
      as given (kind, event_id, event_at, organization_id, registration_id)
    join registrations r on r.id = given.registration_id and r.organization_id = given.organization_id
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/** Everyone who is on these shifts, or was until they were cancelled: one statement for all shifts of a series. */
export async function insertBroadcasts(
  tx: Tx,
  broadcasts: readonly Broadcast[],
  now: Temporal.Instant,
): Promise<void> {
  if (broadcasts.length === 0) return;
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, shift_id, registration_id, event_id, about_at, created_at)
    select given.event_id || ':' || r.id, given.kind, r.user_id, r.organization_id, r.shift_id, r.id, given.event_id,
      given.event_at, ${now}
    from unnest(${broadcasts.map(({ kind }) => kind)}::text[], ${broadcasts.map(({ eventId }) => eventId)}::text[],
        ${broadcasts.map(({ eventAt }) => eventAt)}::timestamptz[],
        ${broadcasts.map(({ organizationId }) => organizationId)}::bigint[],
        ${broadcasts.map(({ shiftId }) => shiftId)}::bigint[])
      as given (kind, event_id, event_at, organization_id, shift_id)
    join registrations r on r.shift_id = given.shift_id and r.organization_id = given.organization_id
      and case given.kind when 'shift_cancelled' then 'shift_cancelled' = any(r.flags) else r.status <> 'cancelled' end
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/** Members only: a made-up event cannot write to another organization's people. */
export async function insertBadgeNotices(
  tx: Tx,
  badges: readonly BadgeNotice[],
  now: Temporal.Instant,
): Promise<void> {
  if (badges.length === 0) return;
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, event_id, about_at, created_at)
    select given.event_id || ':badge', 'badge_awarded', m.user_id, m.organization_id, given.event_id, given.event_at, ${now}
    from unnest(${badges.map(({ eventId }) => eventId)}::text[],
        ${badges.map(({ eventAt }) => eventAt)}::timestamptz[],
        ${badges.map(({ organizationId }) => organizationId)}::bigint[],
        ${badges.map(({ userId }) => userId)}::bigint[]) as given (event_id, event_at, organization_id, user_id)
    join memberships m on m.organization_id = given.organization_id and m.user_id = given.user_id
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/** Only people who were really asked: a made-up event cannot write to anyone. */
export async function insertAskNotices(
  tx: Tx,
  asks: readonly AskNotice[],
  now: Temporal.Instant,
): Promise<void> {
  if (asks.length === 0) return;
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, shift_id, event_id, details, about_at, created_at)
    select given.event_id || ':ask', 'shift_asked', p.user_id, p.organization_id, p.shift_id, given.event_id,
      jsonb_build_object('ask_id', p.ask_id), given.event_at, ${now}
    from unnest(${asks.map(({ eventId }) => eventId)}::text[], ${asks.map(({ eventAt }) => eventAt)}::timestamptz[],
        ${asks.map(({ organizationId }) => organizationId)}::bigint[], ${asks.map(({ userId }) => userId)}::bigint[],
        ${asks.map(({ askId }) => askId)}::bigint[]) as given (event_id, event_at, organization_id, user_id, ask_id)
    join shift_ask_people p on p.organization_id = given.organization_id and p.ask_id = given.ask_id
      and p.user_id = given.user_id
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/**
 * One for all reports of a person that were decided in the same transaction: they have the same time and the same coordinator.
 * Only people whose reports these are: a made-up event cannot write to anyone.
 */
export async function insertReportNotices(
  tx: Tx,
  reports: readonly ReportNotice[],
  now: Temporal.Instant,
): Promise<void> {
  if (reports.length === 0) return;
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, details, about_at, created_at)
    select concat_ws(':', 'hours_decided', organization_id, user_id, status, decided_by,
        (extract(epoch from decided_at) * 1000000)::bigint),
      'hours_decided', user_id, organization_id, jsonb_build_object('decision', status, 'reports', reports), decided_at, ${now}
    from (
      select r.organization_id, r.user_id, r.status, r.decided_by, r.decided_at,
        jsonb_agg(jsonb_build_object('id', r.id, 'day', r.day, 'minutes', r.minutes) order by r.day, r.id) as reports
      from (
        select distinct one.organization_id, one.user_id, one.status, one.decided_by, one.decided_at
        from unnest(${reports.map(({ organizationId }) => organizationId)}::bigint[],
            ${reports.map(({ userId }) => userId)}::bigint[], ${reports.map(({ reportId }) => reportId)}::bigint[],
            ${reports.map(({ decision }) => decision)}::text[]) as given (organization_id, user_id, id, decision)
        join hour_reports one on one.organization_id = given.organization_id and one.id = given.id
          and one.user_id = given.user_id and one.status = given.decision
      ) as decision
      join hour_reports r on r.organization_id = decision.organization_id and r.user_id = decision.user_id
        and r.status = decision.status and r.decided_at = decision.decided_at
        and r.decided_by is not distinct from decision.decided_by
      group by r.organization_id, r.user_id, r.status, r.decided_by, r.decided_at
    ) as decided
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/** Of a step and its deadline once; what it says is read when the email is written. */
export async function insertStepReminders(
  tx: Tx,
  reminders: readonly {
    organizationId: number;
    userId: number;
    enrollmentId: number;
    stepKey: string;
    dueAt: Temporal.Instant;
  }[],
  now: Temporal.Instant,
): Promise<void> {
  if (reminders.length === 0) return;
  const rows = reminders.map(({ organizationId, userId, enrollmentId, stepKey, dueAt }) => ({
    key: `journey_reminder:${enrollmentId}:${stepKey}:${dueAt.epochMilliseconds}`,
    organization_id: organizationId,
    user_id: userId,
    details: { enrollment_id: enrollmentId, step_key: stepKey },
    // As precise as the key.
    about_at: dueAt.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toString(),
  }));
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, details, about_at, created_at)
    select key, 'journey_reminder', user_id, organization_id, details, about_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      key text, organization_id bigint, user_id bigint, details jsonb, about_at timestamptz)
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/** Removes what is queued for a former member. The person who wrote to them sees that it was not sent. */
export async function skipWaiting(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId: number },
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    with failed as (
      update message_recipients set status = 'failed', outcome = 'not_a_member', changed_at = ${now}
      where organization_id = ${organizationId} and user_id = ${userId} and status = 'queued'
    ), gone as (
      delete from notification_queue q where q.user_id = ${userId} and q.organization_id = ${organizationId} returning q.*
    )
    update notifications n set status = 'skipped', outcome = 'not_a_member', attempts = gone.attempts from gone
    where n.id = gone.id and n.organization_id = gone.organization_id and n.about_at = gone.about_at
  `,
  );
}

export async function insertRemoval(
  tx: Tx,
  { userId, organizationId }: { userId: number; organizationId: number },
  now: Temporal.Instant,
): Promise<void> {
  const key = `member_removed:${organizationId}:${userId}:${now.epochMilliseconds}`;
  const aboutAt = Temporal.Instant.fromEpochMilliseconds(now.epochMilliseconds);
  await tx
    .insertInto('notifications')
    .values({
      key,
      kind: 'member_removed',
      user_id: userId,
      organization_id: organizationId,
      about_at: aboutAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['key', 'organization_id', 'about_at']).doNothing())
    .execute();
}

/** Partitions are dropped as a whole. Like events: an event that comes again writes to no one twice. */
export const expiringNotifications = olderThan({
  schema: 'history',
  table: 'notifications_other',
  column: 'about_at',
  keptHours: 90 * 24,
});

/** The people who wrote to them see that what was still queued was not sent. */
export async function forgetPerson(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  await sql`
    update message_recipients set status = 'failed', outcome = 'not_a_member', changed_at = ${now}
    where user_id = ${userId} and status = 'queued'
  `.execute(tx);
  await sql`
    with browsers as (delete from push_subscriptions where user_id = ${userId}),
      reads as (delete from notification_reads where user_id = ${userId}),
      waiting as (delete from notification_queue where user_id = ${userId})
    delete from notifications where user_id = ${userId}
  `.execute(tx);
}

export async function selectOfPerson(db: Reader, userId: number) {
  return await db
    .selectFrom('notifications')
    .select(['kind', 'organization_id', 'shift_id', 'status', 'outcome', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

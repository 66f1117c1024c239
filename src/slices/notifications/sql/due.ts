import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { lacksPeople } from '#slices/shifts/index.ts';
import { lastSlotHours } from '../rules/kinds.ts';

export interface Counts {
  readonly sent: number;
  readonly skipped: number;
}

/**
 * Every reminder that is due, in one statement, once for each registration, slot and start: a shift that moves is
 * reminded of again. The slot follows from how near the start is, so a reminder of the day before that was missed
 * gives way to the one right before the start. Shifts are found by time, their people by shift: both have an index. Of one
 * organization (router), or of all (all shards).
 */
export async function insertReminders(
  tx: Tx,
  filter: { now: Temporal.Instant; withinHours: number; organizationIds: readonly number[] | undefined },
): Promise<Counts> {
  const { now, withinHours, organizationIds } = filter;
  const within = organizationIds
    ? sql`and s.organization_id = any(${[...organizationIds]}::bigint[])`
    : sql``;
  const { rows } = await sql<{ status: string }>`
    with due as (
      select s.id, s.organization_id, case
          when s.start_time <= ${now.add({ hours: lastSlotHours })} then '2h' else '24h' end as slot,
        extract(epoch from s.start_time)::bigint as starts, r.id as registration_id, r.user_id,
        case when u.email is null then 'no_address'
          when u.notification_preferences -> 'reminder' ->> 'email' = 'false'
            and u.notification_preferences -> 'reminder' ->> 'push' = 'false' then 'turned_off' end as reason
      from shifts s
      join registrations r on r.shift_id = s.id and r.organization_id = s.organization_id and r.status = 'active'
      join users u on u.id = r.user_id
      -- Who is here already needs no reminder.
      left join attendance a on a.registration_id = r.id and a.organization_id = r.organization_id
      where a.registration_id is null and s.status = 'published' and s.start_time > ${now}
        and s.start_time <= ${now.add({ minutes: Math.round(withinHours * 60) })} ${within}
    )
    insert into notifications (key, kind, user_id, organization_id, shift_id, registration_id, details, status, outcome,
      about_at, created_at)
    select 'reminder:' || due.slot || ':' || due.registration_id || ':' || due.starts, 'reminder', due.user_id,
      due.organization_id, due.id, due.registration_id, jsonb_build_object('slot', due.slot),
      case when due.reason is null then 'queued' else 'skipped' end, due.reason, to_timestamp(due.starts), ${now}
    from due
    on conflict (key, organization_id, about_at) do nothing
    returning status
  `.execute(tx);
  const sent = rows.filter(({ status }) => status === 'queued').length;
  return { sent, skipped: rows.length - sent };
}

/** A place where it is morning now, and what tomorrow is there. */
export interface Tomorrow {
  readonly zone: string;
  readonly date: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export async function selectZones(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('organizations').select('time_zone').distinct().execute();
  return rows.map((row) => row.time_zone);
}

/** One digest a day for everybody who plans, where a shift of tomorrow is understaffed. All shards. */
export async function insertDigests(
  tx: Tx,
  places: readonly Tomorrow[],
  planners: readonly string[],
  now: Temporal.Instant,
): Promise<number> {
  if (places.length === 0) return 0;
  const { rows } = await sql`
    insert into notifications (key, kind, user_id, organization_id, details, about_at, created_at)
    select 'understaffed:' || o.id || ':' || place.date || ':' || m.user_id, 'understaffed', m.user_id, o.id,
      jsonb_build_object('date', place.date), place.date::timestamp at time zone 'UTC', ${now}
    from unnest(${places.map(({ zone }) => zone)}::text[], ${places.map(({ date }) => date)}::text[],
        ${places.map(({ from }) => from.toString())}::timestamptz[],
        ${places.map(({ until }) => until.toString())}::timestamptz[]) as place (zone, date, from_time, until_time)
    join organizations o on o.time_zone = place.zone
    join memberships m on m.organization_id = o.id and m.role = any(${[...planners]}::text[])
    where exists (
      select 1 from shifts s
      join shift_seats spots on spots.shift_id = s.id and spots.organization_id = s.organization_id
      where s.organization_id = m.organization_id and s.status = 'published'
        and s.start_time >= place.from_time and s.start_time < place.until_time
        and ${lacksPeople(undefined)})
    on conflict (key, organization_id, about_at) do nothing
    returning 1
  `.execute(tx);
  return rows.length;
}

import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import { opensMinutesBefore } from '../rules/check-in.ts';

export interface ClosingShift {
  readonly id: number;
  readonly organization_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly status: string;
  /** Time before it is not counted where the check-out was forgotten. */
  readonly opens_at: Temporal.Instant;
  /** When people who are still checked in count as gone. */
  readonly over_at: Temporal.Instant;
}

export interface ClosingScope {
  /** Shifts that were over by then. */
  readonly cutoff: Temporal.Instant;
  readonly organizationIds: readonly number[] | undefined;
  /** Shifts that could not be closed in this run. */
  readonly except: readonly number[];
  /** Organizations with too many of them. */
  readonly exceptOrganizations: readonly number[];
}

/** A shift that was cancelled while people were there was over then. */
const overAt = sql`least(s.end_time, s.cancelled_at)`;
const columns = sql`s.id, s.organization_id, s.program_id, s.mission_id, s.status, ${overAt} as over_at,
  s.start_time - make_interval(mins => ${opensMinutesBefore}) as opens_at`;

/** Shifts that have not been closed, and those where a person was checked in afterwards and has not left since. */
export type ClosingKind = 'due' | 'straggler';

const conditions = {
  due: ({ cutoff }: ClosingScope) => sql`
    s.status = 'published' and s.attendance_closed_at is null and s.end_time <= ${cutoff}`,
  straggler: ({ cutoff, organizationIds }: ClosingScope) => sql`
    (s.id, s.organization_id) in (
      select shift_id, organization_id from attendance
      where status = 'checked_in' and checked_in_at <= ${cutoff}
        ${organizationIds ? sql`and organization_id = any(${[...organizationIds]}::bigint[])` : sql``})
    and (s.attendance_closed_at is not null or s.status <> 'published') and ${overAt} <= ${cutoff}`,
};

/** All shards, unless organizations are named. */
export async function selectToClose(
  db: Reader,
  kind: ClosingKind,
  scope: ClosingScope,
  limit: number,
): Promise<Pick<ClosingShift, 'id' | 'organization_id'>[]> {
  const { organizationIds, except, exceptOrganizations } = scope;
  const { rows } = await sql<Pick<ClosingShift, 'id' | 'organization_id'>>`
    select s.id, s.organization_id from shifts s where ${conditions[kind](scope)}
      ${organizationIds ? sql`and s.organization_id = any(${[...organizationIds]}::bigint[])` : sql``}
      ${exceptOrganizations.length === 0 ? sql`` : sql`and s.organization_id <> all(${[...exceptOrganizations]}::bigint[])`}
      ${except.length === 0 ? sql`` : sql`and s.id <> all(${[...except]}::bigint[])`}
    order by s.end_time, s.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Locks the shift, if it is still to be closed and no other process is at it. */
export async function claimShift(
  tx: Tx,
  kind: ClosingKind,
  scope: ClosingScope,
  { id, organization_id }: Pick<ClosingShift, 'id' | 'organization_id'>,
): Promise<ClosingShift | undefined> {
  const { rows } = await sql<ClosingShift>`
    select ${columns} from shifts s where s.organization_id = ${organization_id} and s.id = ${id}
      and ${conditions[kind]({ ...scope, organizationIds: [organization_id] })}
    for no key update skip locked
  `.execute(tx);
  return rows[0];
}

/** Those who were expected and never scanned. The lock makes a cancellation wait its turn. */
export async function insertNoShows(
  tx: Tx,
  shift: ClosingShift,
  now: Temporal.Instant,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ registration_id: number }>`
    with missing as (
      select r.id, r.organization_id, r.shift_id, r.user_id from registrations r
      where r.organization_id = ${shift.organization_id} and r.shift_id = ${shift.id} and r.status = 'active'
        and not exists (select 1 from attendance a
          where a.organization_id = ${shift.organization_id} and a.registration_id = r.id)
      order by r.id limit ${limit} for share of r
    )
    insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status, method,
      created_at, updated_at)
    select id, organization_id, ${shift.program_id}, ${shift.mission_id}, shift_id, user_id, 'no_show', 'job', ${now}, ${now}
    from missing
    on conflict (registration_id, organization_id) do nothing
    returning registration_id
  `.execute(tx);
  return rows.map((row) => row.registration_id);
}

/** Those who came and never checked out. In the order of people, so that two shifts of the same people take turns. */
export async function closeForgotten(
  tx: Tx,
  shift: ClosingShift,
  { cutoff }: ClosingScope,
  now: Temporal.Instant,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ registration_id: number }>`
    with forgotten as (
      select registration_id, greatest(checked_in_at, ${shift.over_at}::timestamptz) as left_at from attendance
      where organization_id = ${shift.organization_id} and shift_id = ${shift.id} and status = 'checked_in' and checked_in_at <= ${cutoff}
      order by user_id limit ${limit} for no key update
    )
    update attendance a set
      status = 'checked_out', checked_out_at = left_at,
      minutes = greatest(0, floor(extract(epoch from
        left_at - greatest(a.checked_in_at, ${shift.opens_at}::timestamptz)) / 60))::int,
      flags = a.flags || '{auto_checkout}', updated_at = ${now}
    from forgotten
    where a.organization_id = ${shift.organization_id} and a.registration_id = forgotten.registration_id
    returning a.registration_id
  `.execute(tx);
  return rows.map((row) => row.registration_id);
}

export async function setClosed(
  tx: Tx,
  { id, organization_id }: ClosingShift,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update shifts set attendance_closed_at = ${now} where organization_id = ${organization_id} and id = ${id}
  `.execute(tx);
}

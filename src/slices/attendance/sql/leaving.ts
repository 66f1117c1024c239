import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { opensMinutesBefore } from '../rules/check-in.ts';

const isOpenOf = (organizationId: number, registrationIds: readonly number[]) => sql`
  a.organization_id = ${organizationId} and r.organization_id = ${organizationId} and a.registration_id = r.id
  and r.id = any(${[...registrationIds]}::bigint[]) and r.status = 'cancelled' and a.status = 'checked_in'`;

/** Those of the registrations that have a record. */
export async function selectAttended(
  tx: Tx,
  organizationId: number,
  registrationIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ registration_id: number }>`
    select registration_id from attendance
    where organization_id = ${organizationId} and registration_id = any(${[...registrationIds]}::bigint[])
  `.execute(tx);
  return rows.map((row) => row.registration_id);
}

interface Removed {
  readonly registration_id: number;
  readonly user_id: number;
  readonly checked_in_at: Temporal.Instant;
}

/** Check-ins of registrations that ended before their shift began. */
export async function removeUnbegun(
  tx: Tx,
  organizationId: number,
  registrationIds: readonly number[],
  now: Temporal.Instant,
): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    delete from attendance a using registrations r
    where ${isOpenOf(organizationId, registrationIds)} and r.start_time > ${now}
    returning a.registration_id, a.user_id, a.checked_in_at
  `.execute(tx);
  return rows;
}

/** Those of registrations that ended while their shift was running. Returns which. */
export async function checkOutEnded(
  tx: Tx,
  organizationId: number,
  registrationIds: readonly number[],
  now: Temporal.Instant,
): Promise<number[]> {
  const leftAt = sql`greatest(a.checked_in_at, least(${now}::timestamptz, r.end_time))`;
  // Citus updates with what doesn't depend on the time zone of the session: a difference of times, not a time minus minutes.
  const counted = sql`least(${leftAt} - a.checked_in_at,
    ${leftAt} - r.start_time + make_interval(mins => ${opensMinutesBefore}))`;
  const { rows } = await sql<{ registration_id: number }>`
    update attendance a set
      status = 'checked_out', checked_out_at = ${leftAt},
      minutes = greatest(0, floor(extract(epoch from ${counted}) / 60))::int,
      flags = a.flags || '{auto_checkout}', updated_at = ${now}
    from registrations r
    where ${isOpenOf(organizationId, registrationIds)} and r.start_time <= ${now}
    returning a.registration_id
  `.execute(tx);
  return rows.map((row) => row.registration_id);
}

/** A person's registrations that have ended although they are checked in. All shards, unless an organization is named. */
export async function selectEndedOf(
  tx: Tx,
  { userId, organizationId }: { readonly userId: number; readonly organizationId?: number },
): Promise<{ id: number; organization_id: number }[]> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select r.id, r.organization_id from attendance a
    join registrations r on r.id = a.registration_id and r.organization_id = a.organization_id
    where a.user_id = ${userId} and a.status = 'checked_in' and r.status = 'cancelled'
      ${organizationId === undefined ? sql`` : sql`and a.organization_id = ${organizationId}`}
  `.execute(tx);
  return rows;
}

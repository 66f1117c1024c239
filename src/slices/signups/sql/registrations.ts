import { sql } from 'kysely';
import { ask, type Reader, send, type Tx } from '#platform/db/index.ts';
import type { RegistrationStatus } from '../rules/facts.ts';

export interface NewRegistration {
  readonly id: number;
  readonly organizationId: number;
  readonly shiftId: number;
  readonly userId: number;
  readonly roleId: number | null;
  readonly status: RegistrationStatus;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly flags: readonly string[];
  readonly source: string;
  readonly now: Temporal.Instant;
}

/** Numbers for registrations that may follow: asked for ahead, so that writing them needs no answer. */
export async function drawRegistrationIds(tx: Tx, count: number): Promise<() => Promise<number[]>> {
  const rows = await ask(
    tx,
    sql<{ id: number }>`select nextval('registrations_id_seq') as id from generate_series(1, ${count}::int)`,
  );
  return async () => (await rows()).map(({ id }) => id);
}

/** Sent ahead: the ids are known, and the counts follow by trigger. */
export async function insertRegistrations(tx: Tx, rows: readonly NewRegistration[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    id: row.id,
    organization_id: row.organizationId,
    shift_id: row.shiftId,
    user_id: row.userId,
    role_id: row.roleId,
    status: row.status,
    start_time: row.start,
    end_time: row.end,
    flags: row.flags,
    source: row.source,
    now: row.now,
  }));
  await send(
    tx,
    sql`
    insert into registrations (id, organization_id, shift_id, user_id, role_id, status, start_time, end_time, flags,
                               source, created_at, updated_at)
    select id, organization_id, shift_id, user_id, role_id, status, start_time, end_time,
           array(select jsonb_array_elements_text(flags)), source, now, now
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (
      id bigint, organization_id bigint, shift_id bigint, user_id bigint, role_id bigint, status text,
      start_time timestamptz, end_time timestamptz, flags jsonb, source text, now timestamptz)
  `,
  );
}

export interface StatusChange {
  readonly id: number;
  readonly status: RegistrationStatus;
  readonly offerExpiresAt?: Temporal.Instant | null;
  readonly cancelReason?: string | null;
  readonly source?: string;
  readonly flags?: readonly string[];
}

/** Moves registrations to other states, all in one statement. Sent ahead. */
export async function updateStatuses(
  tx: Tx,
  changes: readonly StatusChange[],
  now: Temporal.Instant,
): Promise<void> {
  if (changes.length === 0) return;
  const values = changes.map((change) => ({
    id: change.id,
    status: change.status,
    offer_expires_at: change.offerExpiresAt ?? null,
    cancel_reason: change.cancelReason ?? null,
    source: change.source ?? null,
    flags: change.flags ?? [],
  }));
  await send(
    tx,
    sql`
    update registrations as r set
      status = given.status, offer_expires_at = given.offer_expires_at,
      cancelled_at = case when given.status = 'cancelled' then ${now}::timestamptz end,
      cancel_reason = given.cancel_reason, source = coalesce(given.source, r.source),
      flags = array(select distinct unnest(r.flags || array(select jsonb_array_elements_text(given.flags)))),
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (
      id bigint, status text, offer_expires_at timestamptz, cancel_reason text, source text, flags jsonb)
    where r.id = given.id
  `,
  );
}

/** Which number the registration `r` is on the waitlist of its shift. */
export const waitlistPosition = sql`(
    select count(*)::int from registrations as before
    where before.shift_id = r.shift_id and before.status = 'waitlisted' and before.id <= r.id
  )`;

/** Of the registration `r` and its role `role`. */
export const registrationColumns = sql`
  r.id, r.organization_id, r.shift_id, r.user_id, r.role_id, role.key as role_key, r.status, r.offer_expires_at,
  r.created_at, r.updated_at, r.cancelled_at, r.cancel_reason, r.source, r.flags,
  case when r.status = 'waitlisted' then ${waitlistPosition} end as waitlist_position
`;

export interface RegistrationRow {
  readonly id: number;
  readonly organization_id: number;
  readonly shift_id: number;
  readonly user_id: number;
  readonly role_id: number | null;
  readonly role_key: string | null;
  readonly status: RegistrationStatus;
  readonly offer_expires_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
  readonly cancelled_at: Temporal.Instant | null;
  readonly cancel_reason: string | null;
  readonly source: string;
  readonly flags: string[];
  readonly waitlist_position: number | null;
}

export async function findRegistration(
  db: Reader,
  id: number,
): Promise<(RegistrationRow & { readonly user_name: string }) | undefined> {
  const { rows } = await sql<RegistrationRow & { user_name: string }>`
    select ${registrationColumns}, u.name as user_name from registrations r join users u on u.id = r.user_id
    left join shift_roles role on role.id = r.role_id where r.id = ${id}
  `.execute(db);
  return rows[0];
}

/** The person's registration on a shift that is not cancelled; there is one at most. */
export async function findLive(
  db: Reader,
  shiftId: number,
  userId: number,
): Promise<RegistrationRow | undefined> {
  const { rows } = await sql<RegistrationRow>`
    select ${registrationColumns} from registrations r left join shift_roles role on role.id = r.role_id
    where r.shift_id = ${shiftId} and r.user_id = ${userId} and r.status <> 'cancelled'
  `.execute(db);
  return rows[0];
}

export async function selectRegistrations(db: Reader, ids: readonly number[]): Promise<RegistrationRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RegistrationRow>`
    select ${registrationColumns} from registrations r left join shift_roles role on role.id = r.role_id
    where r.id = any(${[...ids]}::bigint[]) order by r.id
  `.execute(db);
  return rows;
}

/** What a coordinator's decision about a registration has to know. */
export type ManagedRegistration = Pick<
  RegistrationRow,
  'id' | 'organization_id' | 'shift_id' | 'user_id' | 'role_id' | 'role_key' | 'status'
> & { readonly user_name: string };

/** Those of the given registrations that belong to the organization, in the order in which they are given. */
export async function selectManaged(
  db: Reader,
  organizationId: number,
  ids: readonly number[],
): Promise<ManagedRegistration[]> {
  const { rows } = await sql<ManagedRegistration>`
    select r.id, r.organization_id, r.shift_id, r.user_id, r.role_id, role.key as role_key, r.status,
      u.name as user_name
    from unnest(${ids.filter(Number.isSafeInteger)}::bigint[]) with ordinality as given (id, position)
    join registrations r on r.id = given.id join users u on u.id = r.user_id
    left join shift_roles role on role.id = r.role_id
    where r.organization_id = ${organizationId} order by given.position
  `.execute(db);
  return rows;
}

export interface WaitingRow {
  readonly shiftId: number;
  readonly registrationId: number;
  readonly userId: number;
  readonly roleId: number | null;
}

/** Where to go on in a waitlist: behind this registration. */
export interface WaitlistPlace {
  readonly shiftId: number;
  readonly after: number;
}

const hasFreeSpot = sql`(seats.capacity is null or seats.active + seats.pending + seats.offered < seats.capacity)`;

/** The next people on each waitlist, in order, of shifts that have a free spot and have not begun. */
export async function selectWaiting(
  db: Reader,
  places: readonly WaitlistPlace[],
  limit: number,
  now: Temporal.Instant,
): Promise<WaitingRow[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<WaitingRow>`
    select waiting.shift_id as "shiftId", waiting.id as "registrationId", waiting.user_id as "userId",
      waiting.role_id as "roleId"
    from unnest(${places.map(({ shiftId }) => shiftId)}::bigint[], ${places.map(({ after }) => after)}::bigint[])
      as place (shift_id, after)
    join shift_seats seats on seats.shift_id = place.shift_id and seats.waitlisted > 0 and ${hasFreeSpot}
    join shifts s on s.id = place.shift_id and s.status = 'published' and s.start_time > ${now}
    cross join lateral (
      select r.id, r.shift_id, r.user_id, r.role_id from registrations r
      where r.shift_id = place.shift_id and r.status = 'waitlisted' and r.id > place.after
      order by r.id limit ${limit}
    ) as waiting
    order by waiting.shift_id, waiting.id
  `.execute(db);
  return rows;
}

/** Shifts to come that have a free spot and these people on the waitlist, passed over so far. */
export async function selectOpenWaits(
  db: Reader,
  userIds: readonly number[],
  now?: Temporal.Instant,
): Promise<{ shift_id: number; organization_id: number }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ shift_id: number; organization_id: number }>`
    select distinct r.shift_id, r.organization_id from registrations r join shift_seats seats on seats.shift_id = r.shift_id
    where r.user_id = any(${[...userIds]}::bigint[]) and r.status = 'waitlisted' and ${hasFreeSpot}
      and (${now ?? null}::timestamptz is null or r.start_time > ${now ?? null})
    order by r.shift_id
  `.execute(db);
  return rows;
}

/** Shifts to come that have a free spot and a waitlist, in the order of their ids. */
export async function selectShiftsToFill(
  db: Reader,
  now: Temporal.Instant,
  after: number,
  limit: number,
): Promise<{ id: number; organization_id: number }[]> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select s.id, s.organization_id from shift_seats seats join shifts s on s.id = seats.shift_id
    where seats.waitlisted > 0 and s.status = 'published' and s.start_time > ${now} and ${hasFreeSpot}
      and seats.shift_id > ${after}
    order by seats.shift_id limit ${limit}
  `.execute(db);
  return rows;
}

export async function selectRoster(
  db: Reader,
  shiftId: number,
  filter: { status: string | undefined; after: number | undefined; limit: number },
): Promise<
  (RegistrationRow & { user_name: string; user_email: string | null; user_phone: string | null })[]
> {
  const { rows } = await sql<
    RegistrationRow & { user_name: string; user_email: string | null; user_phone: string | null }
  >`
    select ${registrationColumns}, u.name as user_name, u.email as user_email, u.phone as user_phone
    from registrations r join users u on u.id = r.user_id left join shift_roles role on role.id = r.role_id
    where r.shift_id = ${shiftId} and r.id > ${filter.after ?? 0}
      and (${filter.status ?? null}::text is null or r.status = ${filter.status ?? null})
    order by r.id limit ${filter.limit + 1}
  `.execute(db);
  return rows;
}

/** A page of offers whose time is up, in the order of their ids. */
export async function selectExpiredOffers(
  db: Reader,
  now: Temporal.Instant,
  { organizationIds, after }: { organizationIds: readonly number[] | undefined; after: number },
): Promise<{ id: number; organization_id: number }[]> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from registrations where status = 'offered' and offer_expires_at <= ${now} and id > ${after}
      ${organizationIds ? sql`and organization_id = any(${[...organizationIds]}::bigint[])` : sql``}
    order by id limit 1000
  `.execute(db);
  return rows;
}

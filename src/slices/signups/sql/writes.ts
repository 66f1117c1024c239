import { type RawBuilder, sql } from 'kysely';
import { ask, isCluster, limitLockWaits, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import { type Counted, countSpots } from '#slices/shifts/index.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import type { RegistrationRow } from './registrations.ts';

/*
 * Everything that writes registrations is here, because three things are written together, in one transaction and
 * under the locks of their shifts: the registration, the counts of its shift, and the time of its person
 * (`person_places`). The house check refuses any other file that writes one of them.
 */

export interface NewRegistration {
  readonly id: number;
  readonly organizationId: number;
  readonly shiftId: number;
  readonly userId: number;
  readonly roleId: number | null;
  readonly status: Exclude<RegistrationStatus, 'cancelled'>;
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

/** Sent ahead: the ids are known. */
export async function insertRegistrations(tx: Tx, rows: readonly NewRegistration[]): Promise<void> {
  if (rows.length === 0) return;
  const given = columnsOf(rows);
  await send(
    tx,
    sql`
    insert into registrations (id, organization_id, shift_id, user_id, role_id, status, start_time, end_time, flags,
                               source, created_at, updated_at)
    select id, organization_id, shift_id, user_id, role_id, status, start_time, end_time,
           string_to_array(flags, ' '), source, now, now
    from unnest(${given.id}::bigint[], ${given.organizationId}::bigint[], ${given.shiftId}::bigint[],
      ${given.userId}::bigint[], ${rows.map(({ roleId }) => roleId)}::bigint[], ${given.status}::text[],
      ${given.start}::timestamptz[], ${given.end}::timestamptz[], ${rows.map(({ flags }) => flags.join(' '))}::text[],
      ${rows.map(({ source }) => source)}::text[], ${rows.map(({ now }) => now.toString())}::timestamptz[])
      as given (id, organization_id, shift_id, user_id, role_id, status, start_time, end_time, flags, source, now)
  `,
  );
  const counted = rows.map((row): Counted => ({ ...row, by: 1 }));
  await countSpots(tx, [...new Set(rows.map(({ organizationId }) => organizationId))], counted);
  await send(
    tx,
    sql`
    insert into person_places (user_id, registration_id, organization_id, shift_id, status, start_time, end_time)
    ${(await isCluster(tx)) ? asRows(rows) : asSelection(given)}
  `,
  );
  rememberPlaces(
    tx,
    'registrations',
    rows.map(({ id, organizationId }) => ({ id, organization_id: organizationId })),
  );
}

/** Citus would copy a selection to the node of the person, and not count it as a change there when it commits. */
function asRows(rows: readonly NewRegistration[]): RawBuilder<unknown> {
  const places = rows.map(
    ({ organizationId, ...row }) =>
      sql`(${row.userId}, ${row.id}, ${organizationId}, ${row.shiftId}, ${row.status}, ${row.start}, ${row.end})`,
  );
  return sql`values ${sql.join(places)}`;
}

/** The same text for any number of rows, so it stays prepared. */
function asSelection(given: Columns): RawBuilder<unknown> {
  return sql`
    select user_id, id, organization_id, shift_id, status, start_time, end_time
    from unnest(${given.id}::bigint[], ${given.organizationId}::bigint[], ${given.shiftId}::bigint[],
      ${given.userId}::bigint[], ${given.status}::text[], ${given.start}::timestamptz[], ${given.end}::timestamptz[])
      as given (id, organization_id, shift_id, user_id, status, start_time, end_time)`;
}

type Columns = ReturnType<typeof columnsOf>;

/**
 * What both tables get, as lists. As objects in JSON, PostgreSQL took 10 µs longer for each row of either table: 81 instead of 71
 * for a registration and 44 instead of 34 for its place.
 */
function columnsOf(rows: readonly NewRegistration[]) {
  const textOf = instantTexts();
  return {
    id: rows.map(({ id }) => id),
    organizationId: rows.map(({ organizationId }) => organizationId),
    shiftId: rows.map(({ shiftId }) => shiftId),
    userId: rows.map(({ userId }) => userId),
    status: rows.map(({ status }) => status),
    start: rows.map(({ start }) => textOf(start)),
    end: rows.map(({ end }) => textOf(end)),
  };
}

/** Each instant is written once, in 2.5 µs: all who sign up for a shift share its times. */
function instantTexts(): (instant: Temporal.Instant) => string {
  const known = new Map<Temporal.Instant, string>();
  return (instant) => {
    const text = known.get(instant) ?? instant.toString();
    known.set(instant, text);
    return text;
  };
}

/** A registration as it was read under the lock of its shift. */
export type LockedRegistration = Pick<
  RegistrationRow,
  'id' | 'organization_id' | 'shift_id' | 'user_id' | 'role_id' | 'status'
>;

export interface StatusChange {
  readonly registration: LockedRegistration;
  readonly status: RegistrationStatus;
  readonly offerExpiresAt?: Temporal.Instant | null;
  readonly cancelReason?: string | null;
  readonly source?: string;
  readonly flags?: readonly string[];
  /** Another role than before. */
  readonly roleId?: number | null;
}

/** Moves registrations to other states, all of an organization in one statement. Sent ahead. */
export async function updateStatuses(
  tx: Tx,
  changes: readonly StatusChange[],
  now: Temporal.Instant,
): Promise<void> {
  const byOrganization = Map.groupBy(changes, ({ registration }) => registration.organization_id);
  for (const [organizationId, own] of byOrganization) {
    await updateOwn(tx, organizationId, own, now);
    await followStatuses(tx, organizationId, own);
  }
}

async function updateOwn(
  tx: Tx,
  organizationId: number,
  changes: readonly StatusChange[],
  now: Temporal.Instant,
): Promise<void> {
  const values = changes.map((change) => ({
    id: change.registration.id,
    before: change.registration.status,
    status: change.status,
    offer_expires_at: change.offerExpiresAt ?? null,
    cancel_reason: change.cancelReason ?? null,
    source: change.source ?? null,
    flags: change.flags ?? [],
    role_id: roleAfter(change),
  }));
  // The counts go by the status before. If a registration had another one, the status becomes null, which fails.
  await send(
    tx,
    sql`
    update registrations as r set
      status = case when r.status = given.before then given.status end, offer_expires_at = given.offer_expires_at,
      cancelled_at = case when given.status = 'cancelled' then ${now}::timestamptz end,
      cancel_reason = given.cancel_reason, source = coalesce(given.source, r.source), role_id = given.role_id,
      flags = array(select distinct unnest(r.flags || array(select jsonb_array_elements_text(given.flags)))),
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (
      id bigint, before text, status text, offer_expires_at timestamptz, cancel_reason text, source text, flags jsonb,
      role_id bigint)
    where r.organization_id = ${organizationId} and r.id = given.id
  `,
  );
}

function roleAfter({ registration, roleId }: Pick<StatusChange, 'registration' | 'roleId'>): number | null {
  return roleId === undefined ? registration.role_id : roleId;
}

/** The counts of the shifts and the time of the people, after a change of states. */
async function followStatuses(
  tx: Tx,
  organizationId: number,
  changes: readonly Pick<StatusChange, 'registration' | 'status' | 'roleId'>[],
): Promise<void> {
  const counted = changes.flatMap((change): Counted[] => {
    const { shift_id: shiftId, role_id, status } = change.registration;
    return [
      { shiftId, roleId: role_id, status, by: -1 },
      { shiftId, roleId: roleAfter(change), status: change.status, by: 1 },
    ];
  });
  await countSpots(tx, [organizationId], counted);
  const byStatus = Map.groupBy(changes, ({ status }) => status);
  const ended = byStatus.get('cancelled') ?? [];
  // Ended first: the time of a person who takes another spot is free then.
  if (ended.length > 0) {
    const { list, condition } = placesOf(organizationId, ended);
    const using = list ? sql`using ${list}` : sql``;
    await send(tx, sql`delete from person_places place ${using} where ${condition}`);
  }
  for (const [status, own] of byStatus) {
    if (status === 'cancelled') continue;
    const { list, condition } = placesOf(organizationId, own);
    const from = list ? sql`from ${list}` : sql``;
    await send(tx, sql`update person_places place set status = ${status} ${from} where ${condition}`);
  }
}

/** Registrations whose places are found by two lists. */
const fewPlaces = 200;

/**
 * The rows of `person_places` as `place`. By two lists, a plan that is kept reads all that these people have and compares each row
 * with a whole list: 1.8 s for 3,000 registrations of a person who has 19,000. More than a few are joined, so that each is
 * found by its key (0.03 s); on a cluster, that asks all shards.
 */
function placesOf(organizationId: number, changes: readonly Pick<StatusChange, 'registration'>[]) {
  const ids = sql`${changes.map(({ registration }) => registration.id)}::bigint[]`;
  const users = sql`${changes.map(({ registration }) => registration.user_id)}::bigint[]`;
  const isHere = sql`place.organization_id = ${organizationId}`;
  if (changes.length <= fewPlaces)
    return {
      condition: sql`place.user_id = any(${users}) and place.registration_id = any(${ids}) and ${isHere}`,
    };
  return {
    list: sql`unnest(${ids}, ${users}) as given (id, user_id)`,
    condition: sql`place.registration_id = given.id and place.user_id = given.user_id and ${isHere}`,
  };
}

/** Ends every registration on these shifts, because the shifts are cancelled. Returns them as they were. */
export async function cancelAllOf(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
  reason: string | null,
  now: Temporal.Instant,
): Promise<LockedRegistration[]> {
  const { rows } = await sql<LockedRegistration>`
    update registrations as r set
      status = 'cancelled', offer_expires_at = null, cancelled_at = ${now}, cancel_reason = ${reason},
      source = 'coordinator', flags = array(select distinct unnest(r.flags || '{shift_cancelled}')), updated_at = ${now}
    from registrations as before
    where r.organization_id = ${organizationId} and before.organization_id = ${organizationId} and before.id = r.id
      and r.shift_id = any(${[...shiftIds]}::bigint[]) and r.status <> 'cancelled'
    returning r.id, r.organization_id, r.shift_id, r.user_id, r.role_id, before.status
  `.execute(tx);
  const ended = rows.map((registration) => ({ registration, status: 'cancelled' as const }));
  if (ended.length > 0) await followStatuses(tx, organizationId, ended);
  return rows;
}

/** Longer than most transactions with sign-ups take, and far shorter than PostgreSQL waits before it looks for a circle. */
const longestWaitMs = 100;

/**
 * Takes over the new times of these shifts. Returns whose registrations they are.
 *
 * The people aren't locked. If two of them sign up elsewhere in one transaction, it can wait for this one while this one waits for
 * it: after a second, PostgreSQL would end one of the two. So this one gives up early, and starts over (`lockMany`, which has
 * limited the waits already where there are several shifts).
 */
export async function moveRegistrations(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
    user_id: number;
    start_time: Temporal.Instant;
    end_time: Temporal.Instant;
  }>`
    update registrations r set start_time = s.start_time, end_time = s.end_time from shifts s
    where r.organization_id = ${organizationId} and s.organization_id = ${organizationId} and s.id = r.shift_id
      and s.id = any(${[...shiftIds]}::bigint[]) and r.status <> 'cancelled'
    returning r.id, r.user_id, r.start_time, r.end_time
  `.execute(tx);
  if (rows.length === 0) return [];
  if (shiftIds.length === 1) await limitLockWaits(tx, longestWaitMs);
  // One statement: people on several occurrences move with all of them, and only the result must not overlap. All shards.
  await send(
    tx,
    sql`
    update person_places place set start_time = given.start_time, end_time = given.end_time
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ user_id }) => user_id)}::bigint[],
        ${rows.map(({ start_time }) => start_time.toString())}::timestamptz[],
        ${rows.map(({ end_time }) => end_time.toString())}::timestamptz[]) as given (id, user_id, start_time, end_time)
    where place.registration_id = given.id and place.user_id = given.user_id
      and place.organization_id = ${organizationId}
  `,
  );
  return [...new Set(rows.map((row) => row.user_id))];
}

interface DatedOffer {
  readonly id: number;
  readonly offer_expires_at: Temporal.Instant;
  readonly start_time: Temporal.Instant;
  readonly time_zone: string;
}

/** Spots of these shifts that are on offer. */
export async function selectOffersOn(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<DatedOffer[]> {
  const { rows } = await sql<DatedOffer>`
    select r.id, r.offer_expires_at, s.start_time, s.time_zone
    from registrations r join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
    where r.organization_id = ${organizationId} and s.organization_id = ${organizationId}
      and r.shift_id = any(${[...shiftIds]}::bigint[]) and r.status = 'offered'
  `.execute(tx);
  return rows;
}

export async function setOfferEnds(
  tx: Tx,
  organizationId: number,
  offers: readonly { readonly id: number; readonly endsAt: Temporal.Instant }[],
): Promise<void> {
  await send(
    tx,
    sql`
    update registrations r set offer_expires_at = given.ends_at
    from unnest(${offers.map(({ id }) => id)}::bigint[], ${offers.map(({ endsAt }) => endsAt.toString())}::timestamptz[])
      as given (id, ends_at)
    where r.organization_id = ${organizationId} and r.id = given.id and r.status = 'offered'
  `,
  );
}

/** For roles that are about to be removed. No one has a spot in them, so there is nothing to count. */
export async function leaveRoles(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
  roleIds: readonly number[],
): Promise<void> {
  await send(
    tx,
    sql`
    update registrations set role_id = null
    where organization_id = ${organizationId} and shift_id = any(${[...shiftIds]}::bigint[])
      and role_id = any(${[...roleIds]}::bigint[])
  `,
  );
}

/** What people wrote about themselves: reasons, and messages to the person who takes their spot. All shards. */
export async function forgetReasons(tx: Tx, userId: number): Promise<void> {
  await send(
    tx,
    sql`
    update registrations set cancel_reason = null where user_id = ${userId} and cancel_reason is not null
  `,
  );
  // By their registrations, which are found by person. There is no index of swaps for this alone.
  await send(
    tx,
    sql`
    update swaps w set message = '' from registrations r
    where r.user_id = ${userId} and w.organization_id = r.organization_id and w.shift_id = r.shift_id
      and w.registration_id = r.id and w.user_id = ${userId} and w.message <> ''
  `,
  );
}

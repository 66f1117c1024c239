import { type RawBuilder, sql } from 'kysely';
import type { Expiring } from '#platform/db/clean-up.ts';
import { anyPlace, inKnownPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';

export type SwapStatus = 'open' | 'accepted' | 'done' | 'declined' | 'withdrawn' | 'rejected';

export interface SwapRow {
  readonly id: number;
  readonly organization_id: number;
  readonly organization_name: string;
  /** Members see each other’s names there. */
  readonly show_coming: boolean;
  readonly shift_id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly location: string;
  readonly registration_id: number;
  readonly role_name: string | null;
  readonly user_id: number;
  readonly user_name: string;
  readonly to_user_id: number | null;
  readonly to_user_name: string | null;
  readonly taker_id: number | null;
  readonly taker_name: string | null;
  readonly status: SwapStatus;
  readonly message: string;
  readonly created_at: Temporal.Instant;
}

/** What its end needs to know about a swap. */
export type LiveSwap = Pick<
  SwapRow,
  'id' | 'organization_id' | 'shift_id' | 'user_id' | 'to_user_id' | 'taker_id'
>;

const withAll = (condition: RawBuilder<unknown>) => sql<SwapRow>`
  select w.id, w.organization_id, o.name as organization_name, o.show_coming, w.shift_id, s.title, s.start_time, s.end_time,
    s.time_zone, s.location, w.registration_id, role.name as role_name, w.user_id, giver.name as user_name,
    w.to_user_id, named.name as to_user_name, w.taker_id, taker.name as taker_name, w.status, w.message, w.created_at
  from swaps w
  join registrations r on r.id = w.registration_id and r.organization_id = w.organization_id
  join shifts s on s.id = w.shift_id and s.organization_id = w.organization_id
  left join shift_roles role on role.id = r.role_id and role.organization_id = w.organization_id
  join organizations o on o.id = w.organization_id
  join users giver on giver.id = w.user_id
  left join users named on named.id = w.to_user_id
  left join users taker on taker.id = w.taker_id
  where ${condition}`;

/** Of a spot that the person still has, on a shift that hasn't started. */
const isLive = (now: Temporal.Instant) => sql`w.status in ('open', 'accepted') and r.status = 'active'
  and s.status = 'published' and s.start_time > ${now}`;

const concerns = (
  userId: number,
) => sql`(w.user_id = ${userId} or w.to_user_id = ${userId} or w.taker_id = ${userId}
  or (w.to_user_id is null and w.status = 'open' and not exists (
    select 1 from registrations own where own.organization_id = w.organization_id and own.shift_id = w.shift_id
      and own.user_id = ${userId} and own.status in ('active', 'pending_approval'))))`;

export async function findSwap(db: Reader, id: number): Promise<SwapRow | undefined> {
  const { rows } = await withAll(sql`w.id = ${id} ${inKnownPlace(db, 'swaps', id, 'w')}`).execute(db);
  rememberPlaces(db, 'swaps', rows);
  return rows[0];
}

/** What a member can do something about: their own, those meant for them, and those for everyone without a spot. */
export async function selectMySwaps(
  db: Reader,
  userId: number,
  organizationIds: readonly number[],
  now: Temporal.Instant,
): Promise<SwapRow[]> {
  const place = anyPlace(organizationIds);
  // Of each table: Citus would ask all shards if only one was named.
  const { rows } = await sql<SwapRow>`${withAll(sql`
    w.organization_id = ${place} and r.organization_id = ${place} and s.organization_id = ${place} and ${isLive(now)}
    and ${concerns(userId)}`)}
    order by s.start_time, w.id limit 100
  `.execute(db);
  return rows;
}

/** Every spot that the person has offered, with what they wrote. Found by their shifts, for which there is an index. */
export async function selectOfferedSwaps(db: Reader, userId: number) {
  const { rows } = await sql<
    Pick<
      SwapRow,
      'id' | 'organization_id' | 'shift_id' | 'to_user_id' | 'taker_id' | 'status' | 'message'
    > & {
      readonly created_at: Temporal.Instant;
      readonly decided_at: Temporal.Instant | null;
    }
  >`
    select w.id, w.organization_id, w.shift_id, w.to_user_id, w.taker_id, w.status, w.message, w.created_at, w.decided_at
    from registrations r
    join swaps w on w.shift_id = r.shift_id and w.registration_id = r.id and w.organization_id = r.organization_id
    where r.user_id = ${userId} and w.user_id = ${userId}
    order by w.id
  `.execute(db);
  return rows;
}

/** How many `selectMySwaps` would find, up to `most`. All shards. */
export async function countMySwaps(
  db: Reader,
  userId: number,
  { now, most }: { now: Temporal.Instant; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from memberships m
      join swaps w on w.organization_id = m.organization_id
      join registrations r on r.id = w.registration_id and r.organization_id = w.organization_id
      join shifts s on s.id = w.shift_id and s.organization_id = w.organization_id
      where m.user_id = ${userId} and ${isLive(now)} and ${concerns(userId)} limit ${most}
    ) as mine
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectLiveSwaps(
  db: Reader,
  organizationId: number,
  now: Temporal.Instant,
  { status, after, limit }: { status: SwapStatus | undefined; after: number | undefined; limit: number },
): Promise<SwapRow[]> {
  const wanted = status === undefined ? sql`` : sql`and w.status = ${status}`;
  const { rows } = await sql<SwapRow>`${withAll(sql`
    w.organization_id = ${organizationId} and ${isLive(now)} ${wanted} and w.id > ${after ?? 0}`)}
    order by w.id limit ${limit + 1}
  `.execute(db);
  return rows;
}

export interface NewSwap {
  readonly organizationId: number;
  readonly shiftId: number;
  readonly registrationId: number;
  readonly userId: number;
  readonly toUserId: number | null;
  readonly message: string;
  readonly now: Temporal.Instant;
}

/** How often a spot was offered, and how often the person has offered spots since. All shards. */
export async function countOffers(
  tx: Tx,
  { userId, registrationId, since }: { userId: number; registrationId: number; since: Temporal.Instant },
): Promise<{ of_spot: number; recent: number }> {
  // Only shifts to come are offered, so those that began before have no offer since.
  const { rows } = await sql<{ of_spot: number; recent: number }>`
    select count(*) filter (where w.registration_id = ${registrationId})::integer as of_spot,
      count(*) filter (where w.created_at > ${since})::integer as recent
    from registrations r
    join swaps w on w.organization_id = r.organization_id and w.shift_id = r.shift_id and w.registration_id = r.id
    where r.user_id = ${userId} and r.start_time > ${since}
  `.execute(tx);
  return rows[0] ?? { of_spot: 0, recent: 0 };
}

/** Undefined if the spot is on offer already. */
export async function insertSwap(tx: Tx, swap: NewSwap): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    insert into swaps (organization_id, shift_id, registration_id, user_id, to_user_id, status, message, created_at)
    values (${swap.organizationId}, ${swap.shiftId}, ${swap.registrationId}, ${swap.userId}, ${swap.toUserId}, 'open',
      ${swap.message}, ${swap.now})
    on conflict (registration_id, organization_id) where status in ('open', 'accepted') do nothing
    returning id, organization_id
  `.execute(tx);
  rememberPlaces(tx, 'swaps', rows);
  return rows[0]?.id;
}

export async function updateSwap(
  tx: Tx,
  { id, organization_id }: Pick<SwapRow, 'id' | 'organization_id'>,
  change: { readonly status: SwapStatus; readonly takerId: number | null; readonly now: Temporal.Instant },
): Promise<void> {
  await send(
    tx,
    sql`
    update swaps set status = ${change.status}, taker_id = ${change.takerId}, decided_at = ${change.now}
    where id = ${id} and organization_id = ${organization_id}
  `,
  );
}

/** Of these shifts, those that wait for a coordinator: they are on offer again. As they were before. */
export async function reopenAccepted(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<LiveSwap[]> {
  const { rows } = await sql<LiveSwap>`
    update swaps w set status = 'open', taker_id = null, decided_at = null from swaps before
    where before.id = w.id and before.organization_id = ${organizationId} and w.organization_id = ${organizationId}
      and w.shift_id = any(${[...shiftIds]}::bigint[]) and w.status = 'accepted'
    returning w.id, w.organization_id, w.shift_id, w.user_id, w.to_user_id, before.taker_id
  `.execute(tx);
  return rows;
}

/** As they were before: who had accepted is no longer noted then. */
const endLive = (status: SwapStatus, now: Temporal.Instant, which: RawBuilder<unknown>) => sql<LiveSwap>`
  update swaps w set status = ${status}, taker_id = null, decided_at = ${now} from swaps before
  where before.id = w.id and before.organization_id = w.organization_id and w.status in ('open', 'accepted') and ${which}
  returning w.id, w.organization_id, w.shift_id, w.user_id, w.to_user_id, before.taker_id`;

export async function endSwapsOfRegistrations(
  tx: Tx,
  organizationId: number,
  registrationIds: readonly number[],
  now: Temporal.Instant,
): Promise<LiveSwap[]> {
  const { rows } = await endLive(
    'withdrawn',
    now,
    sql`w.organization_id = ${organizationId} and before.organization_id = ${organizationId}
      and w.registration_id = any(${[...registrationIds]}::bigint[])`,
  ).execute(tx);
  return rows;
}

/** Of others, which this person was asked to take or has accepted. All shards, unless an organization is named. */
export async function endSwapsMeantFor(
  tx: Tx,
  { userId, organizationId }: { readonly userId: number; readonly organizationId?: number },
  now: Temporal.Instant,
): Promise<LiveSwap[]> {
  const here =
    organizationId === undefined
      ? sql``
      : sql`and w.organization_id = ${organizationId} and before.organization_id = ${organizationId}`;
  const which = sql`(w.to_user_id = ${userId} or w.taker_id = ${userId}) ${here}`;
  const { rows } = await endLive('declined', now, which).execute(tx);
  return rows;
}

/**
 * Of shifts that started a day ago: no one reads them as live any more, and lists no longer pass over them. The person
 * keeps the spot.
 */
export const expiringSwaps: Expiring = {
  name: 'swaps.status',
  remove: (now, limit) => sql`
    update swaps set status = 'withdrawn', taker_id = null, decided_at = ${now} where (id, organization_id) in (
      select w.id, w.organization_id from swaps w
      join shifts s on s.id = w.shift_id and s.organization_id = w.organization_id
      where w.status in ('open', 'accepted') and s.start_time < ${now.subtract({ hours: 24 })} limit ${limit})`,
};

/** A member by their address. Undefined for everyone else, whether they have an account or not. */
export async function findMemberByEmail(
  db: Reader,
  organizationId: number,
  email: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and u.email = ${email}
  `.execute(db);
  return rows[0]?.user_id;
}

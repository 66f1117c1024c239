import { sql } from 'kysely';
import { findPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { AskStatus } from './rules.ts';

type Manage = Grant<'shifts.manage'>;

export interface NewAsk {
  readonly shiftId: number;
  readonly senderId: number | null;
  readonly roleKey: string | null;
  readonly message: string;
  readonly urgent: boolean;
  readonly expiresAt: Temporal.Instant | null;
  readonly now: Temporal.Instant;
}

export async function countAsks(db: Reader, { organizationId }: Manage, shiftId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from shift_asks where organization_id = ${organizationId} and shift_id = ${shiftId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Of these people, the members who have no spot on the shift and no offer, have no open question about it and have not said no. */
export async function selectAskable(
  db: Reader,
  { organizationId }: Manage,
  { shiftId, userIds, now }: { shiftId: number; userIds: readonly number[]; now: Temporal.Instant },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from memberships m
    where m.organization_id = ${organizationId} and m.user_id = any(${[...userIds]}::bigint[])
      and not exists (select 1 from registrations r where r.organization_id = ${organizationId}
        and r.shift_id = ${shiftId} and r.user_id = m.user_id and r.status not in ('cancelled', 'waitlisted'))
      and not exists (select 1 from shift_ask_people p
        join shift_asks a on a.id = p.ask_id and a.organization_id = ${organizationId}
        where p.organization_id = ${organizationId} and p.shift_id = ${shiftId} and p.user_id = m.user_id
          and (p.status = 'declined' or (p.status = 'asked' and (a.expires_at is null or a.expires_at > ${now}))))
    order by m.user_id
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** People who were asked by another request in the meantime are left out. Returns the people who are asked now. */
export async function insertAsk(
  tx: Tx,
  { organizationId }: Manage,
  ask: NewAsk,
  userIds: readonly number[],
): Promise<{ id: number; userIds: number[] }> {
  const { shiftId, now } = ask;
  // Questions that nobody answered in time make room for a new one.
  await send(
    tx,
    sql`
    update shift_ask_people p set status = 'withdrawn' from shift_asks a
    where p.organization_id = ${organizationId} and p.shift_id = ${shiftId} and p.status = 'asked'
      and p.user_id = any(${[...userIds]}::bigint[]) and a.organization_id = ${organizationId} and a.id = p.ask_id
      and a.expires_at <= ${now}
  `,
  );
  const { rows } = await sql<{ id: number }>`
    insert into shift_asks (organization_id, shift_id, sender_id, role_key, message, urgent, expires_at, created_at)
    values (${organizationId}, ${shiftId}, ${ask.senderId}, ${ask.roleKey}, ${ask.message}, ${ask.urgent},
      ${ask.expiresAt}, ${now})
    returning id
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('an ask was not written');
  const { rows: people } = await sql<{ user_id: number }>`
    insert into shift_ask_people (ask_id, organization_id, shift_id, user_id)
    select ${id}::bigint, ${organizationId}::bigint, ${shiftId}::bigint, user_id
    from unnest(${[...userIds]}::bigint[]) as given (user_id)
    on conflict do nothing
    returning user_id
  `.execute(tx);
  return { id, userIds: people.map(({ user_id }) => user_id) };
}

const onShift = sql`
  left join registrations r on r.organization_id = p.organization_id and r.shift_id = p.shift_id
    and r.user_id = p.user_id and r.status <> 'cancelled'`;

export interface AskedRow {
  readonly ask_id: number;
  readonly user_id: number;
  readonly name: string;
  readonly status: AskStatus;
  readonly role_key: string | null;
  readonly urgent: boolean;
  readonly expires_at: Temporal.Instant | null;
  readonly registration_status: string | null;
  readonly asked_at: Temporal.Instant;
  readonly answered_at: Temporal.Instant | null;
}

export async function selectAsked(
  db: Reader,
  { organizationId }: Manage,
  shiftId: number,
  { after, limit }: { after: readonly [number, number] | undefined; limit: number },
): Promise<AskedRow[]> {
  const [askId, userId] = after ?? [0, 0];
  const { rows } = await sql<AskedRow>`
    select p.ask_id, p.user_id, u.name, p.status, a.role_key, a.urgent, a.expires_at, a.created_at as asked_at,
      p.answered_at, r.status as registration_status
    from shift_ask_people p
    join shift_asks a on a.id = p.ask_id and a.organization_id = p.organization_id
    join users u on u.id = p.user_id
    ${onShift}
    where p.organization_id = ${organizationId} and p.shift_id = ${shiftId}
      and (p.ask_id, p.user_id) > (${askId}::bigint, ${userId}::bigint)
    order by p.ask_id, p.user_id limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** Cancels the open questions about a shift. People who were too late can't try again either, but that they tried is kept. */
export async function withdraw(
  tx: Tx,
  { organizationId }: Manage,
  shiftId: number,
  now: Temporal.Instant,
): Promise<{ ask_id: number; user_id: number }[]> {
  await send(
    tx,
    sql`
    update shift_asks set expires_at = ${now}
    where organization_id = ${organizationId} and shift_id = ${shiftId} and (expires_at is null or expires_at > ${now})
  `,
  );
  const { rows } = await sql<{ ask_id: number; user_id: number }>`
    update shift_ask_people set status = 'withdrawn', answered_at = ${now}
    where organization_id = ${organizationId} and shift_id = ${shiftId} and status = 'asked'
    returning ask_id, user_id
  `.execute(tx);
  return rows;
}

export async function withdrawOfMember(
  tx: Tx,
  { organizationId, userId }: { organizationId: number; userId: number },
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    update shift_ask_people set status = 'withdrawn', answered_at = ${now}
    where organization_id = ${organizationId} and user_id = ${userId} and status in ('asked', 'too_late')
  `,
  );
}

/** A question to one person, with the shift it is about. */
export interface AskRow {
  readonly id: number;
  readonly organization_id: number;
  readonly organization_name: string;
  readonly shift_id: number;
  readonly user_id: number;
  readonly sender_name: string | null;
  readonly role_key: string | null;
  readonly role_name: string | null;
  readonly message: string;
  readonly urgent: boolean;
  readonly status: AskStatus;
  /** Of the person on the shift, if they are on it. */
  readonly registration_status: string | null;
  readonly expires_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
  readonly title: string;
  readonly location: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly shift_status: string;
}

const askRow = sql`
  select a.id, a.organization_id, o.name as organization_name, a.shift_id, p.user_id, sender.name as sender_name,
    a.role_key, role.name as role_name, a.message, a.urgent, p.status, r.status as registration_status, a.expires_at, a.created_at, s.title, s.location, s.start_time, s.end_time,
    s.time_zone, s.status as shift_status
  from shift_ask_people p
  join shift_asks a on a.id = p.ask_id and a.organization_id = p.organization_id
  join shifts s on s.id = p.shift_id and s.organization_id = p.organization_id
  join organizations o on o.id = p.organization_id
  left join shift_roles role on role.organization_id = p.organization_id and role.shift_id = p.shift_id
    and role.key = a.role_key
  ${onShift}
  left join users sender on sender.id = a.sender_id`;

export async function findAsk(db: Reader, askId: number, userId: number): Promise<AskRow | undefined> {
  const organizationId = await findPlace(db, 'shift_asks', askId);
  if (organizationId === undefined) return undefined;
  const { rows } = await sql<AskRow>`
    ${askRow} where p.organization_id = ${organizationId} and p.ask_id = ${askId} and p.user_id = ${userId}
  `.execute(db);
  return rows[0];
}

/** Questions of any number of people, for emails. */
export async function selectAsks(
  db: Reader,
  organizations: readonly number[],
  askIds: readonly number[],
  userIds: readonly number[],
): Promise<AskRow[]> {
  const { rows } = await sql<AskRow>`
    ${askRow} where p.organization_id = any(${[...organizations]}::bigint[]) and p.ask_id = any(${[...askIds]}::bigint[])
      and p.user_id = any(${[...userIds]}::bigint[])
  `.execute(db);
  return rows;
}

/** A person's open questions, in whichever organizations. All shards. */
export async function selectOpenOf(
  db: Reader,
  userId: number,
  { now, after, limit }: { now: Temporal.Instant; after: number; limit: number },
): Promise<AskRow[]> {
  const { rows } = await sql<AskRow>`
    ${askRow}
    where ${openOf(userId, now)} and a.id > ${after}
    order by a.id limit ${limit + 1}
  `.execute(db);
  rememberPlaces(db, 'shift_asks', rows);
  return rows;
}

/** Someone who got onto the shift another way, for example by a swap, has nothing left to answer. */
const openOf = (userId: number, now: Temporal.Instant) => sql`
  p.user_id = ${userId} and p.status = 'asked' and s.status = 'published' and s.start_time > ${now}
    and (a.expires_at is null or a.expires_at > ${now})
    and not exists (select 1 from registrations own where own.organization_id = p.organization_id
      and own.shift_id = p.shift_id and own.user_id = p.user_id and own.status not in ('cancelled', 'waitlisted'))`;

/** How many open questions a person has, up to `most`. All shards. */
export async function countOpenOf(
  db: Reader,
  userId: number,
  { now, most }: { now: Temporal.Instant; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from shift_ask_people p
      join shift_asks a on a.id = p.ask_id and a.organization_id = p.organization_id
      join shifts s on s.id = p.shift_id and s.organization_id = p.organization_id
      where ${openOf(userId, now)} limit ${most}
    ) as open
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many people were asked to take a shift, up to `most`. */
export async function countAsked(
  db: Reader,
  { organizationId, shiftId, most }: { organizationId: number; shiftId: number; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from shift_ask_people where organization_id = ${organizationId} and shift_id = ${shiftId} limit ${most}
    ) as asked
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** False: it was answered or withdrawn in the meantime. */
export async function markAnswered(
  tx: Tx,
  { id, organization_id, user_id }: Pick<AskRow, 'id' | 'organization_id' | 'user_id'>,
  status: AskStatus,
  now: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update shift_ask_people set status = ${status}, answered_at = ${now}
    where organization_id = ${organization_id} and ask_id = ${id} and user_id = ${user_id}
      and status in ('asked', 'too_late')
      and exists (
        select 1 from shift_asks a
        where a.organization_id = ${organization_id} and a.id = ${id} and (a.expires_at is null or a.expires_at > ${now})
      )
    returning 1
  `.execute(tx);
  return rows.length > 0;
}

/** People they have asked can still answer, without what was written to them. All shards. */
export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`delete from shift_ask_people where user_id = ${userId}`.execute(tx);
  await sql`update shift_asks set message = '' where sender_id = ${userId} and message <> ''`.execute(tx);
}

export async function selectOfPerson(db: Reader, userId: number) {
  return await db
    .selectFrom('shift_ask_people')
    .select(['ask_id', 'organization_id', 'shift_id', 'status', 'answered_at'])
    .where('user_id', '=', userId)
    .orderBy('ask_id')
    .execute();
}

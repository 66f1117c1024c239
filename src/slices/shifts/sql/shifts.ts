import { sql } from 'kysely';
import {
  findPlace,
  findPlaces,
  inKnownPlace,
  type Reader,
  rememberPlaces,
  send,
  type Tx,
} from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

type Manage = Grant<'shifts.manage'>;

export interface ShiftRow {
  readonly id: number;
  readonly organization_id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly series_id: number | null;
  readonly occurrence_start: Temporal.Instant | null;
  readonly edited: boolean;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly team_notes: string | null;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly requires_approval: boolean;
  readonly status: 'draft' | 'published' | 'cancelled';
  readonly is_hidden: boolean;
  readonly roles: readonly StoredRole[];
  readonly revision: number;
  readonly capacity: number | null;
  readonly minimum: number | null;
  readonly waitlist_capacity: number | null;
  readonly taken: number;
  readonly waiting: number;
}

export interface StoredRole {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly minimum: number | null;
}

/** Of `shifts s`. A draft is known to those who plan, also after it was cancelled. */
export const hiddenText = "(s.status = 'draft' or s.cancelled_as_draft)";
export const isHidden = sql.raw<boolean>(hiddenText);

const rowColumns = sql`
  s.id, s.organization_id, s.program_id, s.mission_id, s.series_id, s.occurrence_start, s.edited, s.title,
  s.description, s.location, s.team_notes, s.start_time, s.end_time, s.time_zone, s.requires_approval, s.status, s.roles, s.revision,
  ${isHidden} as is_hidden,
  seats.capacity, seats.minimum, seats.waitlist_capacity, seats.active + seats.pending + seats.offered as taken,
  seats.waitlisted as waiting`;

const withSeats = sql`
  shifts s join shift_seats seats on seats.shift_id = s.id and seats.organization_id = s.organization_id`;

export async function findShift(db: Reader, id: number): Promise<ShiftRow | undefined> {
  const { rows } = await sql<ShiftRow>`
    select ${rowColumns} from ${withSeats} where s.id = ${id} ${inKnownPlace(db, 'shifts', id, 's')}
  `.execute(db);
  rememberPlaces(db, 'shifts', rows);
  return rows[0];
}

/** The occurrences of a series that are neither past nor cancelled, from the given moment on. */
export async function selectOccurrences(
  db: Reader,
  grant: Manage,
  seriesId: number,
  from: Temporal.Instant,
): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select ${rowColumns} from ${withSeats}
    where s.series_id = ${seriesId} and s.organization_id = ${grant.organizationId}
      and s.start_time >= ${from} and s.status <> 'cancelled'
    order by s.start_time, s.id
  `.execute(db);
  return rows;
}

/** The given shifts, in the order in which they are given. */
export async function selectShifts(db: Reader, grant: Manage, ids: readonly number[]): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select ${rowColumns} from ${withSeats}
    where s.organization_id = ${grant.organizationId} and s.id = any(${[...ids]}::bigint[])
    order by array_position(${[...ids]}::bigint[], s.id)
  `.execute(db);
  return rows;
}

/** Those of the given shifts that belong to the organization. */
export async function selectOwnIds(
  db: Reader,
  organizationId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from shifts where organization_id = ${organizationId}
      and id = any(${ids.filter(Number.isSafeInteger)}::bigint[])
  `.execute(db);
  rememberPlaces(
    db,
    'shifts',
    rows.map(({ id }) => ({ id, organization_id: organizationId })),
  );
  return rows.map(({ id }) => id);
}

export interface ShiftSize {
  readonly id: number;
  readonly people: number;
}

/** How large a change to several shifts of a series would be, before any lock is taken. Nothing outside a series. */
export async function selectSizes(
  db: Reader,
  id: number,
  scope: 'following' | 'all',
  now: Temporal.Instant,
): Promise<ShiftSize[]> {
  const organizationId = await findPlace(db, 'shifts', id);
  if (organizationId === undefined) return [];
  const { rows } = await sql<ShiftSize>`
    select s.id, seats.active + seats.pending + seats.offered + seats.waitlisted as people
    from shifts named join shifts s on s.series_id = named.series_id and s.organization_id = named.organization_id
    join shift_seats seats on seats.shift_id = s.id and seats.organization_id = s.organization_id
    where named.organization_id = ${organizationId} and named.id = ${id} and s.status <> 'cancelled'
      and (s.id = named.id or s.start_time >= ${scope === 'all' ? sql`${now}` : sql`named.start_time`})
    order by s.start_time, s.id
  `.execute(db);
  return rows;
}

export interface NewRole {
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly minimum: number | null;
}

export interface NewShift {
  readonly programId: number;
  readonly missionId: number;
  readonly seriesId: number | null;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly teamNotes: string | null;
  readonly timeZone: string;
  readonly requiresApproval: boolean;
  readonly status: 'draft' | 'published';
  readonly capacity: number | null;
  readonly minimum: number | null;
  readonly waitlistCapacity: number | null;
  readonly roles: readonly NewRole[];
  readonly createdBy: number | null;
  readonly now: Temporal.Instant;
}

export interface Occurrence {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/** Makes shifts that differ in time only, with their spots and roles. Returns them in the order of time; an occurrence that exists is passed over. */
export async function insertShifts(
  tx: Tx,
  grant: Manage,
  shift: NewShift,
  occurrences: readonly Occurrence[],
): Promise<{ id: number; start_time: Temporal.Instant; end_time: Temporal.Instant }[]> {
  const roles = JSON.stringify(shift.roles);
  const { rows } = await sql<{ id: number; start_time: Temporal.Instant; end_time: Temporal.Instant }>`
    with given as (
      select nextval('shifts_id_seq') as id, start_time, end_time
      from unnest(${occurrences.map(({ start }) => start.toString())}::timestamptz[],
                  ${occurrences.map(({ end }) => end.toString())}::timestamptz[]) as t (start_time, end_time)
    ), roles as (
      select nextval('shift_roles_id_seq') as id, given.id as shift_id, r.key, r.name, r.capacity, r.minimum, r.position
      from given cross join lateral rows from (
        jsonb_to_recordset(${roles}::jsonb) as (key text, name text, capacity integer, minimum integer)
      ) with ordinality as r (key, name, capacity, minimum, position)
    ), made as (
      insert into shifts (id, organization_id, program_id, mission_id, series_id, occurrence_start, title, description,
        location, team_notes, start_time, end_time, time_zone, requires_approval, status, roles, created_by, created_at,
        updated_at)
      select given.id, ${grant.organizationId}, ${shift.programId}, ${shift.missionId}, ${shift.seriesId},
        case when ${shift.seriesId}::bigint is not null then given.start_time end, ${shift.title}, ${shift.description},
        ${shift.location}, ${shift.teamNotes}, given.start_time, given.end_time, ${shift.timeZone}, ${shift.requiresApproval}, ${shift.status},
        coalesce((select jsonb_agg(jsonb_build_object('id', roles.id, 'key', roles.key, 'name', roles.name,
          'capacity', roles.capacity, 'minimum', roles.minimum) order by roles.position) from roles where roles.shift_id = given.id), '[]'),
        ${shift.createdBy}, ${shift.now}, ${shift.now}
      from given
      on conflict (series_id, occurrence_start, organization_id) do nothing
      returning id, start_time, end_time
    ), seats as (
      insert into shift_seats (shift_id, organization_id, capacity, minimum, waitlist_capacity)
      select id, ${grant.organizationId}, ${shift.capacity}, ${shift.minimum}, ${shift.waitlistCapacity} from made
    ), stored_roles as (
      insert into shift_roles (id, organization_id, shift_id, key, name, capacity, minimum, position)
      select roles.id, ${grant.organizationId}, roles.shift_id, roles.key, roles.name, roles.capacity, roles.minimum,
        roles.position
      from roles join made on made.id = roles.shift_id
    )
    select id, start_time, end_time from made order by start_time, id
  `.execute(tx);
  rememberPlaces(
    tx,
    'shifts',
    rows.map(({ id }) => ({ id, organization_id: grant.organizationId })),
  );
  return rows;
}

export interface ShiftChange {
  readonly missionId?: number | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly teamNotes?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly requiresApproval?: boolean | undefined;
  readonly status?: 'published' | 'cancelled' | undefined;
  readonly cancelReason?: string | null | undefined;
  readonly edited?: boolean | undefined;
  /** Moved with its series: it is no longer where the pattern put it, and a new occurrence may. */
  readonly leavesPattern?: boolean | undefined;
}

/** The same change to all of them; only the times, where they change, differ from one to the next. */
export async function updateShifts(
  tx: Tx,
  grant: Manage,
  ids: readonly number[],
  change: ShiftChange,
  now: Temporal.Instant,
  moves: ReadonlyMap<number, Occurrence> = new Map(),
): Promise<void> {
  await send(
    tx,
    sql`
    update shifts set
      mission_id = coalesce(${change.missionId ?? null}, mission_id),
      title = coalesce(${change.title ?? null}, title),
      description = coalesce(${change.description ?? null}, description),
      location = coalesce(${change.location ?? null}, location),
      team_notes = case when ${change.teamNotes !== undefined} then ${change.teamNotes ?? null} else team_notes end,
      time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      requires_approval = coalesce(${change.requiresApproval ?? null}, requires_approval),
      start_time = coalesce(given.start_time, shifts.start_time),
      end_time = coalesce(given.end_time, shifts.end_time),
      status = coalesce(${change.status ?? null}, status),
      cancelled_as_draft = cancelled_as_draft or (status = 'draft' and ${change.status === 'cancelled'}),
      cancelled_at = case when ${change.status ?? null} = 'cancelled' then ${now}::timestamptz else cancelled_at end,
      cancel_reason = coalesce(${change.cancelReason ?? null}, cancel_reason),
      edited = coalesce(${change.edited ?? null}::boolean and series_id is not null, edited),
      occurrence_start = case when ${change.leavesPattern ?? false} then null else occurrence_start end,
      revision = revision + 1, updated_at = ${now}
    from unnest(${[...ids]}::bigint[], ${ids.map((id) => moves.get(id)?.start.toString() ?? null)}::timestamptz[],
                ${ids.map((id) => moves.get(id)?.end.toString() ?? null)}::timestamptz[])
      as given (id, start_time, end_time)
    where shifts.id = given.id and organization_id = ${grant.organizationId}
  `,
  );
}

/** Capacity may fall below what is taken: people keep their spots, the excess is noted, and no new spot is given. */
export async function updateCapacity(
  tx: Tx,
  grant: Manage,
  ids: readonly number[],
  change: {
    readonly capacity?: number | null | undefined;
    readonly minimum?: number | null | undefined;
    readonly waitlistCapacity?: number | null | undefined;
  },
): Promise<void> {
  const { capacity, minimum, waitlistCapacity } = change;
  if (capacity === undefined && minimum === undefined && waitlistCapacity === undefined) return;
  const changed = [
    ...(capacity === undefined
      ? []
      : [
          sql`capacity = ${capacity}::integer,
            overbooked = greatest(0, coalesce(active + pending + offered - ${capacity}::integer, 0))`,
        ]),
    ...(minimum === undefined ? [] : [sql`minimum = ${minimum}::integer`]),
    ...(waitlistCapacity === undefined ? [] : [sql`waitlist_capacity = ${waitlistCapacity}::integer`]),
  ];
  await send(
    tx,
    sql`
    update shift_seats set ${sql.join(changed)}
    where organization_id = ${grant.organizationId} and shift_id = any(${[...ids]}::bigint[])
  `,
  );
}

export async function selectHidden(tx: Tx, shiftIds: readonly number[]): Promise<Set<number>> {
  const organizations = new Set((await findPlaces(tx, 'shifts', shiftIds)).values());
  const { rows } = await sql<{ id: number }>`
    select s.id from shifts s where s.organization_id = any(${[...organizations]}::bigint[])
      and s.id = any(${shiftIds}::bigint[]) and ${isHidden}
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

import { sql } from 'kysely';
import { type Reader, rememberPlaces, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { NewRole, Occurrence, ShiftRow } from './shifts.ts';

/** What a copy has in common with its source, which is a shift or part of a template. */
export type CopiedShift = Pick<
  ShiftRow,
  | 'id'
  | 'program_id'
  | 'mission_id'
  | 'title'
  | 'description'
  | 'location'
  | 'team_notes'
  | 'time_zone'
  | 'requires_approval'
  | 'capacity'
  | 'minimum'
  | 'waitlist_capacity'
> & { readonly roles: readonly NewRole[] };

/** A shift at another time. */
export interface Copy extends Occurrence {
  /** When its source starts and ends on the clock. */
  readonly clock: { readonly start: Temporal.PlainTime; readonly end: Temporal.PlainTime };
  readonly shift: CopiedShift;
  readonly status: 'draft' | 'published';
}

/** Which of the copies are in the plan already: those with the same program, title and start. */
export async function selectExisting(
  db: Reader,
  { organizationId }: Grant<'shifts.manage'>,
  copies: readonly { readonly copy: Copy; readonly position: number }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ position: number }>`
    select distinct copy.position
    from unnest(${copies.map(({ copy }) => copy.shift.program_id)}::bigint[], ${copies.map(({ copy }) => copy.shift.title)}::text[],
      ${copies.map(({ copy }) => copy.start.toString())}::timestamptz[], ${copies.map(({ position }) => position)}::int[])
      as copy (program_id, title, start_time, position)
    join shifts s on s.organization_id = ${organizationId} and s.start_time = copy.start_time
      and s.program_id = copy.program_id and s.title = copy.title
    where s.status <> 'cancelled'
  `.execute(db);
  return new Set(rows.map(({ position }) => position));
}

/** Makes copies of any shifts, with their spots and roles. Returns their ids in the order of the copies. */
export async function copyShifts(
  tx: Tx,
  grant: Grant<'shifts.manage'>,
  copies: readonly Copy[],
  { createdBy, now }: { readonly createdBy: number | null; readonly now: Temporal.Instant },
): Promise<number[]> {
  const given = copies.map(({ shift: { id: _, ...shift }, start, end, status }, position) => ({
    ...shift,
    start_time: start.toString(),
    end_time: end.toString(),
    status,
    position,
  }));
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select nextval('shifts_id_seq') as id, copy.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as copy (
        program_id bigint, mission_id bigint, title text, description text, location text, team_notes text,
        start_time timestamptz, end_time timestamptz, time_zone text, requires_approval boolean, status text, capacity integer, minimum integer,
        waitlist_capacity integer, roles jsonb, position integer)
    ), roles as materialized (
      select nextval('shift_roles_id_seq') as id, given.id as shift_id, role.key, role.name, role.capacity, role.minimum,
        role.position
      from given cross join lateral rows from (
        jsonb_to_recordset(given.roles) as (key text, name text, capacity integer, minimum integer)
      ) with ordinality as role (key, name, capacity, minimum, position)
    ), made as (
      insert into shifts (id, organization_id, program_id, mission_id, title, description, location, team_notes, start_time,
        end_time, time_zone, requires_approval, status, roles, created_by, created_at, updated_at)
      select given.id, ${grant.organizationId}, given.program_id, given.mission_id, given.title, given.description,
        given.location, given.team_notes, given.start_time, given.end_time, known_zone(given.time_zone), given.requires_approval,
        given.status,
        coalesce((select jsonb_agg(jsonb_build_object('id', roles.id, 'key', roles.key, 'name', roles.name,
          'capacity', roles.capacity, 'minimum', roles.minimum) order by roles.position) from roles where roles.shift_id = given.id), '[]'),
        ${createdBy}, ${now}, ${now}
      from given
      order by given.id
    ), seats as (
      insert into shift_seats (shift_id, organization_id, capacity, minimum, waitlist_capacity)
      select id, ${grant.organizationId}, capacity, minimum, waitlist_capacity from given
    ), stored_roles as (
      insert into shift_roles (id, organization_id, shift_id, key, name, capacity, minimum, position)
      select id, ${grant.organizationId}, shift_id, key, name, capacity, minimum, position from roles
    )
    select id from given order by position
  `.execute(tx);
  rememberPlaces(
    tx,
    'shifts',
    rows.map(({ id }) => ({ id, organization_id: grant.organizationId })),
  );
  return rows.map(({ id }) => id);
}

import { sql } from 'kysely';
import { type Reader, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { successorOf } from '../rules/role-successors.ts';

type Manage = Grant<'shifts.manage'>;

/** Allows just as many spots beyond the capacity as the given new ones need. Sent ahead of their rows. */
export async function allowOverbooking(
  tx: Tx,
  organizationId: number,
  spots: readonly { readonly shiftId: number; readonly roleId: number | null }[],
): Promise<void> {
  if (spots.length === 0) return;
  const shiftIds = spots.map(({ shiftId }) => shiftId);
  const roleIds = spots.flatMap(({ roleId }) => roleId ?? []);
  await send(
    tx,
    sql`
    update shift_seats as seats
    set overbooked = greatest(overbooked, active + pending + offered + wanted.spots - capacity)
    from (select id, count(*) as spots from unnest(${shiftIds}::bigint[]) as id group by id) as wanted
    where seats.organization_id = ${organizationId} and seats.shift_id = wanted.id and capacity is not null
  `,
  );
  if (roleIds.length === 0) return;
  await send(
    tx,
    sql`
    update shift_roles as role set overbooked = greatest(overbooked, taken + wanted.spots - capacity)
    from (select id, count(*) as spots from unnest(${roleIds}::bigint[]) as id group by id) as wanted
    where role.organization_id = ${organizationId} and role.id = wanted.id
      and role.shift_id = any(${shiftIds}::bigint[]) and capacity is not null
  `,
  );
}

export interface RoleChange {
  readonly id?: number | undefined;
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
  readonly minimum: number | null;
}

export interface PresentRole {
  readonly shift_id: number;
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly taken: number;
}

/** A role that has more people than spots after a change. */
export interface OverbookedRole {
  readonly shift_id: number;
  readonly name: string;
  readonly taken: number;
  readonly capacity: number;
}

export async function selectRoles(
  db: Reader,
  { organizationId }: Manage,
  shiftIds: readonly number[],
  { inUse = false } = {},
): Promise<PresentRole[]> {
  const { rows } = await sql<PresentRole>`
    select shift_id, id, key, name, taken from shift_roles
    where organization_id = ${organizationId} and shift_id = any(${[...shiftIds]}::bigint[])
      and (taken > 0 or not ${inUse})
    order by shift_id, position
  `.execute(db);
  return rows;
}

/** Which of the given roles are present on each of these shifts, and which are new there. */
export interface Successors {
  readonly kept: readonly { id: number; position: number; taken: number; shift_id: number }[];
  readonly added: readonly { shift_id: number; position: number }[];
}

export function successors(
  shiftIds: readonly number[],
  present: readonly PresentRole[],
  roles: readonly RoleChange[],
): Successors {
  const byShift = Map.groupBy(present, (role) => role.shift_id);
  const kept: Successors['kept'][number][] = [];
  const added: Successors['added'][number][] = [];
  for (const shiftId of shiftIds) {
    const old = byShift.get(shiftId) ?? [];
    const ids = new Set(old.map((role) => role.id));
    const predecessors = new Map(old.map((role) => [successorOf(role, ids, roles), role]));
    for (const [position, role] of roles.entries()) {
      const before = predecessors.get(role);
      if (before) kept.push({ id: before.id, position, taken: before.taken, shift_id: shiftId });
      else added.push({ shift_id: shiftId, position });
    }
  }
  return { kept, added };
}

/** Those of the given roles that have more people than spots on a shift. */
export function overbookedRoles(roles: readonly RoleChange[], { kept }: Successors): OverbookedRole[] {
  return kept.flatMap(({ shift_id, position, taken }) => {
    const { name, capacity } = roles[position] as RoleChange;
    return capacity !== null && taken > capacity ? [{ shift_id, name, taken, capacity }] : [];
  });
}

/** Puts the given roles in place of the present ones on all these shifts. */
export async function replaceRoles(
  tx: Tx,
  { organizationId }: Manage,
  shiftIds: readonly number[],
  roles: readonly RoleChange[],
  { kept, added }: Successors,
): Promise<void> {
  const ids = [...shiftIds];
  const given = sql`
    rows from (jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as (key text, name text, capacity integer, minimum integer))
      with ordinality as given (key, name, capacity, minimum, number)`;
  await send(
    tx,
    sql`
    delete from shift_roles where organization_id = ${organizationId} and shift_id = any(${ids}::bigint[])
      and id <> all(${kept.map(({ id }) => id)}::bigint[])
  `,
  );
  // Two roles may exchange their keys, so the old keys make room first.
  await send(
    tx,
    sql`
    update shift_roles set key = '~' || id
    where organization_id = ${organizationId} and shift_id = any(${ids}::bigint[])
  `,
  );
  await send(
    tx,
    sql`
    update shift_roles old set key = given.key, name = given.name, capacity = given.capacity, minimum = given.minimum,
      position = kept.position, overbooked = greatest(0, coalesce(old.taken - given.capacity, 0))
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (id bigint, position integer), ${given}
    where old.organization_id = ${organizationId} and given.number = kept.position + 1 and old.id = kept.id
  `,
  );
  await send(
    tx,
    sql`
    insert into shift_roles (organization_id, shift_id, key, name, capacity, minimum, position)
    select ${organizationId}::bigint, added.shift_id, given.key, given.name, given.capacity, given.minimum, added.position
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (shift_id bigint, position integer), ${given}
    where given.number = added.position + 1 order by added.shift_id, added.position
  `,
  );
  await send(
    tx,
    sql`
    update shifts set roles = coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'key', key, 'name', name, 'capacity', capacity, 'minimum', minimum)
        order by position)
      from shift_roles where organization_id = ${organizationId} and shift_id = shifts.id), '[]')
    where organization_id = ${organizationId} and id = any(${ids}::bigint[])
  `,
  );
}

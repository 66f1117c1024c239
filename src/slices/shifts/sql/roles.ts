import { sql } from 'kysely';
import { ahead, type Tx } from '#platform/db/index.ts';

export interface RoleChange {
  readonly id?: number | undefined;
  readonly key: string;
  readonly name: string;
  readonly capacity: number | null;
}

interface PresentRole extends RoleChange {
  readonly id: number;
  readonly taken: number;
}

export interface ReplacedRoles {
  /** Roles that were to go and that people have. Nothing is changed then. */
  readonly kept_in_use: string[];
  /** Roles that have more people than seats now. */
  readonly overbooked: readonly PresentRole[];
}

/** Puts the given roles in place of the present ones; those with the same id, or else the same key, stay themselves. */
export async function replaceRoles(
  tx: Tx,
  shiftId: number,
  roles: readonly RoleChange[],
): Promise<ReplacedRoles> {
  const present = await selectRoles(tx, shiftId);
  const named = new Set(roles.flatMap((role) => role.id ?? []));
  const idOf = (role: RoleChange) =>
    role.id ?? present.find((old) => old.key === role.key && !named.has(old.id))?.id ?? null;
  const given = roles.map((role, position) => ({ ...role, id: idOf(role), position }));
  const kept = given.flatMap((role) => role.id ?? []);
  const inUse = present.filter((old) => old.taken > 0 && !kept.includes(old.id));
  if (inUse.length > 0) return { kept_in_use: inUse.map((role) => role.key), overbooked: [] };
  // Two roles may exchange their keys, so the old keys make way first.
  await sql`${ahead} delete from shift_roles where shift_id = ${shiftId} and id <> all(${kept}::bigint[])`.execute(
    tx,
  );
  await sql`${ahead} update shift_roles set key = '~' || id where shift_id = ${shiftId}`.execute(tx);
  await sql`${ahead}
    update shift_roles old set key = given.key, name = given.name, capacity = given.capacity, position = given.position,
      overbooked = greatest(0, coalesce(old.taken - given.capacity, 0))
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, key text, name text, capacity integer, position integer)
    where old.shift_id = ${shiftId} and given.id = old.id
  `.execute(tx);
  await sql`${ahead}
    insert into shift_roles (shift_id, key, name, capacity, position)
    select ${shiftId}, key, name, capacity, position
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, key text, name text, capacity integer, position integer)
    where id is null
  `.execute(tx);
  await sql`${ahead}
    update shifts set roles = coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'key', key, 'name', name, 'capacity', capacity) order by position)
      from shift_roles where shift_id = ${shiftId}), '[]')
    where id = ${shiftId}
  `.execute(tx);
  const after = await selectRoles(tx, shiftId);
  return {
    kept_in_use: [],
    overbooked: after.filter(({ capacity, taken }) => capacity !== null && taken > capacity),
  };
}

async function selectRoles(tx: Tx, shiftId: number): Promise<PresentRole[]> {
  const { rows } = await sql<PresentRole>`
    select id, key, name, capacity, taken from shift_roles where shift_id = ${shiftId} order by position
  `.execute(tx);
  return rows;
}

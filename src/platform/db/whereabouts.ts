import { type DialectAdapter, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Reader } from './handles.ts';
import type { DB } from './schema.generated.ts';

/** Tables of organizations whose rows have an id. */
export type PlacedTable = {
  [Name in keyof DB]: DB[Name] extends { id: unknown; organization_id: number } ? Name : never;
}[keyof DB];

interface PlacedRow {
  readonly id: number;
  readonly organization_id: number;
}

/**
 * Which organization an id belongs to, for paths that carry only the id. On Citus, a statement that names the
 * organization goes to one shard; one with the id alone asks all 32 (8.6 ms instead of 0.46 ms) and can't lock. An id
 * never moves to another organization and is never used again, so what is remembered stays true.
 */
type Whereabouts = Map<PlacedTable, LRUCache<number, number>>;

/** A pool and its transactions share one adapter; each database has its own. */
const databases = new WeakMap<DialectAdapter, Whereabouts>();

/** About 30 bytes each. */
const mostRemembered = 20_000;

function placesOf(db: Reader, table: PlacedTable): LRUCache<number, number> {
  const { adapter } = db.getExecutor();
  const tables = databases.get(adapter) ?? new Map();
  databases.set(adapter, tables);
  const places = tables.get(table) ?? new LRUCache<number, number>({ max: mostRemembered });
  tables.set(table, places);
  return places;
}

/** For rows that were found or made anyway: later, asking for one of them needs no statement. */
export function rememberPlaces(db: Reader, table: PlacedTable, rows: readonly PlacedRow[]): void {
  const places = placesOf(db, table);
  for (const { id, organization_id } of rows) places.set(id, organization_id);
}

/** The organization of an id, if it is remembered. */
export function knownPlace(db: Reader, table: PlacedTable, id: number): number | undefined {
  return placesOf(db, table).get(id);
}

/** The organization that all of these ids belong to, if it is remembered. Statements that name it ask one shard only. */
export function onePlace(db: Reader, table: PlacedTable, ids: readonly number[]): number | undefined {
  const places = placesOf(db, table);
  const [first] = ids;
  const organizationId = first === undefined ? undefined : places.get(first);
  return ids.every((id) => places.get(id) === organizationId) ? organizationId : undefined;
}

/**
 * `where id = … ${inKnownPlace(db, 'shifts', id, 's')}`: names the organization if it is remembered. For statements that
 * find a row by its id; they should pass it to `rememberPlaces`.
 */
export function inKnownPlace(db: Reader, table: PlacedTable, id: number, alias: string): RawBuilder<unknown> {
  const organizationId = knownPlace(db, table, id);
  return organizationId === undefined
    ? sql``
    : sql`and ${sql.ref(`${alias}.organization_id`)} = ${organizationId}`;
}

/**
 * For a subselect, what its `organization_id` must be: the organization if it is known, else that of the row outside. Citus
 * doesn't conclude one from the other there, and asks all shards (100 ms instead of 3 ms, on a busy machine with 32 of them).
 */
export function placeIn(organizationId: number | undefined, alias: string): RawBuilder<unknown> {
  return organizationId === undefined ? sql.ref(`${alias}.organization_id`) : sql`${organizationId}::bigint`;
}

/** The organization that all rows belong to, if it is the same. */
export function onlyOne(organizations: readonly number[]): number | undefined {
  return organizations.length === 1 ? organizations[0] : undefined;
}

/** `organization_id = ${anyPlace(organizations)}`: one is a constant, which Citus needs to see that subselects are in the same place. */
export function anyPlace(organizations: readonly number[]): RawBuilder<unknown> {
  const only = onlyOne(organizations);
  return only === undefined ? sql`any(${[...organizations]}::bigint[])` : sql`${only}::bigint`;
}

/** The organization of an id; undefined if there is no such row. */
export async function findPlace(db: Reader, table: PlacedTable, id: number): Promise<number | undefined> {
  return knownPlace(db, table, id) ?? (await findPlaces(db, table, [id])).get(id);
}

/** The organizations of many ids. Those that aren't remembered are looked up in one statement (all shards). */
export async function findPlaces(
  db: Reader,
  table: PlacedTable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const places = placesOf(db, table);
  const found = new Map<number, number>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const organizationId = places.get(id);
    if (organizationId !== undefined) found.set(id, organizationId);
    else if (Number.isSafeInteger(id)) missing.push(id);
  }
  if (missing.length === 0) return found;
  const { rows } = await sql<PlacedRow>`
    select id, organization_id from ${sql.table(table)} where id = any(${missing}::bigint[])
  `.execute(db);
  rememberPlaces(db, table, rows);
  for (const { id, organization_id } of rows) found.set(id, organization_id);
  return found;
}

/** The same ids by organization, both in ascending order: the order in which rows are locked. */
export async function groupByPlace(
  db: Reader,
  table: PlacedTable,
  ids: readonly number[],
): Promise<[organizationId: number, ids: number[]][]> {
  const places = [...(await findPlaces(db, table, ids))].toSorted(([one], [other]) => one - other);
  const groups = Map.groupBy(places, ([, organizationId]) => organizationId);
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([organizationId, own]) => [organizationId, own.map(([id]) => id)]);
}

const clusters = new WeakMap<DialectAdapter, boolean>();

/**
 * What one transaction can lock together with this row, as a number: everything, or on Citus the rows of its organization.
 * Undefined on Citus if there is no such row. Sign-ups for shifts of 20 organizations, 64 at a time, took 1,360 µs of CPU in
 * Node when each organization had its own batches, and 840 µs together.
 */
export async function scopeOf(db: Reader, table: PlacedTable, id: number): Promise<number | undefined> {
  return (await isCluster(db)) ? await findPlace(db, table, id) : 0;
}

/** Whether the database is a Citus cluster, where some statements need another form. */
export async function isCluster(db: Reader): Promise<boolean> {
  const { adapter } = db.getExecutor();
  const known = clusters.get(adapter);
  if (known !== undefined) return known;
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  clusters.set(adapter, rows.length > 0);
  return rows.length > 0;
}

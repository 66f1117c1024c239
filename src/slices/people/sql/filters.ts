import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { PeopleFilterInput } from '../schema/people.ts';

export interface FilterRow {
  readonly id: number;
  readonly owner_id: number;
  readonly name: string;
  readonly is_shared: boolean;
  readonly filter: PeopleFilterInput;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

type Annotating = Grant<'people.annotate'>;

const columns = ['id', 'owner_id', 'name', 'is_shared', 'filter', 'created_at', 'updated_at'] as const;

/** Of those that others share, the list has a limit. */
const mostListed = 500;

/** Those of the person, then those that are shared, by name. */
export async function selectFilters(
  db: Reader,
  { organizationId }: Annotating,
  userId: number,
): Promise<FilterRow[]> {
  return await db
    .selectFrom('people_filters')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where((or) => or.or([or('owner_id', '=', userId), or('is_shared', '=', true)]))
    .orderBy(sql`owner_id <> ${userId}`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(mostListed)
    .$narrowType<{ filter: PeopleFilterInput }>()
    .execute();
}

export async function countFilters(db: Reader, { organizationId }: Annotating, userId: number) {
  const row = await db
    .selectFrom('people_filters')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function insertFilter(
  tx: Tx,
  { organizationId }: Annotating,
  { filter, ...row }: Omit<FilterRow, 'id' | 'created_at' | 'updated_at'>,
  now: Temporal.Instant,
): Promise<FilterRow> {
  const values = { ...row, filter: JSON.stringify(filter), organization_id: organizationId };
  return await tx
    .insertInto('people_filters')
    .values({ ...values, created_at: now, updated_at: now })
    .returning(columns)
    .$narrowType<{ filter: PeopleFilterInput }>()
    .executeTakeFirstOrThrow();
}

export async function findFilter(
  db: Reader,
  { organizationId }: Annotating,
  id: number,
): Promise<FilterRow | undefined> {
  return await db
    .selectFrom('people_filters')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .$narrowType<{ filter: PeopleFilterInput }>()
    .executeTakeFirst();
}

/** Locked until the transaction ends. */
export async function lockFilter(
  tx: Tx,
  { organizationId }: Annotating,
  id: number,
): Promise<FilterRow | undefined> {
  return await tx
    .selectFrom('people_filters')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<{ filter: PeopleFilterInput }>()
    .executeTakeFirst();
}

export async function updateFilter(
  tx: Tx,
  { organizationId }: Annotating,
  { id, name, is_shared, filter }: FilterRow,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('people_filters')
    .set({ name, is_shared, filter: JSON.stringify(filter), updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteFilter(tx: Tx, { organizationId }: Annotating, id: number): Promise<void> {
  await tx
    .deleteFrom('people_filters')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** All shards. */
export async function filtersOf(db: Reader, userId: number) {
  return await db
    .selectFrom('people_filters')
    .select(['organization_id', 'name', 'is_shared', 'filter', 'created_at', 'updated_at'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Shared ones stay: others use them. All shards. */
export async function deletePrivateFilters(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('people_filters')
    .where('owner_id', '=', userId)
    .where('is_shared', '=', false)
    .execute();
}

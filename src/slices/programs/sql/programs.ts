import { sql } from 'kysely';
import {
  anyOf,
  type Database,
  findPlace,
  hotRead,
  knownPlace,
  onePlace,
  type Reader,
  readTogether,
  rememberPlaces,
  type Tx,
} from '#platform/db/index.ts';
import type { Grant, PolicyValues } from '#slices/organizations/index.ts';
import type { RequirementValues } from '../schema.ts';

type Manage = Grant<'programs.manage'>;

/** Missions and programs are kept alike; what differs are the columns at the end. */
export type PlanKind = 'missions' | 'programs';

interface CommonRow {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly description: string;
  readonly archived_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}
export interface PlanRows {
  readonly missions: CommonRow & { readonly requirements: unknown };
  readonly programs: CommonRow & { readonly default_mission_id: number; readonly policies: unknown };
}

const common = [
  'id',
  'organization_id',
  'name',
  'description',
  'archived_at',
  'created_at',
  'updated_at',
] as const;
const columns = {
  missions: [...common, 'requirements'] as const,
  programs: [...common, 'default_mission_id', 'policies'] as const,
};
// Kysely does not see what the two tables share: to it, each statement is about missions.
const asMissions = (kind: PlanKind) =>
  [kind as 'missions', columns[kind] as typeof columns.missions] as const;

const plans = (db: Reader, kind: PlanKind) => {
  const [table, own] = asMissions(kind);
  return db.selectFrom(table).select(own);
};
type Found<Kind extends PlanKind> = PlanRows[Kind] | undefined;

export async function findPlan<Kind extends PlanKind>(
  db: Reader,
  kind: Kind,
  id: number,
): Promise<Found<Kind>> {
  const organizationId = knownPlace(db, kind, id);
  let query = plans(db, kind).where('id', '=', id);
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  const row = await query.executeTakeFirst();
  if (row) rememberPlaces(db, kind, [row]);
  return row as Found<Kind>;
}

const togetherBy = <Kind extends PlanKind>(kind: Kind) => {
  const names = sql.join(columns[kind].map((name) => sql.ref(name)));
  const all = (ids: number[]) =>
    sql<PlanRows[Kind]>`select ${names} from ${sql.table(kind)} where id = ${anyOf(ids)}`;
  const select = hotRead(all);
  const selectOf = hotRead(
    (ids: number[], organizationId: number) =>
      sql<PlanRows[Kind]>`${all(ids)} and organization_id = ${organizationId}`,
  );
  return readTogether(async (database: Database, ids: number[]) => {
    const organizationId = onePlace(database.db, kind, ids);
    const rows =
      organizationId === undefined
        ? await select(database, ids)
        : await selectOf(database, ids, organizationId);
    rememberPlaces(database.db, kind, rows);
    return new Map(rows.map((row) => [row.id, row]));
  });
};

/** For many requests at once. */
export const plansById = { missions: togetherBy('missions'), programs: togetherBy('programs') };

export const findMission = (db: Reader, id: number) => findPlan(db, 'missions', id);
export const findProgram = (db: Reader, id: number) => findPlan(db, 'programs', id);

/** For a change: the row as it is, held until the transaction ends. */
export async function lockPlan<Kind extends PlanKind>(tx: Tx, kind: Kind, id: number): Promise<Found<Kind>> {
  const organizationId = await findPlace(tx, kind, id);
  if (organizationId === undefined) return undefined;
  const query = plans(tx, kind).where('id', '=', id).where('organization_id', '=', organizationId);
  return (await query.forNoKeyUpdate().executeTakeFirst()) as Found<Kind>;
}

/** A program that is in use and whose shifts have this mission unless they say otherwise. */
export async function findProgramOfMission(tx: Tx, grant: Manage, missionId: number) {
  return await tx
    .selectFrom('programs')
    .select(['id', 'name'])
    .where('organization_id', '=', grant.organizationId)
    .where('default_mission_id', '=', missionId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
}

export interface PlanFilter {
  readonly organizationId: number | undefined;
  readonly archived: boolean;
  readonly after: number | undefined;
  readonly limit: number;
}

/** Of one organization (router), or of all (all shards). */
export async function selectPlans<Kind extends PlanKind>(
  db: Reader,
  kind: Kind,
  filter: PlanFilter,
): Promise<PlanRows[Kind][]> {
  let query = plans(db, kind)
    .where('archived_at', filter.archived ? 'is not' : 'is', null)
    .orderBy('id')
    .limit(filter.limit + 1);
  if (filter.organizationId !== undefined) query = query.where('organization_id', '=', filter.organizationId);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  return (await query.execute()) as PlanRows[Kind][];
}

/** A mission has requirements, a program a mission and policies. */
export interface PlanValues {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly requirements?: RequirementValues | undefined;
  readonly default_mission_id?: number | undefined;
  readonly policies?: PolicyValues | undefined;
}

function stored({ name, description, requirements, default_mission_id, policies }: PlanValues) {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description }),
    ...(default_mission_id !== undefined && { default_mission_id }),
    ...(requirements && { requirements: JSON.stringify(requirements) }),
    ...(policies && { policies: JSON.stringify(policies) }),
  };
}

export async function insertPlan<Kind extends PlanKind>(
  tx: Tx,
  kind: Kind,
  grant: Manage,
  values: PlanValues & { name: string },
  now: Temporal.Instant,
): Promise<PlanRows[Kind]> {
  const [table, own] = asMissions(kind);
  const row = await tx
    .insertInto(table)
    .values({
      ...stored(values),
      name: values.name.trim(),
      organization_id: grant.organizationId,
      created_at: now,
      updated_at: now,
    })
    .returning(own)
    .executeTakeFirstOrThrow();
  rememberPlaces(tx, kind, [row]);
  return row as PlanRows[Kind];
}

export async function updatePlan<Kind extends PlanKind>(
  tx: Tx,
  kind: Kind,
  grant: Manage,
  id: number,
  values: PlanValues,
  now: Temporal.Instant,
): Promise<PlanRows[Kind]> {
  const [table, own] = asMissions(kind);
  const row = await tx
    .updateTable(table)
    .set({ ...stored(values), updated_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .returning(own)
    .executeTakeFirstOrThrow();
  return row as PlanRows[Kind];
}

export async function setArchived(
  tx: Tx,
  grant: Manage,
  kind: PlanKind,
  id: number,
  archived: boolean,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable(kind)
    .set({ archived_at: archived ? now : null, updated_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Whether anything in the organization depends on how old people are, or asks for their date of birth. */
export async function asksDateOfBirth(db: Reader, grant: Grant<'members.read'>): Promise<boolean> {
  const setsAge = (policies: string) =>
    sql`coalesce(${sql.ref(policies)} #>> '{minors,minimum_age}', ${sql.ref(policies)} #>> '{minors,max_hours_per_day}') is not null`;
  const id = grant.organizationId;
  const { rows } = await sql<{ asks: boolean }>`
    select exists (
      select 1 from organizations o
      where o.id = ${id} and ('date_of_birth' = any(o.required_profile_fields) or ${setsAge('o.policies')})
    ) or exists (
      select 1 from programs p where p.organization_id = ${id} and p.archived_at is null and ${setsAge('p.policies')}
    ) or exists (
      select 1 from missions m where m.organization_id = ${id} and m.archived_at is null
        and (m.requirements ->> 'minimum_age' is not null or m.requirements -> 'profile_fields' ? 'date_of_birth')
    ) as asks
  `.execute(db);
  return rows[0]?.asks ?? false;
}

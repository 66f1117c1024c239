import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';
import type { Grant, PolicyValues } from '#slices/organizations/index.ts';
import type { RequirementValues } from '../schema.ts';

type Reader = Database['db'] | Tx;
type Manage = Grant<'programs.manage'>;

const common = [
  'id',
  'organization_id',
  'name',
  'description',
  'archived_at',
  'created_at',
  'updated_at',
] as const;
const missionColumns = [...common, 'requirements'] as const;
const programColumns = [...common, 'default_mission_id', 'policies'] as const;

export async function findMission(db: Reader, id: number) {
  return await db.selectFrom('missions').select(missionColumns).where('id', '=', id).executeTakeFirst();
}
export type MissionRow = NonNullable<Awaited<ReturnType<typeof findMission>>>;

export async function findProgram(db: Reader, id: number) {
  return await db.selectFrom('programs').select(programColumns).where('id', '=', id).executeTakeFirst();
}
export type ProgramRow = NonNullable<Awaited<ReturnType<typeof findProgram>>>;

/** For a change: the row as it is, held until the transaction ends. */
export async function lockMission(tx: Tx, id: number): Promise<MissionRow | undefined> {
  return await tx
    .selectFrom('missions')
    .select(missionColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function lockProgram(tx: Tx, id: number): Promise<ProgramRow | undefined> {
  return await tx
    .selectFrom('programs')
    .select(programColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A program that is in use and whose shifts have this mission unless they say otherwise. */
export async function findProgramOfMission(tx: Tx, missionId: number) {
  return await tx
    .selectFrom('programs')
    .select(['id', 'name'])
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

export async function selectMissions(db: Database['db'], filter: PlanFilter): Promise<MissionRow[]> {
  let query = db
    .selectFrom('missions')
    .select(missionColumns)
    .orderBy('id')
    .limit(filter.limit + 1);
  query = query.where('archived_at', filter.archived ? 'is not' : 'is', null);
  if (filter.organizationId !== undefined) query = query.where('organization_id', '=', filter.organizationId);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  return await query.execute();
}

export async function selectPrograms(db: Database['db'], filter: PlanFilter): Promise<ProgramRow[]> {
  let query = db
    .selectFrom('programs')
    .select(programColumns)
    .orderBy('id')
    .limit(filter.limit + 1);
  query = query.where('archived_at', filter.archived ? 'is not' : 'is', null);
  if (filter.organizationId !== undefined) query = query.where('organization_id', '=', filter.organizationId);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  return await query.execute();
}

export interface MissionValues {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly requirements?: RequirementValues | undefined;
}

export interface ProgramValues {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly default_mission_id?: number | undefined;
  readonly policies?: PolicyValues | undefined;
}

export async function insertMission(
  tx: Tx,
  grant: Manage,
  values: MissionValues & { name: string },
  now: Temporal.Instant,
) {
  return await tx
    .insertInto('missions')
    .values({
      organization_id: grant.organizationId,
      name: values.name.trim(),
      description: values.description ?? '',
      requirements: JSON.stringify(values.requirements ?? {}),
      created_at: now,
      updated_at: now,
    })
    .returning(missionColumns)
    .executeTakeFirstOrThrow();
}

export async function updateMission(
  tx: Tx,
  grant: Manage,
  id: number,
  values: MissionValues,
  now: Temporal.Instant,
) {
  return await tx
    .updateTable('missions')
    .set({
      ...(values.name !== undefined && { name: values.name.trim() }),
      ...(values.description !== undefined && { description: values.description }),
      ...(values.requirements && { requirements: JSON.stringify(values.requirements) }),
      updated_at: now,
    })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .returning(missionColumns)
    .executeTakeFirstOrThrow();
}

export async function insertProgram(
  tx: Tx,
  grant: Manage,
  values: ProgramValues & { name: string; default_mission_id: number },
  now: Temporal.Instant,
) {
  return await tx
    .insertInto('programs')
    .values({
      organization_id: grant.organizationId,
      name: values.name.trim(),
      description: values.description ?? '',
      default_mission_id: values.default_mission_id,
      policies: JSON.stringify(values.policies ?? {}),
      created_at: now,
      updated_at: now,
    })
    .returning(programColumns)
    .executeTakeFirstOrThrow();
}

export async function updateProgram(
  tx: Tx,
  grant: Manage,
  id: number,
  values: ProgramValues,
  now: Temporal.Instant,
) {
  return await tx
    .updateTable('programs')
    .set({
      ...(values.name !== undefined && { name: values.name.trim() }),
      ...(values.description !== undefined && { description: values.description }),
      ...(values.default_mission_id !== undefined && { default_mission_id: values.default_mission_id }),
      ...(values.policies && { policies: JSON.stringify(values.policies) }),
      updated_at: now,
    })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .returning(programColumns)
    .executeTakeFirstOrThrow();
}

export async function setArchived(
  tx: Tx,
  grant: Manage,
  table: 'missions' | 'programs',
  id: number,
  archived: boolean,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable(table)
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

/** The demo promises its ids, so they are named here; what comes later continues behind them. */
export async function insertDemoPlans(tx: Tx): Promise<void> {
  await sql`
    insert into missions (id, organization_id, name, description)
    values (1, 1, 'Feed the neighborhood', 'Sorting, packing and handing out food, every week of the year.'),
           (2, 1, 'Deliver to the door', 'Driving boxes to people who cannot come.')
  `.execute(tx);
  await sql`
    insert into programs (id, organization_id, name, description, default_mission_id)
    values (1, 1, 'Saturday distribution', 'Hand-out at the harbor hall, Saturdays and some weekdays.', 1),
           (2, 1, 'Home delivery', 'Routes by bicycle and by car.', 2)
  `.execute(tx);
  for (const table of ['missions', 'programs']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
  }
}

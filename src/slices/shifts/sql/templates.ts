import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { TemplateKind, TemplateTime } from '../rules/templates.ts';
import type { CopiedShift } from './copies.ts';

type Manage = Grant<'shifts.manage'>;

export type TemplateShift = Omit<CopiedShift, 'id'> & TemplateTime;

export interface TemplateRow {
  readonly id: number;
  readonly name: string;
  readonly kind: TemplateKind;
  readonly shift_count: number;
  readonly updated_at: Temporal.Instant;
}

const columns = sql`id, name, kind, shift_count, updated_at`;

export async function selectTemplates(db: Reader, { organizationId }: Manage): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from shift_templates where organization_id = ${organizationId} order by lower(name), id
  `.execute(db);
  return rows;
}

export async function findTemplate(
  db: Reader,
  { organizationId }: Manage,
  id: number,
): Promise<(TemplateRow & { readonly shifts: readonly TemplateShift[] }) | undefined> {
  const { rows } = await sql<TemplateRow & { readonly shifts: readonly TemplateShift[] }>`
    select ${columns}, shifts from shift_templates where organization_id = ${organizationId} and id = ${id}
  `.execute(db);
  return rows[0];
}

/** Undefined: another template has the name. */
export async function insertTemplate(
  tx: Tx,
  { organizationId }: Manage,
  { name, kind, shifts }: { name: string; kind: TemplateKind; shifts: readonly TemplateShift[] },
  now: Temporal.Instant,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    insert into shift_templates (organization_id, name, kind, shifts, shift_count, updated_at)
    values (${organizationId}, ${name}, ${kind}, ${JSON.stringify(shifts)}::jsonb, ${shifts.length}, ${now})
    on conflict do nothing returning ${columns}
  `.execute(tx);
  return rows[0];
}

export async function lockTemplate(
  tx: Tx,
  { organizationId }: Manage,
  id: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    select ${columns} from shift_templates where organization_id = ${organizationId} and id = ${id} for no key update
  `.execute(tx);
  return rows[0];
}

export async function renameTemplate(
  tx: Tx,
  { organizationId }: Manage,
  id: number,
  { name, now }: { name: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update shift_templates set name = ${name}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}
  `.execute(tx);
}

export async function deleteTemplate(
  tx: Tx,
  { organizationId }: Manage,
  id: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from shift_templates where organization_id = ${organizationId} and id = ${id} returning name
  `.execute(tx);
  return rows[0]?.name;
}

/** Shifts that start in this time and aren't cancelled. */
export async function selectStarts(
  db: Reader,
  { organizationId }: Manage,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<{ id: number; start_time: Temporal.Instant; time_zone: string }[]> {
  const { rows } = await sql<{ id: number; start_time: Temporal.Instant; time_zone: string }>`
    select id, start_time, time_zone from shifts
    where organization_id = ${organizationId} and start_time >= ${from} and start_time < ${to} and status <> 'cancelled'
    order by start_time, id
  `.execute(db);
  return rows;
}

/** Those of the programs and missions that no longer get new shifts. */
export async function selectArchived(
  db: Reader,
  { organizationId }: Manage,
  shifts: readonly Pick<TemplateShift, 'program_id' | 'mission_id'>[],
): Promise<{ readonly programs: ReadonlySet<number>; readonly missions: ReadonlySet<number> }> {
  const programs = [...new Set(shifts.map(({ program_id }) => program_id))];
  const missions = [...new Set(shifts.map(({ mission_id }) => mission_id))];
  const { rows } = await sql<{ id: number; is_program: boolean }>`
    select id, true as is_program from programs
    where organization_id = ${organizationId} and id = any(${programs}::bigint[]) and archived_at is not null
    union all
    select id, false from missions
    where organization_id = ${organizationId} and id = any(${missions}::bigint[]) and archived_at is not null
  `.execute(db);
  const idsOf = (isProgram: boolean) =>
    new Set(rows.filter(({ is_program }) => is_program === isProgram).map(({ id }) => id));
  return { programs: idsOf(true), missions: idsOf(false) };
}

import { type RawBuilder, sql } from 'kysely';
import { findPlace, inKnownPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { Sequence, Step, StepPlan } from '../rules/steps.ts';

type Manage = Grant<'journeys.manage'>;

export interface JourneyRow {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly description: string;
  readonly status: 'draft' | 'published' | 'archived';
  readonly version: number;
  readonly sequence: Sequence;
  readonly auto_enroll: boolean;
  readonly badge_id: number | null;
  readonly published_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

const columns = sql`j.id, j.organization_id, j.name, j.description, j.status, j.version, v.sequence, j.auto_enroll,
  j.badge_id, j.published_at, j.created_at, j.updated_at`;
const current = sql`journeys j join journey_versions v on v.journey_id = j.id and v.version = j.version
  and v.organization_id = j.organization_id`;

export async function findJourney(db: Reader, id: number): Promise<JourneyRow | undefined> {
  const { rows } = await sql<JourneyRow>`
    select ${columns} from ${current} where j.id = ${id} ${inKnownPlace(db, 'journeys', id, 'j')}
  `.execute(db);
  rememberPlaces(db, 'journeys', rows);
  return rows[0];
}

/** For a change: the journey is held until the transaction ends, then read, so that what is read is the newest. */
export async function lockJourney(tx: Tx, id: number): Promise<JourneyRow | undefined> {
  const organizationId = await findPlace(tx, 'journeys', id);
  if (organizationId === undefined) return undefined;
  await send(
    tx,
    sql`select 1 from journeys where id = ${id} and organization_id = ${organizationId} for no key update`,
  );
  return await findJourney(tx, id);
}

export interface JourneyFilter {
  readonly organizationId: number | undefined;
  readonly status: JourneyRow['status'];
  readonly after: number | undefined;
  readonly limit: number;
}

/** How many steps one page shows; it ends early where journeys are long. */
const pageSteps = 2_000;

/** One page, and whether there are more. Of one organization (router), or of all (all shards). */
export async function selectJourneys(
  db: Reader,
  filter: JourneyFilter,
): Promise<{ rows: JourneyRow[]; more: boolean }> {
  const conditions: RawBuilder<unknown>[] = [sql`j.status = ${filter.status}`];
  if (filter.organizationId !== undefined) conditions.push(sql`j.organization_id = ${filter.organizationId}`);
  if (filter.after !== undefined) conditions.push(sql`j.id > ${filter.after}`);
  const { rows } = await sql<JourneyRow & { steps: number }>`
    select ${columns}, count(s.id)::int as steps
    from ${current} left join journey_steps s on s.journey_id = j.id and s.version = j.version
      and s.organization_id = j.organization_id
    where ${sql.join(conditions, sql` and `)}
    group by j.id, j.organization_id, v.sequence order by j.id limit ${filter.limit + 1}
  `.execute(db);
  let shown = 0;
  for (let steps = 0; shown < Math.min(rows.length, filter.limit); shown += 1) {
    steps += rows[shown]?.steps ?? 0;
    if (shown > 0 && steps > pageSteps) break;
  }
  return { rows: rows.slice(0, shown), more: rows.length > shown };
}

export interface VersionName {
  readonly organization_id: number;
  readonly journey_id: number;
  readonly version: number;
}

export type StepRow = Step & VersionName & { readonly sequence: Sequence };

/** The steps of any number of versions, each in its order. */
export async function selectSteps(db: Reader, versions: readonly VersionName[]): Promise<StepRow[]> {
  if (versions.length === 0) return [];
  const organizationIds = [...new Set(versions.map((one) => one.organization_id))];
  const { rows } = await sql<StepRow>`
    select s.organization_id, s.journey_id, s.version, v.sequence, s.id, s.position, s.key, s.title, s.kind, s.config, s.required, s.deadline_days,
      s.reminder_days
    from unnest(${versions.map((one) => one.journey_id)}::bigint[], ${versions.map((one) => one.version)}::int[])
      as wanted (journey_id, version)
    join journey_versions v on v.journey_id = wanted.journey_id and v.version = wanted.version
    join journey_steps s on s.journey_id = v.journey_id and s.version = v.version
      and s.organization_id = v.organization_id
    where v.organization_id = any(${organizationIds}::bigint[])
    order by s.journey_id, s.version, s.position
  `.execute(db);
  return rows;
}

export interface JourneyValues {
  readonly name: string;
  readonly description: string;
  readonly status: JourneyRow['status'];
  readonly auto_enroll: boolean;
  readonly badge_id: number | null;
}

export async function insertJourney(
  tx: Tx,
  grant: Manage,
  values: JourneyValues,
  now: Temporal.Instant,
): Promise<number> {
  const { id } = await tx
    .insertInto('journeys')
    .values({
      ...values,
      organization_id: grant.organizationId,
      published_at: values.status === 'published' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  rememberPlaces(tx, 'journeys', [{ id, organization_id: grant.organizationId }]);
  return id;
}

/** Writes a version; one that no one can have begun may be written again. */
export async function putVersion(
  tx: Tx,
  { organization_id, journey_id, version }: VersionName,
  { sequence, steps }: { sequence: Sequence; steps: readonly StepPlan[] },
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    insert into journey_versions (organization_id, journey_id, version, sequence, created_at)
    values (${organization_id}, ${journey_id}, ${version}, ${sequence}, ${now})
    on conflict (journey_id, version, organization_id) do update set sequence = excluded.sequence
  `,
  );
  await send(
    tx,
    sql`
    delete from journey_steps
    where journey_id = ${journey_id} and version = ${version} and organization_id = ${organization_id}
  `,
  );
  await sql`
    insert into journey_steps (organization_id, journey_id, version, position, key, title, kind, config, required,
                               deadline_days, reminder_days)
    select ${organization_id}::bigint, ${journey_id}::bigint, ${version}::int, place, key, title, kind, config, required,
      deadline_days, reminder_days
    from rows from (jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as (
      key text, title text, kind text, config jsonb, required boolean, deadline_days int, reminder_days int))
      with ordinality as step (key, title, kind, config, required, deadline_days, reminder_days, place)
    order by place
  `.execute(tx);
}

export async function updateJourney(
  tx: Tx,
  grant: Manage,
  id: number,
  values: Partial<JourneyValues> & { version?: number; published_at?: Temporal.Instant },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('journeys')
    .set({ ...values, updated_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Published journeys that newcomers of these organizations begin. */
export async function selectForNewcomers(
  db: Reader,
  organizationIds: readonly number[],
): Promise<JourneyRow[]> {
  const { rows } = await sql<JourneyRow>`
    select ${columns} from ${current}
    where j.organization_id = any(${[...organizationIds]}::bigint[]) and j.auto_enroll and j.status = 'published'
    order by j.id
  `.execute(db);
  return rows;
}

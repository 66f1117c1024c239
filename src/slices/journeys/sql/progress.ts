import { type RawBuilder, sql } from 'kysely';
import { anyPlace, findPlace, type Reader, send, type Tx } from '#platform/db/index.ts';
import { type CompletionRow, columns, type EnrollmentRow, source } from './enrollments.ts';

/**
 * Locks are taken on the rows of an organization's enrollments, in the order of their ids. What is read behind them sees
 * what stood when they were granted.
 */
async function lockRows(
  tx: Tx,
  organizationId: number,
  where: RawBuilder<unknown>,
): Promise<EnrollmentRow[]> {
  const { rows } = await sql<EnrollmentRow>`
    select ${columns} from ${source} where e.organization_id = ${organizationId} and ${where}
  `.execute(tx);
  return rows;
}

export async function lockEnrollment(tx: Tx, id: number): Promise<EnrollmentRow | undefined> {
  const organizationId = await findPlace(tx, 'journey_enrollments', id);
  if (organizationId === undefined) return undefined;
  return (await lockRows(tx, organizationId, sql`e.id = ${id} for no key update of e`))[0];
}

/** The active enrollments of these people. */
export async function lockAllOf(
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
): Promise<EnrollmentRow[]> {
  return await lockRows(
    tx,
    organizationId,
    sql`e.status = 'active' and e.user_id = any(${[...userIds]}::bigint[])
    order by e.id for no key update of e`,
  );
}

/** The organizations in which these people have active enrollments. All shards. */
export async function selectOrganizationsOf(db: Reader, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from journey_enrollments
    where status = 'active' and user_id = any(${[...userIds]}::bigint[]) order by 1
  `.execute(db);
  return rows.map((row) => row.organization_id);
}

export interface Batch {
  readonly now: Temporal.Instant;
  readonly organizationId: number;
  readonly after: number;
  readonly limit: number;
}

/** Those whose time has come. What another worker is at is its business. */
export async function lockDue(
  tx: Tx,
  batch: Batch,
  column: 'timer_at' | 'reminder_at',
): Promise<EnrollmentRow[]> {
  return await lockRows(
    tx,
    batch.organizationId,
    sql`e.status = 'active' and e.id > ${batch.after} and e.${sql.ref(column)} <= ${batch.now}
    order by e.id limit ${batch.limit} for no key update of e skip locked`,
  );
}

/** The organizations with enrollments whose time has come: of these, or of all (all shards). */
export async function selectOrganizationsDue(
  db: Reader,
  now: Temporal.Instant,
  column: 'timer_at' | 'reminder_at',
  among?: readonly number[],
): Promise<number[]> {
  return await selectOrganizations(db, sql`${sql.ref(column)} <= ${now} ${within(among)}`);
}

/** Those of the organizations where people are on journeys with steps of these kinds. */
export async function selectOrganizationsWaitingFor(
  db: Reader,
  kinds: readonly string[],
  among: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct e.organization_id from journey_enrollments e
    join journey_steps s on s.journey_id = e.journey_id and s.version = e.version
      and s.organization_id = e.organization_id and s.kind = any(${[...kinds]}::text[])
    where e.status = 'active' and e.organization_id = ${anyPlace(among)} order by 1
  `.execute(db);
  return rows.map((row) => row.organization_id);
}

const within = (among: readonly number[] | undefined) =>
  among ? sql`and organization_id = any(${[...among]}::bigint[])` : sql``;

async function selectOrganizations(db: Reader, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from journey_enrollments where status = 'active' and ${condition} order by 1
  `.execute(db);
  return rows.map((row) => row.organization_id);
}

/** A page of the active enrollments of these organizations, without locks. Of the organizations' shards. */
export async function selectActive(
  db: Reader,
  organizationIds: readonly number[],
  { after, limit }: Pick<Batch, 'after' | 'limit'>,
): Promise<EnrollmentRow[]> {
  const { rows } = await sql<EnrollmentRow>`
    select ${columns} from ${source}
    where e.organization_id = ${anyPlace(organizationIds)} and e.status = 'active' and e.id > ${after}
    order by e.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Those of the given ones that are still active. */
export async function lockActive(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
): Promise<EnrollmentRow[]> {
  return await lockRows(
    tx,
    organizationId,
    sql`e.status = 'active' and e.id = any(${[...ids]}::bigint[]) order by e.id for no key update of e`,
  );
}

/** Active enrollments that still have a step of these kinds to do. */
export async function lockWaitingFor(
  tx: Tx,
  batch: Batch,
  kinds: readonly string[],
): Promise<EnrollmentRow[]> {
  return await lockRows(
    tx,
    batch.organizationId,
    sql`e.status = 'active' and e.id > ${batch.after} and exists (
        select 1 from journey_steps s
        where s.journey_id = e.journey_id and s.version = e.version and s.organization_id = ${batch.organizationId}
          and s.kind = any(${[...kinds]}::text[])
          and not exists (
            select 1 from journey_completions c
            where c.enrollment_id = e.id and c.step_key = s.key and c.organization_id = ${batch.organizationId}))
    order by e.id limit ${batch.limit} for no key update of e`,
  );
}

/** Returns those that are new: what happens because of a step happens once. */
export async function insertCompletions(
  tx: Tx,
  given: readonly (CompletionRow & { readonly organization_id: number })[],
): Promise<{ enrollment_id: number; step_key: string }[]> {
  if (given.length === 0) return [];
  const { rows } = await sql<{ enrollment_id: number; step_key: string }>`
    insert into journey_completions
      (organization_id, enrollment_id, step_key, status, completed_at, by_hand, completed_by, note)
    select given.* from unnest(
      ${given.map((one) => one.organization_id)}::bigint[], ${given.map((one) => one.enrollment_id)}::bigint[], ${given.map((one) => one.step_key)}::text[],
      ${given.map((one) => one.status)}::text[], ${given.map((one) => one.completed_at.toString())}::timestamptz[],
      ${given.map((one) => one.by_hand)}::boolean[], ${given.map((one) => one.completed_by)}::bigint[],
      ${given.map((one) => one.note)}::text[]) as given
    on conflict (enrollment_id, step_key, organization_id) do nothing
    returning enrollment_id, step_key
  `.execute(tx);
  return rows;
}

/** Reopens a step that a coordinator marked. False if there is none. */
export async function deleteByHand(
  tx: Tx,
  { id, organization_id }: Pick<EnrollmentRow, 'id' | 'organization_id'>,
  key: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from journey_completions
    where enrollment_id = ${id} and organization_id = ${organization_id} and step_key = ${key} and by_hand
    returning 1
  `.execute(tx);
  return rows.length > 0;
}

export interface ProgressUpdate {
  readonly id: number;
  readonly organization_id: number;
  readonly current_step_id: number | null;
  readonly due_at: Temporal.Instant | null;
  readonly timer_at: Temporal.Instant | null;
  readonly reminder_at: Temporal.Instant | null;
  readonly completed_at: Temporal.Instant | null;
}

export async function updateProgress(
  tx: Tx,
  given: readonly ProgressUpdate[],
  now: Temporal.Instant,
): Promise<void> {
  if (given.length === 0) return;
  const organizations = given.map((one) => one.organization_id);
  const moments = (pick: (one: ProgressUpdate) => Temporal.Instant | null) =>
    given.map((one) => pick(one)?.toString() ?? null);
  await send(
    tx,
    sql`
    update journey_enrollments as e set current_step_id = given.current_step_id, due_at = given.due_at,
      timer_at = given.timer_at, reminder_at = given.reminder_at, completed_at = given.completed_at,
      status = case when given.completed_at is null then e.status else 'completed' end, updated_at = ${now}
    from unnest(${given.map((one) => one.id)}::bigint[], ${organizations}::bigint[],
        ${given.map((one) => one.current_step_id)}::bigint[], ${moments((one) => one.due_at)}::timestamptz[], ${moments((one) => one.timer_at)}::timestamptz[],
        ${moments((one) => one.reminder_at)}::timestamptz[], ${moments((one) => one.completed_at)}::timestamptz[])
      as given (id, organization_id, current_step_id, due_at, timer_at, reminder_at, completed_at)
    where e.id = given.id and e.organization_id = given.organization_id
      and e.organization_id = ${anyPlace([...new Set(organizations)])} and e.status = 'active'
  `,
  );
}

export async function markReminded(
  tx: Tx,
  given: readonly { id: number; organization_id: number; reminded: readonly string[] }[],
): Promise<void> {
  if (given.length === 0) return;
  const organizations = [...new Set(given.map((one) => one.organization_id))];
  await send(
    tx,
    sql`
    update journey_enrollments as e set reminded = array(select jsonb_array_elements_text(given.reminded))
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, organization_id bigint, reminded jsonb)
    where e.id = given.id and e.organization_id = given.organization_id and e.organization_id = ${anyPlace(organizations)}
  `,
  );
}

import { type RawBuilder, sql } from 'kysely';
import { findPlace, inKnownPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { JsonObject } from '../rules/schema-parts.ts';
import type { FormBody } from '../schema.ts';

type Manage = Grant<'forms.manage'>;

export interface FormRow {
  readonly id: number;
  readonly organization_id: number;
  readonly title: string;
  readonly description: string;
  readonly status: FormBody['status'];
  readonly version: number;
  readonly resubmission: FormBody['resubmission'];
  readonly consent: boolean;
  readonly renew_on_new_version: boolean;
  readonly published_at: Temporal.Instant | null;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
  readonly schema: JsonObject;
  readonly ui: JsonObject;
}

const columns = sql`f.id, f.organization_id, f.title, f.description, f.status, f.version, f.resubmission, f.consent,
  f.renew_on_new_version, f.published_at, f.created_at, f.updated_at, v.schema, v.ui`;
const versionOf = sql`v.form_id = f.id and v.version = f.version and v.organization_id = f.organization_id`;
const current = sql`forms f join form_versions v on ${versionOf}`;

export async function findForm(db: Reader, id: number): Promise<FormRow | undefined> {
  const { rows } = await sql<FormRow>`
    select ${columns} from ${current} where f.id = ${id} ${inKnownPlace(db, 'forms', id, 'f')}
  `.execute(db);
  rememberPlaces(db, 'forms', rows);
  return rows[0];
}

/** For a change: the form is held until the transaction ends, then read, so that what is read is the newest. */
export async function lockForm(tx: Tx, id: number): Promise<FormRow | undefined> {
  const organizationId = await findPlace(tx, 'forms', id);
  if (organizationId === undefined) return undefined;
  await send(
    tx,
    sql`select 1 from forms where id = ${id} and organization_id = ${organizationId} for no key update`,
  );
  return await findForm(tx, id);
}

export interface FormFilter {
  readonly organizationId: number | undefined;
  readonly status: FormBody['status'];
  readonly after: number | undefined;
  readonly limit: number;
}

/** How much of schemas one page holds; it ends early where they are large. */
const pageBytes = 2_000_000;

/** One page, and whether there are more. Of one organization (router), or of all (all shards). */
export async function selectForms(
  db: Reader,
  filter: FormFilter,
): Promise<{ rows: FormRow[]; more: boolean }> {
  const conditions: RawBuilder<unknown>[] = [sql`f.status = ${filter.status}`];
  if (filter.organizationId !== undefined) conditions.push(sql`f.organization_id = ${filter.organizationId}`);
  if (filter.after !== undefined) conditions.push(sql`f.id > ${filter.after}`);
  const { rows } = await sql<FormRow & { found: number }>`
    with page as (
      select f.id, f.organization_id, count(*) over () as found,
        sum(octet_length(v.schema::text) + octet_length(v.ui::text)) over (order by f.id) as bytes,
        row_number() over (order by f.id) as place
      from (
        select f.id, f.organization_id, f.version from forms f where ${sql.join(conditions, sql` and `)}
        order by f.id limit ${filter.limit + 1}
      ) as f join form_versions v on ${versionOf}
    )
    select ${columns}, page.found::int from page join forms f on f.id = page.id and f.organization_id = page.organization_id
    join form_versions v on ${versionOf}
    where page.place <= ${filter.limit} and (page.bytes <= ${pageBytes} or page.place = 1)
    order by f.id
  `.execute(db);
  return { rows, more: rows.length > 0 && (rows[0]?.found ?? 0) > rows.length };
}

export interface FormValues {
  readonly title: string;
  readonly description: string;
  readonly status: FormBody['status'];
  readonly resubmission: FormBody['resubmission'];
  readonly consent: boolean;
  readonly renew_on_new_version: boolean;
}

export async function insertForm(
  tx: Tx,
  grant: Manage,
  values: FormValues,
  content: { schema: JsonObject; ui: JsonObject },
  now: Temporal.Instant,
): Promise<FormRow> {
  const isPublished = values.status === 'published';
  const row = await tx
    .insertInto('forms')
    .values({
      ...values,
      organization_id: grant.organizationId,
      published_at: isPublished ? now : null,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const form: FormRow = {
    ...values,
    ...content,
    ...row,
    organization_id: grant.organizationId,
    published_at: isPublished ? now : null,
    created_at: now,
    updated_at: now,
  };
  rememberPlaces(tx, 'forms', [form]);
  await insertVersion(tx, grant, form.id, form.version, content, now);
  return form;
}

export async function insertVersion(
  tx: Tx,
  { organizationId }: Manage,
  formId: number,
  version: number,
  content: { schema: JsonObject; ui: JsonObject },
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
    values (${organizationId}, ${formId}, ${version}, ${JSON.stringify(content.schema)}, ${JSON.stringify(content.ui)},
            ${now})
  `,
  );
}

export async function updateForm(
  tx: Tx,
  grant: Manage,
  id: number,
  values: Partial<FormValues> & { version?: number; published_at?: Temporal.Instant },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ ...values, updated_at: now })
    .where('organization_id', '=', grant.organizationId)
    .where('id', '=', id)
    .execute();
}

export interface VersionRow {
  readonly form_id: number;
  readonly version: number;
  readonly schema: JsonObject;
  readonly ui: JsonObject;
  readonly created_at: Temporal.Instant;
}

export async function findVersion(
  db: Reader,
  { id, organization_id }: Pick<FormRow, 'id' | 'organization_id'>,
  version: number,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select form_id, version, schema, ui, created_at from form_versions
    where form_id = ${id} and version = ${version} and organization_id = ${organization_id}
  `.execute(db);
  return rows[0];
}

export async function selectNewestVersions(
  db: Reader,
  { id, organization_id }: Pick<FormRow, 'id' | 'organization_id'>,
  limit: number,
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select form_id, version, schema, ui, created_at from form_versions
    where form_id = ${id} and organization_id = ${organization_id} order by version desc limit ${limit}
  `.execute(db);
  return rows;
}

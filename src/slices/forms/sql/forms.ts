import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
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
const current = sql`forms f join form_versions v on v.form_id = f.id and v.version = f.version`;

export async function findForm(db: Reader, id: number): Promise<FormRow | undefined> {
  const { rows } = await sql<FormRow>`select ${columns} from ${current} where f.id = ${id}`.execute(db);
  return rows[0];
}

/** For a change: the form is held until the transaction ends, then read, so that what is read is the newest. */
export async function lockForm(tx: Tx, id: number): Promise<FormRow | undefined> {
  await sql`select 1 from forms where id = ${id} for no key update`.execute(tx);
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

/** One page, and whether there are more. */
export async function selectForms(
  db: Reader,
  filter: FormFilter,
): Promise<{ rows: FormRow[]; more: boolean }> {
  const conditions: RawBuilder<unknown>[] = [sql`f.status = ${filter.status}`];
  if (filter.organizationId !== undefined) conditions.push(sql`f.organization_id = ${filter.organizationId}`);
  if (filter.after !== undefined) conditions.push(sql`f.id > ${filter.after}`);
  const { rows } = await sql<FormRow & { found: number }>`
    with page as (
      select f.id, count(*) over () as found,
        sum(octet_length(v.schema::text) + octet_length(v.ui::text)) over (order by f.id) as bytes,
        row_number() over (order by f.id) as place
      from (
        select f.id, f.version from forms f where ${sql.join(conditions, sql` and `)}
        order by f.id limit ${filter.limit + 1}
      ) as f join form_versions v on v.form_id = f.id and v.version = f.version
    )
    select ${columns}, page.found::int from page join forms f on f.id = page.id
    join form_versions v on v.form_id = f.id and v.version = f.version
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
  const { rows } = await sql<FormRow>`
    with made as (
      insert into forms (organization_id, title, description, status, resubmission, consent, renew_on_new_version,
                         published_at, created_at, updated_at)
      values (${grant.organizationId}, ${values.title}, ${values.description}, ${values.status}, ${values.resubmission},
              ${values.consent}, ${values.renew_on_new_version}, ${values.status === 'published' ? now : null}, ${now},
              ${now})
      returning *
    ), content as (
      insert into form_versions (form_id, version, schema, ui, created_at)
      select id, version, ${JSON.stringify(content.schema)}, ${JSON.stringify(content.ui)}, ${now} from made
      returning *
    )
    select ${columns} from made f join content v on v.form_id = f.id
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no form was made');
  return row;
}

export async function insertVersion(
  tx: Tx,
  formId: number,
  version: number,
  content: { schema: JsonObject; ui: JsonObject },
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into form_versions (form_id, version, schema, ui, created_at)
    values (${formId}, ${version}, ${JSON.stringify(content.schema)}, ${JSON.stringify(content.ui)}, ${now})
  `.execute(tx);
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
  formId: number,
  version: number,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select form_id, version, schema, ui, created_at from form_versions
    where form_id = ${formId} and version = ${version}
  `.execute(db);
  return rows[0];
}

export async function selectNewestVersions(db: Reader, formId: number, limit: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select form_id, version, schema, ui, created_at from form_versions
    where form_id = ${formId} order by version desc limit ${limit}
  `.execute(db);
  return rows;
}

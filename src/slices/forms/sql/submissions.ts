import { type RawBuilder, sql } from 'kysely';
import {
  ask,
  inKnownPlace,
  knownPlace,
  placeIn,
  type Reader,
  rememberPlaces,
  send,
  type Tx,
} from '#platform/db/index.ts';
import type { Grant, Role } from '#slices/organizations/index.ts';
import { limits } from '../rules/limits.ts';
import type { JsonObject } from '../rules/schema-parts.ts';
import type { FormBody } from '../schema.ts';

/** What a submission depends on, read in one statement. */
export interface FormFacts {
  readonly id: number;
  readonly organization_id: number;
  readonly title: string;
  readonly status: FormBody['status'];
  /** Null in a draft, and in what was archived as one. */
  readonly published_at: Temporal.Instant | null;
  readonly version: number;
  readonly resubmission: FormBody['resubmission'];
  readonly consent: boolean;
  readonly renew_on_new_version: boolean;
  readonly join_rule: string;
  readonly join_role: string;
  /** Null: not a member. */
  readonly role: Role | null;
  /** The newest version that this person has submitted. */
  readonly submitted_version: number | null;
  /** When the oldest of the latest hundred came in; null if there are fewer. */
  readonly hundredth_at: Temporal.Instant | null;
  /** A number for the submission: asked for ahead, so that writing needs no answer. */
  readonly next_id: number;
}

export async function readFormFacts(tx: Tx, formId: number, userId: number): Promise<FormFacts | undefined> {
  // Apart from the rest: on Citus, a worker would draw it from a separate range.
  const drawn = await ask(tx, sql<{ id: number }>`select nextval('form_submissions_id_seq') as id`);
  const place = placeIn(knownPlace(tx, 'forms', formId), 'f');
  const { rows } = await sql<Omit<FormFacts, 'next_id'>>`
    select f.id, f.organization_id, f.title, f.status, f.published_at, f.version, f.resubmission, f.consent, f.renew_on_new_version,
      o.join_rule, o.join_role, member.role,
      case when f.resubmission = 'once' then (
        select max(s.form_version) from form_submissions s
        where s.user_id = ${userId} and s.form_id = f.id and s.organization_id = ${place}
      ) end as submitted_version,
      case when f.resubmission <> 'once' then (
        select s.submitted_at from form_submissions s
        where s.user_id = ${userId} and s.form_id = f.id and s.organization_id = ${place}
        order by s.id desc offset ${limits.responsesPerDay - 1} limit 1
      ) end as hundredth_at
    from forms f join organizations o on o.id = f.organization_id
    left join memberships member on member.organization_id = f.organization_id and member.user_id = ${userId}
    where f.id = ${formId} ${inKnownPlace(tx, 'forms', formId, 'f')}
  `.execute(tx);
  const [form] = rows;
  const [next] = await drawn();
  if (!form || !next) return undefined;
  rememberPlaces(tx, 'forms', [form]);
  return { ...form, next_id: next.id };
}

export interface NewSubmission {
  readonly id: number;
  readonly organizationId: number;
  readonly formId: number;
  readonly formVersion: number;
  readonly userId: number;
  readonly answers: JsonObject;
  readonly address: string | null;
  readonly onceFor: number | null;
}

export const onceConstraint = 'form_submissions_once';

export async function insertSubmission(tx: Tx, given: NewSubmission, now: Temporal.Instant): Promise<void> {
  await send(
    tx,
    sql`
    insert into form_submissions (id, organization_id, form_id, form_version, user_id, answers, address, submitted_at,
                                  once_for)
    values (${given.id}, ${given.organizationId}, ${given.formId}, ${given.formVersion}, ${given.userId},
            ${JSON.stringify(given.answers)}, ${given.address}, ${now}, ${given.onceFor})
  `,
  );
}

export interface SubmissionRow {
  readonly id: number;
  readonly form_id: number;
  readonly form_version: number;
  readonly user_id: number;
  readonly answers: JsonObject | null;
  readonly address: string | null;
  readonly submitted_at: Temporal.Instant;
}

const columns = sql`s.id, s.form_id, s.form_version, s.user_id, s.answers, s.address, s.submitted_at`;

export async function findSubmission(db: Reader, id: number) {
  const { rows } = await sql<SubmissionRow & { organization_id: number }>`
    select ${columns}, s.organization_id from form_submissions s
    where s.id = ${id} ${inKnownPlace(db, 'form_submissions', id, 's')}
  `.execute(db);
  rememberPlaces(db, 'form_submissions', rows);
  return rows[0];
}

export async function hasSubmitted(
  db: Reader,
  userId: number,
  form: { readonly id: number; readonly organization_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from form_submissions
    where user_id = ${userId} and form_id = ${form.id} and organization_id = ${form.organization_id} limit 1
  `.execute(db);
  return rows.length > 0;
}

export interface SubmissionFilter {
  readonly userId?: number | undefined;
  readonly version?: number | undefined;
  readonly from?: Temporal.Instant | undefined;
  readonly to?: Temporal.Instant | undefined;
  /** Only what has not been replaced by a later one of the same person. */
  readonly newestOnly: boolean;
  readonly after: number | undefined;
  readonly limit: number;
}

export type SubmissionLineRow = SubmissionRow & {
  readonly user_name: string;
  readonly user_email: string | null;
};

/** How much of answers one page holds; it ends early where they are large. */
const pageBytes = 4_000_000;

/** One page of a form's submissions, oldest first, and whether there are more. */
export async function selectSubmissions(
  db: Reader,
  grant: Grant<'forms.manage'>,
  formId: number,
  filter: SubmissionFilter,
): Promise<{ rows: SubmissionLineRow[]; more: boolean }> {
  const { rows } = await sql<SubmissionLineRow & { found: number }>`
    with page as (
      select s.*, count(*) over () as found, row_number() over (order by s.id) as place,
        sum(coalesce(octet_length(s.answers::text), 0)) over (order by s.id) as bytes
      from (
        select s.* from form_submissions s where ${sql.join(conditions(grant, formId, filter), sql` and `)}
        order by s.id limit ${filter.limit + 1}
      ) as s
    )
    select ${columns}, u.name as user_name, u.email as user_email, s.found::int
    from page s join users u on u.id = s.user_id
    where s.place <= ${filter.limit} and (s.bytes <= ${pageBytes} or s.place = 1)
    order by s.id
  `.execute(db);
  return { rows, more: rows.length > 0 && (rows[0]?.found ?? 0) > rows.length };
}

function conditions(
  grant: Grant<'forms.manage'>,
  formId: number,
  filter: SubmissionFilter,
): RawBuilder<unknown>[] {
  const list = [sql`s.form_id = ${formId}`, sql`s.organization_id = ${grant.organizationId}`];
  if (filter.userId !== undefined) list.push(sql`s.user_id = ${filter.userId}`);
  if (filter.version !== undefined) list.push(sql`s.form_version = ${filter.version}`);
  if (filter.from !== undefined) list.push(sql`s.submitted_at >= ${filter.from}`);
  if (filter.to !== undefined) list.push(sql`s.submitted_at < ${filter.to}`);
  if (filter.after !== undefined) list.push(sql`s.id > ${filter.after}`);
  if (filter.newestOnly)
    list.push(sql`not exists (select 1 from form_submissions newer
      where newer.user_id = s.user_id and newer.form_id = s.form_id and newer.organization_id = s.organization_id
        and newer.id > s.id)`);
  return list;
}

export type MySubmissionRow = SubmissionRow & {
  readonly organization_id: number;
  readonly form_title: string;
};

/** A person's submissions, newest first: in one organization (router), or in all (all shards). */
export async function selectMine(
  db: Reader,
  userId: number,
  page: { organizationId?: number; before?: number | undefined; limit?: number },
): Promise<MySubmissionRow[]> {
  const within =
    page.organizationId === undefined ? sql`` : sql`and s.organization_id = ${page.organizationId}`;
  const before = page.before === undefined ? sql`` : sql`and s.id < ${page.before}`;
  const { rows } = await sql<MySubmissionRow>`
    select ${columns}, s.organization_id, f.title as form_title
    from form_submissions s join forms f on f.id = s.form_id and f.organization_id = s.organization_id
    where s.user_id = ${userId} ${within} ${before}
    order by s.id desc ${page.limit === undefined ? sql`` : sql`limit ${page.limit + 1}`}
  `.execute(db);
  return rows;
}

/** Deletes the answers of an erased person; the fact that there was a response stays. */
export async function forgetAnswers(tx: Tx, userId: number): Promise<void> {
  // All shards; then each organization's own.
  const { rows } = await sql<{ organization_id: number }>`
    select distinct organization_id from form_submissions where user_id = ${userId} order by 1
  `.execute(tx);
  for (const { organization_id } of rows)
    await send(
      tx,
      sql`
      update form_submissions set answers = null, address = null
      where user_id = ${userId} and organization_id = ${organization_id}
    `,
    );
}

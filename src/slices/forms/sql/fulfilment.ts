import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';

export interface FormFulfilment {
  readonly id: number;
  /** Names of forms are shown within their organization only. */
  readonly organization_id: number;
  readonly title: string;
  /** Who, of those asked for, has submitted it so that it counts. */
  readonly people: readonly number[];
}

export interface FulfilmentQuestion {
  readonly formIds: readonly number[];
  readonly userIds: readonly number[];
}

/** Which people have fulfilled which forms, with the forms' names: one statement for any number of both. */
export async function fulfilmentOf(
  db: Reader,
  { formIds, userIds }: FulfilmentQuestion,
): Promise<FormFulfilment[]> {
  const { rows } = await sql<FormFulfilment>`
    select f.id, f.organization_id, f.title, coalesce((
      select json_agg(distinct s.user_id) from form_submissions s
      where s.user_id = any(${[...userIds]}::bigint[]) and s.form_id = f.id
        and (not f.renew_on_new_version or s.form_version = f.version)
    ), '[]'::json) as people
    from forms f where f.id = any(${[...formIds]}::bigint[])
  `.execute(db);
  return rows;
}

/** Which of these forms the person has filled in. Older versions count, unless each new version must be filled in again. */
export async function submittedForms(
  db: Reader,
  userId: number,
  formIds: readonly number[],
  now: Temporal.Instant,
): Promise<number[]> {
  if (formIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select f.id from forms f where f.id = any(${[...formIds]}::bigint[]) and exists (
      select 1 from form_submissions s
      where s.user_id = ${userId} and s.form_id = f.id and s.submitted_at <= ${now}
        and (not f.renew_on_new_version or s.form_version = f.version)
    )
    order by f.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function formTitles(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from forms where id = any(${[...ids]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export interface SubmissionTime {
  readonly user_id: number;
  readonly form_id: number;
  readonly submitted_at: Temporal.Instant;
}

/** Since when these people have fulfilled these forms: their first submission that counts. */
export async function submissionTimes(
  db: Reader,
  userIds: readonly number[],
  formIds: readonly number[],
): Promise<SubmissionTime[]> {
  if (userIds.length === 0 || formIds.length === 0) return [];
  const { rows } = await sql<SubmissionTime>`
    select s.user_id, s.form_id, min(s.submitted_at) as submitted_at
    from forms f join form_submissions s on s.form_id = f.id and s.user_id = any(${[...userIds]}::bigint[])
      and (not f.renew_on_new_version or s.form_version = f.version)
    where f.id = any(${[...formIds]}::bigint[])
    group by s.user_id, s.form_id
  `.execute(db);
  return rows;
}

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
  readonly organizationIds: readonly number[];
  readonly formIds: readonly number[];
  readonly userIds: readonly number[];
}

/** Which people have fulfilled which forms, with the forms' names: one statement for any number of both. */
export async function fulfilmentOf(
  db: Reader,
  { organizationIds, formIds, userIds }: FulfilmentQuestion,
): Promise<FormFulfilment[]> {
  const { rows } = await sql<FormFulfilment>`
    select f.id, f.organization_id, f.title,
      coalesce(json_agg(distinct s.user_id) filter (where s.user_id is not null), '[]'::json) as people
    from forms f
    left join form_submissions s on s.form_id = f.id and s.organization_id = f.organization_id
      and s.user_id = any(${[...userIds]}::bigint[]) and (not f.renew_on_new_version or s.form_version = f.version)
    where f.organization_id = any(${[...organizationIds]}::bigint[]) and f.id = any(${[...formIds]}::bigint[])
    group by f.id, f.organization_id
  `.execute(db);
  return rows;
}

export interface SubmissionTime {
  readonly user_id: number;
  readonly form_id: number;
  readonly submitted_at: Temporal.Instant;
}

/** Since when these people have fulfilled these forms of an organization: their first submission that counts. */
export async function submissionTimes(
  db: Reader,
  organizationIds: readonly number[],
  userIds: readonly number[],
  formIds: readonly number[],
): Promise<SubmissionTime[]> {
  if (userIds.length === 0 || formIds.length === 0) return [];
  const { rows } = await sql<SubmissionTime>`
    select s.user_id, s.form_id, min(s.submitted_at) as submitted_at
    from forms f join form_submissions s on s.form_id = f.id and s.organization_id = f.organization_id
      and s.user_id = any(${[...userIds]}::bigint[]) and (not f.renew_on_new_version or s.form_version = f.version)
    where f.organization_id = any(${[...organizationIds]}::bigint[]) and f.id = any(${[...formIds]}::bigint[])
    group by s.user_id, s.form_id
  `.execute(db);
  return rows;
}

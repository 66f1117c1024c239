import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { JsonObject } from '../rules/schema-parts.ts';

export interface DemoForm {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly resubmission: 'once' | 'latest' | 'many';
  readonly consent: boolean;
  readonly schema: JsonObject;
  readonly ui: JsonObject;
}

/** Published forms of organization 1. The demo promises their ids. */
export async function insertDemoForms(
  tx: Tx,
  forms: readonly DemoForm[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(forms)}::json) as form (
        id bigint, title text, description text, resubmission text, consent boolean, schema json, ui json)
    ), made as (
      insert into forms (id, organization_id, title, description, status, resubmission, consent, renew_on_new_version,
                         published_at, created_at, updated_at)
      select id, 1, title, description, 'published', resubmission, consent, consent, ${now}, ${now}, ${now} from given
    )
    insert into form_versions (form_id, version, schema, ui, created_at)
    select id, 1, schema, ui, ${now} from given
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('forms', 'id'), (select max(id) from forms))`.execute(tx);
}

export interface DemoSubmission {
  readonly form_id: number;
  readonly email: string;
  readonly answers: JsonObject;
  readonly submitted_at: string;
}

export async function insertDemoSubmissions(tx: Tx, submissions: readonly DemoSubmission[]): Promise<void> {
  await sql`
    insert into form_submissions (organization_id, form_id, form_version, user_id, answers, address, submitted_at,
                                  once_for)
    select 1, f.id, 1, u.id, given.answers, case when f.consent then '127.0.0.1' end, given.submitted_at,
           case when f.resubmission = 'once' then 1 end
    from json_to_recordset(${JSON.stringify(submissions)}::json) as given (
      form_id bigint, email text, answers json, submitted_at timestamptz)
    join forms f on f.id = given.form_id join users u on u.email = given.email
    order by given.submitted_at
  `.execute(tx);
}

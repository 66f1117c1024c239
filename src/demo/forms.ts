import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import type { JsonObject } from '#slices/forms/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';

/** Form 1 takes any answers that make sense and asks for none, so that everyone who tries it gets through. */
const welcome: DemoForm = {
  id: 1,
  title: 'Tell us about yourself',
  description: 'A few questions that help us plan. It takes two minutes.',
  resubmission: 'latest',
  consent: false,
  schema: {
    type: 'object',
    properties: {
      nickname: { type: 'string', title: 'What should we call you?', maxLength: 100 },
      shirt_size: { type: 'string', title: 'T-shirt size', enum: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
      languages: {
        type: 'array',
        title: 'Which languages do you speak?',
        items: { type: 'string', maxLength: 50 },
        maxItems: 10,
        uniqueItems: true,
      },
      can_drive: { type: 'boolean', title: 'Can you drive a van?' },
      first_day: { type: 'string', title: 'When can you start?', format: 'date' },
    },
    if: { properties: { can_drive: { const: true } }, required: ['can_drive'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        license_number: {
          type: 'string',
          title: 'Driver’s license number',
          pattern: '^[A-Za-z0-9 -]{4,30}$',
        },
      },
      required: ['license_number'],
    },
  },
  ui: {
    order: ['nickname', 'shirt_size', 'languages', 'can_drive', 'license_number', 'first_day'],
    widgets: { languages: 'tags', first_day: 'date' },
  },
};

const consent: DemoForm = {
  id: 2,
  title: 'House rules and photos',
  description: 'Hygiene, safety, and whether we can take photos of you.',
  resubmission: 'once',
  consent: true,
  schema: {
    type: 'object',
    properties: {
      rules_read: { type: 'boolean', title: 'I’ve read the house rules', const: true },
      photos: { type: 'string', title: 'Photos of me', enum: ['yes', 'no', 'ask me each time'] },
    },
    required: ['rules_read', 'photos'],
    additionalProperties: false,
  },
  ui: { order: ['rules_read', 'photos'], widgets: { photos: 'radio' } },
};

const answered: readonly [form: DemoForm, name: string, daysAgo: number, answers: DemoForm['ui']][] = [
  [
    welcome,
    'amir',
    18,
    { nickname: 'Amir', shirt_size: 'L', can_drive: true, license_number: 'NY 4411 902' },
  ],
  [
    welcome,
    'bea',
    17,
    { nickname: 'Bea', shirt_size: 'M', languages: ['English', 'Swedish'], can_drive: false },
  ],
  [welcome, 'chidi', 12, { nickname: 'Chidi', shirt_size: 'XL', languages: ['English', 'Igbo', 'French'] }],
  [welcome, 'daria', 6, { shirt_size: 'S', languages: ['Polish', 'English'], can_drive: false }],
  [consent, 'amir', 18, { rules_read: true, photos: 'yes' }],
  [consent, 'bea', 16, { rules_read: true, photos: 'ask me each time' }],
  [consent, 'chidi', 12, { rules_read: true, photos: 'no' }],
];

/** An onboarding form and a consent form of organization 1, with some answers. */
export async function demoForms(tx: Tx, { now }: Call): Promise<void> {
  await insertDemoForms(tx, [welcome, consent], now.subtract({ hours: 24 * 20 }));
  for (const { id: itemId, title: name } of [welcome, consent])
    await nameRequirementItem(tx, { kind: 'form', itemId, organizationId: 1, name });
  await insertDemoSubmissions(
    tx,
    answered.map(([form, name, daysAgo, answers]) => ({
      form_id: form.id,
      email: `${name}@demo.muster`,
      answers,
      submitted_at: now.subtract({ hours: 24 * daysAgo }).toString(),
    })),
  );
}

interface DemoForm {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly resubmission: 'once' | 'latest' | 'many';
  readonly consent: boolean;
  readonly schema: JsonObject;
  readonly ui: JsonObject;
}

/** Published forms of organization 1. The demo promises their ids. */
async function insertDemoForms(tx: Tx, forms: readonly DemoForm[], now: Temporal.Instant): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(forms)}::json) as form (
        id bigint, title text, description text, resubmission text, consent boolean, schema json, ui json)
    ), made as (
      insert into forms (id, organization_id, title, description, status, resubmission, consent, renew_on_new_version,
                         published_at, created_at, updated_at)
      select id, 1, title, description, 'published', resubmission, consent, consent, ${now}, ${now}, ${now} from given
    )
    insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
    select 1, id, 1, schema, ui, ${now} from given
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('forms', 'id'), (select max(id) from forms))`.execute(tx);
}

interface DemoSubmission {
  readonly form_id: number;
  readonly email: string;
  readonly answers: JsonObject;
  readonly submitted_at: string;
}

async function insertDemoSubmissions(tx: Tx, submissions: readonly DemoSubmission[]): Promise<void> {
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

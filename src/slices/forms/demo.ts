import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { type DemoForm, insertDemoForms, insertDemoSubmissions } from './sql/demo.ts';

/** Form 1 takes any answers that make sense and asks for none, so that whoever tries it gets through. */
const welcome: DemoForm = {
  id: 1,
  title: 'Welcome: about you',
  description: 'A few things that help us plan. Two minutes.',
  resubmission: 'latest',
  consent: false,
  schema: {
    type: 'object',
    properties: {
      nickname: { type: 'string', title: 'What shall we call you?', maxLength: 100 },
      shirt_size: { type: 'string', title: 'Shirt size', enum: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
      languages: {
        type: 'array',
        title: 'Languages you speak',
        items: { type: 'string', maxLength: 50 },
        maxItems: 10,
        uniqueItems: true,
      },
      can_drive: { type: 'boolean', title: 'Can you drive a van?' },
      first_day: { type: 'string', title: 'From when can you help?', format: 'date' },
    },
    if: { properties: { can_drive: { const: true } }, required: ['can_drive'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        licence_number: { type: 'string', title: 'Driving licence', pattern: '^[A-Za-z0-9 -]{4,30}$' },
      },
      required: ['licence_number'],
    },
  },
  ui: {
    order: ['nickname', 'shirt_size', 'languages', 'can_drive', 'licence_number', 'first_day'],
    widgets: { languages: 'tags', first_day: 'date' },
  },
};

const consent: DemoForm = {
  id: 2,
  title: 'House rules and photographs',
  description: 'Hygiene, safety, and whether you may be in pictures of the food bank.',
  resubmission: 'once',
  consent: true,
  schema: {
    type: 'object',
    properties: {
      rules_read: { type: 'boolean', title: 'I have read the house rules', const: true },
      photos: { type: 'string', title: 'Pictures of me', enum: ['yes', 'no', 'ask each time'] },
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
    { nickname: 'Amir', shirt_size: 'L', can_drive: true, licence_number: 'NY 4411 902' },
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
  [consent, 'bea', 16, { rules_read: true, photos: 'ask each time' }],
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

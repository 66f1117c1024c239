import type { Stage } from './stage.ts';
import { organizationOne, personOne } from './world.ts';

/** A form as a food bank has it: a dozen fields of several kinds, one of them conditional. */
export const benchForm = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string', pattern: '^\\+?[0-9 ()-]{6,20}$' },
    born: { type: 'string', format: 'date' },
    size: { type: 'string', enum: ['S', 'M', 'L', 'XL'] },
    languages: { type: 'array', items: { type: 'string', maxLength: 50 }, maxItems: 10, uniqueItems: true },
    can_drive: { type: 'boolean' },
    licence: { type: 'string', maxLength: 30 },
    hours: { type: 'integer', minimum: 0, maximum: 40 },
    about: { type: 'string', maxLength: 2_000 },
  },
  required: ['name', 'email', 'phone'],
  dependentRequired: { can_drive: ['licence'] },
};

export const benchAnswers = {
  name: 'Alex Example',
  email: 'alex@example.org',
  phone: '+1 (555) 0100',
  born: '1990-04-01',
  size: 'M',
  languages: ['English', 'Spanish'],
  can_drive: true,
  licence: 'NY 4411 902',
  hours: 6,
  about: 'I have helped at the harbour for two summers and would like to learn how the cold room works.',
};

/** Form 1 of organization 1, which person 1 may submit as often as they like. */
export async function formOne(stage: Stage): Promise<{ authorization: string }> {
  await organizationOne(stage);
  const person = await personOne(stage);
  await stage.once('form', async () => {
    await stage.sql(`
      insert into memberships (organization_id, user_id, role, joined_at) values (1, 1, 'volunteer', now());
      insert into forms (id, organization_id, title, status, published_at, resubmission, created_at, updated_at)
        values (1, 1, 'About you', 'published', now(), 'many', now(), now());
      insert into form_versions (organization_id, form_id, version, schema, ui, created_at)
        values (1, 1, 1, '${JSON.stringify(benchForm).replaceAll("'", "''")}', '{}', now());
    `);
  });
  return { authorization: person.authorization };
}

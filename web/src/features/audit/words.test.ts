import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import german from './messages.de.ts';
import english from './messages.en.ts';
import { fieldText, pageOf } from './words.ts';

interface Shape {
  readonly $ref?: string;
  readonly properties?: Record<string, Shape>;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly string[];
}
const { schemas } = (
  JSON.parse(await readFile('docs/openapi.json', 'utf8')) as {
    components: { schemas: Record<string, Shape> };
  }
).components;
const entry = schemas['AuditRow']?.properties ?? {};

/** Names of all fields of a body, also those of objects within. */
function namesOf(shape: Shape | undefined): string[] {
  if (shape?.$ref) return namesOf(schemas[shape.$ref.split('/').at(-1) ?? '']);
  const inner = Object.entries(shape?.properties ?? {}).flatMap(([name, one]) => [name, ...namesOf(one)]);
  return [...inner, ...(shape?.anyOf ?? []).flatMap(namesOf)];
}

describe('the words of the audit log', () => {
  it('say everything that the service can do, in both languages', () => {
    const actions = entry['action']?.enum ?? [];
    assert.ok(actions.length > 90);
    for (const texts of [english, german]) {
      const said = Object.entries(texts.action).flatMap(([object, verbs]) =>
        Object.keys(verbs).map((verb) => `${object}.${verb}`),
      );
      assert.deepEqual(said.sort(), [...actions].sort());
    }
  });

  it('name everything that an entry can be about', () => {
    const objects = [...(entry['object_type']?.enum ?? [])].sort();
    for (const { object } of [english, german]) assert.deepEqual(Object.keys(object).sort(), objects);
  });

  it('name every field that a person can change', () => {
    const bodies = [
      'ApiKeyCreate',
      'BadgeChange',
      'ChangeShiftRequest',
      'FormChange',
      'JourneyChange',
      'MissionChange',
      'OrganizationChange',
      'ProgramChange',
      'WebhookEndpointChange',
    ];
    for (const body of bodies) {
      const names = namesOf(schemas[body]).filter((name) => !['scope', 'dry_run'].includes(name));
      assert.ok(names.length > 1, body);
      for (const name of names) assert.ok(name in english.field, `${body}: ${name}`);
    }
  });

  it('read a path from the outside in, and leave no underscore', () => {
    const word = (name: string) => (name === 'minors' ? 'Minors' : undefined);
    assert.equal(fieldText('minors.odd_name', word), 'Minors › odd name');
  });
});

describe('the page of an entry', () => {
  it('is that of the thing, or of the person whom it concerns', () => {
    const at = (
      object_type: Parameters<typeof pageOf>[0]['object_type'],
      id: number | null,
      person: number | null = null,
    ) => pageOf({ object_type, object_id: id, subject_user_id: person });
    assert.equal(at('shift', 3), '/manage/shifts/3');
    assert.equal(at('registration', 8, 5), '/manage/people/5');
    assert.equal(at('member', 5, 5), '/manage/people/5');
    assert.equal(at('user', 5), '/manage/people/5');
    assert.equal(at('organization', 1), '/manage/settings');
    assert.equal(at('session', 8), undefined);
    assert.equal(at('badge', null), undefined);
  });
});

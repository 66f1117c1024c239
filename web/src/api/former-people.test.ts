import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { nameFormerPeople } from './former-people.ts';

const stored = 'Former member';
const german = 'Ehemaliges Mitglied';

it('people who have deleted their account are named in the language of the page, whatever list they are in', () => {
  const page = {
    items: [
      { id: 1, user_name: stored, decided_by_name: stored, sender_name: null, tags: [] },
      { user_id: 2, name: stored, roster: { author_name: stored } },
      { user_id: 3, name: 'Ada', user_name: 'Former members' },
    ],
    next_cursor: null,
  };
  assert.deepEqual(nameFormerPeople(page, german), {
    items: [
      { id: 1, user_name: german, decided_by_name: german, sender_name: null, tags: [] },
      { user_id: 2, name: german, roster: { author_name: german } },
      { user_id: 3, name: 'Ada', user_name: 'Former members' },
    ],
    next_cursor: null,
  });
});

it('in the lists of who is on a shift, too', () => {
  const coming = {
    items: [
      { name: stored, role_name: null },
      { name: 'Ada L.', role_name: 'Driver' },
    ],
  };
  assert.deepEqual(nameFormerPeople(coming, german).items, [
    { name: german, role_name: null },
    { name: 'Ada L.', role_name: 'Driver' },
  ]);
  const today = { expected: { count: 2, names: ['Ada', stored] }, late: { count: 0, names: [] } };
  assert.deepEqual(nameFormerPeople(today, german).expected.names, ['Ada', german]);
});

/** Fields with names of other things. Those of people are in former-people.ts. */
const namesOfThings = [
  'badge_name',
  'filter_name',
  'journey_name',
  'mission_name',
  'organization_name',
  'program_name',
  'role_name',
  'show_name',
];

it('every field of the API with a name is known as that of a person or of something else', async () => {
  const document = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  const names = new Set(document.match(/"[a-z_]+_name(?=":)/g)?.map((key) => key.slice(1)));
  const unknown = [...names].filter((key) => {
    const renamed = nameFormerPeople({ [key]: stored }, german)[key] === german;
    return renamed === namesOfThings.includes(key);
  });
  assert.deepEqual(unknown, []);
  assert.ok(namesOfThings.every((key) => names.has(key)));
});

it('what is not the name of a person keeps its words', () => {
  const badge = { id: 3, name: stored, description: stored, badge_name: stored, titles: [stored] };
  assert.deepEqual(nameFormerPeople({ ...badge }, german), badge);
  for (const other of [undefined, null, 'text', 7]) assert.equal(nameFormerPeople(other, german), other);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameFormerPeople } from './former-people.ts';

const stored = 'Former volunteer';
const german = 'Ehemaliges Mitglied';

it('people who have deleted their account are named in the language of the page, whatever list they are in', () => {
  const page = {
    items: [
      { id: 1, user_name: stored, decided_by_name: stored, sender_name: null, tags: [] },
      { user_id: 2, name: stored, roster: { author_name: stored } },
      { user_id: 3, name: 'Ada', user_name: 'Former volunteers' },
    ],
    next_cursor: null,
  };
  assert.deepEqual(nameFormerPeople(page, german), {
    items: [
      { id: 1, user_name: german, decided_by_name: german, sender_name: null, tags: [] },
      { user_id: 2, name: german, roster: { author_name: german } },
      { user_id: 3, name: 'Ada', user_name: 'Former volunteers' },
    ],
    next_cursor: null,
  });
});

it('what is not the name of a person keeps its words', () => {
  const badge = { id: 3, name: stored, description: stored, badge_name: stored, titles: [stored] };
  assert.deepEqual(nameFormerPeople({ ...badge }, german), badge);
  for (const other of [undefined, null, 'text', 7]) assert.equal(nameFormerPeople(other, german), other);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { furtherConditions, peopleSearch } from './people-search.ts';

describe('filters of the list of people in the address', () => {
  it('are read from text, and what is not a filter is left out', () => {
    assert.deepEqual(
      peopleSearch({
        q: ' ',
        role: 'boss',
        tag_id: '3',
        min_hours: '0',
        max_hours: '',
        active_since: 'May',
        x: 1,
      }),
      { tag_id: 3, min_hours: 0 },
    );
    assert.deepEqual(peopleSearch({ q: 'ada', role: 'admin', joined_since: '2026-01-01' }), {
      q: 'ada',
      role: 'admin',
      joined_since: '2026-01-01',
    });
  });

  it('count those that are folded away', () => {
    assert.equal(furtherConditions({ q: 'a', tag_id: 3, min_hours: 0, form_done: 2 }), 2);
  });
});

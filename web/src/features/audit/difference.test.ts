import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differencesOf } from './difference.ts';

describe('an entry of the audit log', () => {
  it('shows only what has changed, by its path', () => {
    const before = { name: 'A', policies: { minors: { minimum_age: 14 }, waitlist_mode: 'auto' } };
    const after = { name: 'A', policies: { minors: { minimum_age: 16 }, waitlist_mode: 'auto' } };
    assert.deepEqual(differencesOf(before, after), [
      { field: 'policies.minors.minimum_age', before: 14, after: 16 },
    ]);
  });

  it('shows all of what was made, and all of what is gone', () => {
    assert.deepEqual(differencesOf(null, { name: 'A', note: null }), [
      { field: 'name', before: undefined, after: 'A' },
    ]);
    assert.deepEqual(differencesOf({ role: 'admin' }, null), [
      { field: 'role', before: 'admin', after: undefined },
    ]);
  });

  it('leaves out what is empty on both sides', () => {
    assert.deepEqual(differencesOf({ status: 'active', note: '' }, { status: 'active', flags: [] }), []);
  });

  it('compares lists as a whole', () => {
    assert.deepEqual(differencesOf({ events: ['a'] }, { events: ['a', 'b'] }), [
      { field: 'events', before: ['a'], after: ['a', 'b'] },
    ]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changesOf } from './changes.ts';

describe('what of a change differs from what is stored', () => {
  it('is nothing if all is the same, in any order of keys', () => {
    const stored = { name: 'Ada', phone: null, rule: { hours: 4, kind: 'hours' }, days: [1, 2] };
    const same = { name: 'Ada', phone: null, rule: { kind: 'hours', hours: 4 }, days: [1, 2] };
    assert.equal(changesOf(stored, same), undefined);
    assert.equal(changesOf(stored, { name: undefined }), undefined);
  });

  it('is only what differs', () => {
    const stored = { name: 'Ada', phone: '1', days: [1, 2] };
    assert.deepEqual(changesOf(stored, { name: 'Ada', phone: null, days: [2, 1] }), {
      phone: null,
      days: [2, 1],
    });
  });

  it('sees times that differ', () => {
    const [nine, ten] = ['09', '10'].map((hour) => Temporal.Instant.from(`2031-05-01T${hour}:00:00Z`));
    assert.deepEqual(changesOf({ at: nine }, { at: ten }), { at: ten });
    assert.equal(changesOf({ at: nine }, { at: nine?.add({ hours: 0 }) }), undefined);
  });
});

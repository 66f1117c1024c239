import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { destinationsOf } from './destinations.ts';

const shift = (id: number) => ({ id, start_time: `2026-11-1${id}T08:00:00.000Z` });
const idsOf = (...args: Parameters<typeof destinationsOf>) => destinationsOf(...args).map(({ id }) => id);

describe('the shifts to switch to', () => {
  const open = [shift(1), shift(2), shift(3)];

  it('are those where the person is neither signed up nor waiting', () => {
    const own = new Map([
      [1, 'active'],
      [3, 'waitlisted'],
    ] as const);
    assert.deepEqual(idsOf(open, own, undefined), [2]);
  });

  it('keep the place of the one that was refused, though it is full or theirs by now', () => {
    const own = new Map([[1, 'active']] as const);
    assert.deepEqual(idsOf([shift(1), shift(3)], own, shift(2)), [2, 3]);
    assert.deepEqual(idsOf(open, new Map([[2, 'active']] as const), shift(2)), [1, 2, 3]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Slots } from './slots.ts';

describe('slots', () => {
  it('hold what was added until it is taken out, once', () => {
    const slots = new Slots<{ name: string }>();
    const leaveA = slots.add({ name: 'a' });
    slots.add({ name: 'b' });
    leaveA();
    leaveA();
    assert.equal(slots.size, 1);
    slots.add({ name: 'c' });
    leaveA();
    assert.deepEqual(
      [...slots].map(({ name }) => name),
      ['c', 'b'],
    );
    assert.equal(slots.size, 2);
  });

  it('give out the items that are wanted', () => {
    const slots = new Slots<{ age: number }>();
    for (const age of [1, 30, 2, 40]) slots.add({ age });
    assert.deepEqual(
      slots.takeOut(({ age }) => age > 10),
      [{ age: 30 }, { age: 40 }],
    );
    assert.equal(slots.size, 2);
    assert.deepEqual(
      slots.takeOut(({ age }) => age > 10),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterAsking, unsaved } from './unsaved.ts';

describe('what is typed and not saved', () => {
  it('is lost by leaving the page until it is saved or kept', () => {
    const saved = unsaved.add('profile', { isDirty: () => true, isKept: false });
    assert.ok(unsaved.isLostByLeaving());
    saved();
    assert.equal(unsaved.isLostByClosing(), false);
    const sent = unsaved.add('new shift', { isDirty: () => true, isKept: true });
    assert.deepEqual([unsaved.isLostByLeaving(), unsaved.isLostByClosing()], [false, true]);
    sent();
  });

  it('goes only after a yes', async () => {
    const saved = unsaved.add('profile', { isDirty: () => true, isKept: false });
    let left = 0;
    const leave = () => {
      left += 1;
    };
    const first = afterAsking(leave);
    const second = afterAsking(leave);
    unsaved.answer(false);
    await Promise.all([first, second]);
    assert.equal(left, 0);
    const third = afterAsking(leave);
    assert.ok(unsaved.isAsking());
    unsaved.answer(true);
    await third;
    saved();
    await afterAsking(leave);
    assert.deepEqual([left, unsaved.isAsking()], [2, false]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spotsOf } from './spots.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const shift = {
  end_time: '2026-11-15T13:00:00.000Z',
  spots_left: 7,
  waitlist_capacity: 5,
  waitlist_count: 0,
  signup_count: 3,
};

describe('the spots of a shift', () => {
  it('are what is left, or whether there is a waitlist', () => {
    assert.deepEqual(spotsOf(shift, nowMs), { kind: 'spots', count: 7 });
    assert.deepEqual(spotsOf({ ...shift, spots_left: null }, nowMs), { kind: 'unlimited' });
    assert.deepEqual(spotsOf({ ...shift, spots_left: 0 }, nowMs), { kind: 'waitlist' });
    assert.deepEqual(spotsOf({ ...shift, spots_left: 0, waitlist_count: 5 }, nowMs), { kind: 'full' });
  });

  it('are none to take once it is over, whatever was left', () => {
    const past = { ...shift, end_time: '2026-11-15T12:00:00.000Z' };
    for (const left of [7, 0, null])
      assert.deepEqual(spotsOf({ ...past, spots_left: left }, nowMs), { kind: 'past', count: 3 });
  });
});

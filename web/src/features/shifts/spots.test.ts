import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spotsOf, staffOf } from './spots.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const shift = {
  status: 'published' as const,
  start_time: '2026-11-15T12:30:00.000Z',
  end_time: '2026-11-15T13:00:00.000Z',
  spots_left: 7,
  waitlist_capacity: 5,
  waitlist_count: 0,
  signup_count: 3,
};

describe('the spots of a shift', () => {
  it('are what is left, or whether there is a waitlist', () => {
    assert.deepEqual(spotsOf(shift, false, nowMs), { kind: 'spots', count: 7 });
    assert.deepEqual(spotsOf({ ...shift, spots_left: null }, false, nowMs), { kind: 'unlimited' });
    assert.deepEqual(spotsOf({ ...shift, spots_left: 0 }, false, nowMs), { kind: 'waitlist' });
    assert.deepEqual(spotsOf({ ...shift, spots_left: 0, waitlist_count: 5 }, false, nowMs), { kind: 'full' });
  });

  it('are none to take once it is over, whatever was left', () => {
    const past = { ...shift, end_time: '2026-11-15T12:00:00.000Z' };
    for (const left of [7, 0, null])
      assert.deepEqual(spotsOf({ ...past, spots_left: left }, false, nowMs), { kind: 'past', count: 3 });
  });
});

describe('the spots of a shift that is cancelled', () => {
  it('are offered to no one, not even to coordinators', () => {
    for (const isForPlanning of [true, false])
      assert.deepEqual(spotsOf({ ...shift, status: 'cancelled' }, isForPlanning, nowMs), {
        kind: 'cancelled',
      });
  });
});

describe('the spots of a shift that has started', () => {
  const started = { ...shift, start_time: '2026-11-15T12:00:00.000Z' };

  it('are offered to no one, whatever is left', () => {
    for (const left of [7, 0, null])
      assert.deepEqual(spotsOf({ ...started, spots_left: left }, false, nowMs), { kind: 'started' });
  });

  it('are still counted for coordinators, who can add people', () => {
    assert.deepEqual(spotsOf(started, true, nowMs), { kind: 'spots', count: 7 });
  });
});

describe('the staff of a shift', () => {
  const role = (name: string, signup_count: number, minimum: number | null, capacity: number | null) => ({
    id: 1,
    key: name,
    name,
    signup_count,
    minimum,
    capacity,
    spots_left: null,
  });
  const planned = { ...shift, capacity: 10, minimum: 3, roles: [] };
  const isUnder = (changes: object) => staffOf({ ...planned, ...changes }, '', nowMs).isUnder;

  it('is too small below the minimum of the shift or of a role, and without anyone', () => {
    assert.deepEqual(staffOf(planned, '', nowMs), { filled: 3, minimum: 3, maximum: 10, isUnder: false });
    assert.equal(isUnder({ signup_count: 2 }), true);
    assert.equal(isUnder({ minimum: null, signup_count: 1 }), false);
    assert.equal(isUnder({ minimum: null, signup_count: 0 }), true);
    assert.equal(isUnder({ roles: [role('Cook', 0, 1, null)] }), true);
    assert.equal(isUnder({ signup_count: 0, status: 'cancelled' }), false);
    assert.equal(isUnder({ signup_count: 0, end_time: '2026-11-15T12:00:00.000Z' }), false);
  });

  it('is that of the roles with a name', () => {
    const roles = [role('Cook', 1, 2, 4), role('Cook', 1, null, 2), role('Driver', 0, null, null)];
    const of = (name: string) => staffOf({ ...planned, roles }, name, nowMs);
    assert.deepEqual(of('Cook'), { filled: 2, minimum: 2, maximum: 6, isUnder: true });
    assert.deepEqual(of('Driver'), { filled: 0, minimum: null, maximum: null, isUnder: false });
  });
});

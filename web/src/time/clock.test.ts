import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockOf, dayStart, daysBetween, endOf, instantOf, plusDays, weekdayOf } from './clock.ts';

const berlin = 'Europe/Berlin';

describe('a time on the clock of a zone', () => {
  it('is the same instant there and back', () => {
    for (const zone of [berlin, 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'])
      for (const date of ['2026-01-15', '2026-03-29', '2026-07-01', '2026-10-25', '2026-11-01']) {
        const at = { date, time: '09:30' };
        assert.deepEqual(clockOf(instantOf(at, zone), zone), at);
      }
  });

  it('moves forward by as much when the clock skips it', () => {
    assert.equal(instantOf({ date: '2026-03-29', time: '02:30' }, berlin), '2026-03-29T01:30:00.000Z');
  });

  it('is the first of the two when it comes twice', () => {
    assert.equal(instantOf({ date: '2026-10-25', time: '02:30' }, berlin), '2026-10-25T00:30:00.000Z');
  });

  it('is nothing while it is half typed', () => {
    assert.equal(instantOf({ date: '', time: '09:30' }, berlin), '');
  });

  it('begins a day at midnight there', () => {
    assert.equal(dayStart('2026-07-01', berlin), '2026-06-30T22:00:00.000Z');
  });
});

describe('days', () => {
  it('are counted by the calendar, whatever the clock does', () => {
    assert.equal(plusDays('2026-10-24', 2), '2026-10-26');
    assert.equal(daysBetween('2026-10-24', '2026-10-26'), 2);
    assert.equal(weekdayOf('2026-11-15'), 6);
  });

  it('go on into the night', () => {
    const start = { date: '2026-12-31', time: '22:00' };
    assert.deepEqual(endOf(start, '02:00'), { date: '2027-01-01', time: '02:00' });
    assert.deepEqual(endOf(start, '23:00'), { date: '2026-12-31', time: '23:00' });
  });
});

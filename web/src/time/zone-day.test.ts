import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayAfter, startOfDay } from './zone-day.ts';

describe('the beginning of a day', () => {
  it('is midnight by the clocks of the zone', () => {
    assert.equal(startOfDay('2026-11-14', 'America/New_York').toISOString(), '2026-11-14T05:00:00.000Z');
    assert.equal(startOfDay('2026-07-01', 'Europe/Berlin').toISOString(), '2026-06-30T22:00:00.000Z');
    assert.equal(startOfDay('2026-07-01', 'Pacific/Auckland').toISOString(), '2026-06-30T12:00:00.000Z');
  });

  it('is right on the days on which clocks change', () => {
    assert.equal(startOfDay('2026-03-29', 'Europe/Berlin').toISOString(), '2026-03-28T23:00:00.000Z');
    assert.equal(startOfDay('2026-10-26', 'Europe/Berlin').toISOString(), '2026-10-25T23:00:00.000Z');
  });

  it('is followed by the next day, also at the end of a month', () => {
    assert.equal(dayAfter('2026-12-31'), '2027-01-01');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayBounds, step } from './calendar-days.ts';

describe('the days of the calendar', () => {
  it('move by what is shown', () => {
    assert.equal(step('week', '2026-11-15', 1), '2026-11-22');
    assert.equal(step('day', '2026-11-15', -1), '2026-11-14');
    assert.equal(step('month', '2026-11-15', 1), '2026-12-15');
  });

  it('ask for shifts a day around, for other zones', () => {
    assert.deepEqual(dayBounds(['2026-11-14']), {
      ends_after: '2026-11-13T00:00:00Z',
      to: '2026-11-16T00:00:00Z',
    });
  });
});

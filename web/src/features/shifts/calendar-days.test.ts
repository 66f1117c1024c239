import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, addMonths, boundsOf, mondayOf, monthOf, step } from './calendar-days.ts';

describe('the days of the calendar', () => {
  it('follow each other over months, years and changes of the clock', () => {
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2026-03-28', 2), '2026-03-30');
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
    assert.equal(addMonths('2026-01-15', -1), '2025-12-15');
  });

  it('begin weeks on Monday', () => {
    assert.equal(mondayOf('2026-11-15'), '2026-11-09');
    assert.equal(mondayOf('2026-11-16'), '2026-11-16');
  });

  it('show every day of a month in whole weeks', () => {
    const weeks = monthOf('2026-11-15');
    assert.equal(weeks[0]?.[0], '2026-10-26');
    assert.equal(weeks.at(-1)?.at(-1), '2026-12-06');
    assert.equal(weeks.length, 6);
    assert.equal(monthOf('2027-02-10').length, 4);
  });

  it('move by what is shown', () => {
    assert.equal(step('week', '2026-11-15', 1), '2026-11-22');
    assert.equal(step('day', '2026-11-15', -1), '2026-11-14');
    assert.equal(step('month', '2026-11-15', 1), '2026-12-15');
  });

  it('ask for shifts a day around, for other zones', () => {
    assert.deepEqual(boundsOf(['2026-11-14']), { from: '2026-11-13T00:00:00Z', to: '2026-11-16T00:00:00Z' });
  });
});

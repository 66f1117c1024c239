import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, addMonths, boundsOf, byDays, monthOf, step, weekOf } from './calendar-days.ts';

describe('the days of the calendar', () => {
  it('follow each other over months, years and changes of the clock', () => {
    assert.equal(addDays('2026-12-31', 1), '2027-01-01');
    assert.equal(addDays('2026-03-28', 2), '2026-03-30');
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
    assert.equal(addMonths('2026-01-15', -1), '2025-12-15');
  });

  it('begin weeks where the reader’s do', () => {
    const [monday, saturday, sunday] = [0, 5, 6];
    assert.equal(weekOf('2026-11-15', monday)[0], '2026-11-09');
    assert.equal(weekOf('2026-11-16', monday)[0], '2026-11-16');
    assert.equal(weekOf('2026-11-15', sunday)[0], '2026-11-15');
    assert.equal(weekOf('2026-11-14', sunday)[0], '2026-11-08');
    assert.equal(weekOf('2026-11-13', saturday)[0], '2026-11-07');
    assert.equal(monthOf('2026-11-15', sunday)[0]?.[0], '2026-11-01');
    assert.equal(monthOf('2026-11-15', sunday).length, 5);
  });

  it('hold a shift on each day on which it goes on, by the clock of its place', () => {
    const shift = (start_time: string, end_time: string, time_zone: string) => ({
      start_time,
      end_time,
      time_zone,
    });
    const night = shift('2026-11-14T21:00:00Z', '2026-11-15T05:00:00Z', 'Europe/Berlin');
    const evening = shift('2026-11-14T17:00:00Z', '2026-11-14T23:00:00Z', 'Europe/Berlin');
    const late = shift('2026-11-15T02:00:00Z', '2026-11-15T04:00:00Z', 'America/New_York');
    const camp = shift('2026-11-14T08:00:00Z', '2026-11-16T16:00:00Z', 'Europe/Berlin');
    assert.deepEqual(
      [...byDays([camp, evening, night, late])],
      [
        ['2026-11-14', [camp, evening, night, late]],
        ['2026-11-15', [camp, night]],
        ['2026-11-16', [camp]],
      ],
    );
  });

  it('show every day of a month in whole weeks', () => {
    const weeks = monthOf('2026-11-15', 0);
    assert.equal(weeks[0]?.[0], '2026-10-26');
    assert.equal(weeks.at(-1)?.at(-1), '2026-12-06');
    assert.equal(weeks.length, 6);
    assert.equal(monthOf('2027-02-10', 0).length, 4);
  });

  it('move by what is shown', () => {
    assert.equal(step('week', '2026-11-15', 1), '2026-11-22');
    assert.equal(step('day', '2026-11-15', -1), '2026-11-14');
    assert.equal(step('month', '2026-11-15', 1), '2026-12-15');
  });

  it('ask for shifts a day around, for other zones', () => {
    assert.deepEqual(boundsOf(['2026-11-14']), {
      ends_after: '2026-11-13T00:00:00Z',
      to: '2026-11-16T00:00:00Z',
    });
  });
});

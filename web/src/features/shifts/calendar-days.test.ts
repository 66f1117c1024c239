import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byDays, dayBounds, step } from './calendar-days.ts';

describe('the days of the calendar', () => {
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

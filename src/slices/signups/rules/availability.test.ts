import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { at, berlin } from '#test/signup-facts.ts';
import { type Availability, availabilityErrors, isAvailable } from './availability.ts';

const none: Availability = { timeZone: berlin, weekly: [], exceptions: [] };
const everyDay = (from: string, until: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, until }));

function can(availability: Partial<Availability>, from: string, until: string): boolean {
  return isAvailable({ ...none, ...availability }, at(from), at(until));
}

describe('availability', () => {
  const wednesday = { weekly: [{ weekday: 3, from: '09:00', until: '17:00' }] };

  it('is always given where nothing is declared', () => {
    assert.ok(can({}, '2026-06-10T00:00', '2026-06-12T00:00'));
  });

  it('covers a shift from edge to edge and no minute more', () => {
    assert.ok(can(wednesday, '2026-06-10T09:00', '2026-06-10T17:00'));
    assert.ok(!can(wednesday, '2026-06-10T08:59', '2026-06-10T17:00'));
    assert.ok(!can(wednesday, '2026-06-10T09:00', '2026-06-10T17:01'));
    assert.ok(!can(wednesday, '2026-06-11T10:00', '2026-06-11T11:00'));
  });

  it('reaches over midnight, from Sunday to Monday too', () => {
    const night = { weekly: [{ weekday: 7, from: '22:00', until: '06:00' }] };
    assert.ok(can(night, '2026-06-14T22:00', '2026-06-15T06:00'));
    assert.ok(!can(night, '2026-06-13T23:00', '2026-06-14T01:00'));
    const aroundTheClock = { weekly: [{ weekday: 7, from: '08:00', until: '08:00' }] };
    assert.ok(can(aroundTheClock, '2026-06-14T08:00', '2026-06-15T08:00'));
  });

  it('joins windows that touch', () => {
    const weekly = everyDay('00:00', '24:00');
    assert.ok(can({ weekly }, '2026-06-10T12:00', '2026-06-15T12:00'));
    const split = { weekly: [...wednesday.weekly, { weekday: 3, from: '17:00', until: '20:00' }] };
    assert.ok(can(split, '2026-06-10T10:00', '2026-06-10T20:00'));
  });

  it('takes a whole date or some hours away', () => {
    const off = { exceptions: [{ date: '2026-06-10', available: false }] };
    assert.ok(!can(off, '2026-06-09T20:00', '2026-06-10T00:01'));
    assert.ok(can(off, '2026-06-09T20:00', '2026-06-10T00:00'));
    assert.ok(can(off, '2026-06-11T00:00', '2026-06-11T08:00'));
    const lunch = {
      ...wednesday,
      exceptions: [{ date: '2026-06-10', available: false, from: '12:00', until: '13:00' }],
    };
    assert.ok(can(lunch, '2026-06-10T13:00', '2026-06-10T17:00'));
    assert.ok(!can(lunch, '2026-06-10T11:00', '2026-06-10T14:00'));
  });

  it('replaces the weekly hours on a date', () => {
    const short = {
      ...wednesday,
      exceptions: [{ date: '2026-06-10', available: true, from: '10:00', until: '12:00' }],
    };
    assert.ok(can(short, '2026-06-10T10:00', '2026-06-10T12:00'));
    assert.ok(!can(short, '2026-06-10T12:00', '2026-06-10T13:00'));
    const extra = { ...wednesday, exceptions: [{ date: '2026-06-11', available: true }] };
    assert.ok(can(extra, '2026-06-11T00:00', '2026-06-12T00:00'));
  });

  it('goes by the clock of the person, whatever the zone of the shift', () => {
    const newYork = { ...none, ...wednesday, timeZone: 'America/New_York' };
    assert.ok(isAvailable(newYork, at('2026-06-10T15:00'), at('2026-06-10T23:00')));
    assert.ok(!isAvailable(newYork, at('2026-06-10T14:59'), at('2026-06-10T23:00')));
  });

  it('holds on the nights the clock changes', () => {
    const night = { weekly: everyDay('22:00', '06:00') };
    assert.ok(can(night, '2026-03-28T22:00', '2026-03-29T06:00'));
    assert.ok(can(night, '2026-10-24T22:00', '2026-10-25T06:00'));
    const untilHalfPastTwo = { ...none, weekly: everyDay('00:00', '02:30') };
    const second = Temporal.Instant.from('2026-10-25T02:30+01:00');
    assert.ok(isAvailable(untilHalfPastTwo, at('2026-10-25T00:00'), second));
    // 02:30 is skipped: the window ends when the clock jumps from 02:00 to 03:00.
    assert.ok(can(untilHalfPastTwo, '2026-03-29T00:00', '2026-03-29T03:00'));
    assert.ok(!can(untilHalfPastTwo, '2026-03-29T00:00', '2026-03-29T03:01'));
    assert.ok(can({ weekly: everyDay('02:30', '12:00') }, '2026-03-29T03:00', '2026-03-29T12:00'));
  });

  it('covers every part of what it covers', () => {
    const minutes = fc.integer({ min: 0, max: 14 * 24 * 60 });
    const clock = fc
      .integer({ min: 0, max: 95 })
      .map((quarter) =>
        new Temporal.PlainTime(quarter >> 2, (quarter & 3) * 15).toString({ smallestUnit: 'minute' }),
      );
    const weekly = fc.array(
      fc.record({ weekday: fc.integer({ min: 1, max: 7 }), from: clock, until: clock }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(weekly, fc.array(minutes, { minLength: 4, maxLength: 4 }), (windows, points) => {
        const [a = 0, b = 0, c = 0, d = 0] = points.toSorted((x, y) => x - y);
        const moment = (offset: number) => at('2026-03-23T00:00').add({ minutes: offset });
        const availability = { ...none, weekly: windows };
        assert.deepEqual(availabilityErrors(availability), []);
        if (a < b && c < d && b < c && isAvailable(availability, moment(a), moment(d))) {
          assert.ok(isAvailable(availability, moment(b), moment(c)));
        }
      }),
    );
  });
});

describe('checking a declared availability', () => {
  it('names everything that is wrong by its path', () => {
    const errors = availabilityErrors({
      timeZone: 'Mars/Olympus',
      weekly: [{ weekday: 8, from: '24:00', until: '24:00' }],
      exceptions: [
        { date: '2026-02-30', available: true },
        { date: '2026-02-28', available: true, from: '9:00', until: '25:00' },
        { date: '2026-02-28', available: false, from: '09:00' },
      ],
    });
    assert.deepEqual(
      errors.map(({ path }) => path),
      [
        'time_zone',
        'weekly.0.weekday',
        'weekly.0.from',
        'exceptions.0.date',
        'exceptions.1.from',
        'exceptions.1.until',
        'exceptions.2',
      ],
    );
  });
});

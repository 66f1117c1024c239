import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkOutAt, isLate, isWithinWindow, minutesBetween } from './check-in.ts';
import { codeWindow, isFresh } from './codes.ts';

const at = (clock: string) => Temporal.Instant.from(`2026-11-14T${clock}Z`);
const shift = { start: at('14:00'), end: at('18:00') };

describe('the window of check-in', () => {
  it('opens half an hour before the start and closes with the end', () => {
    assert.equal(isWithinWindow(at('13:29:59'), shift), false);
    assert.equal(isWithinWindow(at('13:30'), shift), true);
    assert.equal(isWithinWindow(at('18:00'), shift), true);
    assert.equal(isWithinWindow(at('18:00:01'), shift), false);
  });

  it('calls somebody late after a quarter of an hour', () => {
    assert.equal(isLate(at('14:15'), shift), false);
    assert.equal(isLate(at('14:15:01'), shift), true);
  });
});

describe('minutes', () => {
  it('are whole and never less than none', () => {
    assert.equal(minutesBetween(at('14:00'), at('14:59:59')), 59);
    assert.equal(minutesBetween(at('14:00'), at('13:00')), 0);
  });
});

describe('a check-out', () => {
  const left = (clock: string, isDesk: boolean, checkedIn = '14:05') => {
    const { at: moment, flags } = checkOutAt(at(clock), at(checkedIn), shift.end, isDesk);
    return [moment.toString().slice(11, 16), ...flags];
  };

  it('counts to the scan, also an hour after the end', () => {
    assert.deepEqual(left('17:00', false), ['17:00']);
    assert.deepEqual(left('19:00', false), ['19:00']);
  });

  it('that a volunteer remembers too late counts to the end of the shift', () => {
    assert.deepEqual(left('19:01', false), ['18:00', 'auto_checkout']);
  });

  it('by the desk counts until the next day, flagged', () => {
    assert.deepEqual(left('21:00', true), ['21:00', 'outside_window']);
    const nextEvening = checkOutAt(Temporal.Instant.from('2026-11-15T18:01Z'), at('14:05'), shift.end, true);
    assert.deepEqual([nextEvening.at.equals(shift.end), nextEvening.flags], [true, ['auto_checkout']]);
  });

  it('of somebody who came after the end never lies before their check-in', () => {
    assert.deepEqual(left('23:30', false, '22:00'), ['22:00', 'auto_checkout']);
    assert.deepEqual(left('21:59', true, '22:00'), ['22:00']);
  });
});

describe('a person’s code', () => {
  it('is good for its minute, two more, and a clock that runs a little ahead', () => {
    const window = codeWindow(at('14:00'));
    assert.equal(isFresh(window, at('14:00:59')), true);
    assert.equal(isFresh(window, at('14:02:59')), true);
    assert.equal(isFresh(window, at('14:03:00')), false);
    assert.equal(isFresh(window, at('13:59:30')), true);
    assert.equal(isFresh(window, at('13:58:59')), false);
  });
});

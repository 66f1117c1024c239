import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Shift } from '../shift.ts';
import { placeOf } from './blocks.ts';
import { changeOf, keepInside, moveBy, notifiedBy, refusalOf, snap, steer } from './move.ts';
import { rowsOf } from './rows.ts';

const shift = {
  id: 1,
  program_id: 1,
  location: 'Pier',
  status: 'published',
  roles: [{ name: 'Cook' }, { name: 'Driver' }],
  start_time: '2026-10-31T13:00:30.000Z',
  end_time: '2026-10-31T16:00:00.000Z',
  time_zone: 'America/New_York',
} as unknown as Shift;
const other = { ...shift, id: 2, location: '', program_id: 2, roles: [] } as Shift;
const programs = new Map([
  [1, 'Kitchen'],
  [2, 'Bikes'],
]);

describe('moving a shift', () => {
  it('keeps its time on the clock when the clocks change', () => {
    const change = changeOf(moveBy(placeOf(shift), 'all', 1_440));
    assert.deepEqual(change, {
      start_time: '2026-11-01T14:00:00.000Z',
      end_time: '2026-11-01T17:00:00.000Z',
    });
  });

  it('stays as long as it is where the clocks skip its beginning', () => {
    const night = { ...shift, start_time: '2026-03-07T07:30:00.000Z', end_time: '2026-03-07T08:15:00.000Z' };
    assert.deepEqual(changeOf(moveBy(placeOf(night), 'all', 1_440)), {
      start_time: '2026-03-08T07:30:00.000Z',
      end_time: '2026-03-08T08:15:00.000Z',
    });
  });

  it('changes one edge, never below a quarter of an hour, and leaves the other as it is', () => {
    const change = changeOf(moveBy(placeOf(shift), 'end', -600));
    assert.deepEqual(change, { start_time: shift.start_time, end_time: '2026-10-31T13:15:00.000Z' });
    assert.equal(changeOf(placeOf(shift)), undefined);
  });

  it('notifies no one of a shift that is over', () => {
    const full = { ...shift, signup_count: 3, pending_count: 1, waitlist_count: 2 };
    assert.equal(notifiedBy(full, Date.parse('2026-10-31T15:59:00Z')), 6);
    assert.equal(notifiedBy(full, Date.parse('2026-10-31T16:00:00Z')), 0);
  });

  it('stays on the days that are shown', () => {
    const move = keepInside(moveBy(placeOf(shift), 'all', 3 * 1_440), '2026-10-26', '2026-11-01');
    assert.equal(changeOf(move)?.start_time, '2026-11-01T14:00:00.000Z');
  });

  it('stays where it is as long as a part of it is shown', () => {
    const night = { ...shift, start_time: '2026-10-26T02:00:00Z', end_time: '2026-10-26T10:00:00Z' };
    const longer = moveBy(placeOf(night), 'end', 60);
    assert.deepEqual(keepInside(longer, '2026-10-26', '2026-10-26'), longer);
    assert.deepEqual(changeOf(keepInside(longer, '2026-10-26', '2026-11-01')), {
      start_time: night.start_time,
      end_time: '2026-10-26T11:00:00.000Z',
    });
    const gone = keepInside(moveBy(placeOf(night), 'all', -1_440), '2026-10-26', '2026-11-01');
    assert.equal(gone.from, placeOf(night).from);
  });

  it('follows the arrow keys through time and rows, with Shift only at its end', () => {
    const days = { first: '2026-10-31', last: '2026-10-31' };
    const rows = rowsOf([shift], 'program', programs);
    const held = placeOf(shift);
    const inTimeline = { ...days, rows, keys: { ArrowLeft: -15, ArrowRight: 15 } };
    const after = (key: string, shiftKey = false) => steer(held, { key, shiftKey }, inTimeline);
    assert.deepEqual(after('ArrowRight'), { ...held, from: held.from + 15, to: held.to + 15 });
    assert.deepEqual(after('ArrowRight', true), { ...held, to: held.to + 15 });
    const below = after('ArrowDown');
    assert.equal(below.row?.label, 'Bikes');
    assert.equal(steer(below, { key: 'ArrowUp', shiftKey: false }, inTimeline).row?.label, 'Kitchen');
    assert.equal(after('ArrowUp'), held, 'there is no row above the first');
    const inMonth = { ...days, last: '2026-11-30', keys: { ArrowRight: 1_440 }, hasHours: false };
    const nextDay = { ...held, from: held.from + 1_440, to: held.to + 1_440 };
    assert.deepEqual(steer(held, { key: 'ArrowRight', shiftKey: true }, inMonth), nextDay);
  });

  it('goes in quarters of an hour, or in days where there are no hours', () => {
    assert.deepEqual([snap(22, true), snap(23, true), snap(-800, false)], [15, 30, -1_440]);
  });

  it('says beforehand what can’t be', () => {
    const placed = placeOf(shift);
    assert.equal(refusalOf(placed), undefined);
    assert.equal(refusalOf({ ...placed, shift: { ...shift, status: 'cancelled' } }), 'cancelled');
    assert.equal(refusalOf(moveBy(placed, 'end', 7 * 1_440)), 'tooLong');
    // The clock goes forward in between, so that it shows an hour more than seven days.
    const week = placeOf({ ...shift, start_time: '2026-03-05T13:00:00Z', end_time: '2026-03-12T13:00:00Z' });
    assert.equal(refusalOf(week), undefined);
    assert.equal(refusalOf(moveBy(week, 'all', 1_440)), undefined);
    assert.equal(refusalOf(moveBy(week, 'all', 7 * 1_440)), 'tooLong');
    assert.equal(refusalOf(moveBy(week, 'end', 15)), 'tooLong');
    const [bikes, kitchen] = rowsOf([shift, other], 'program', programs);
    assert.equal(bikes && refusalOf({ ...placed, row: bikes }, 'program'), 'otherProgram');
    assert.equal(kitchen && refusalOf({ ...placed, row: kitchen }, 'program'), undefined);
  });

  it('changes the place with the row', () => {
    const [, nowhere] = rowsOf([shift, other], 'place', programs);
    assert.ok(nowhere);
    assert.equal(refusalOf({ ...placeOf(shift), row: nowhere }, 'place'), undefined);
    assert.equal(changeOf({ ...placeOf(shift), row: nowhere }, 'place')?.location, '');
  });

  it('has a row for each program, also for those without shifts and those of one name', () => {
    const named = new Map([...programs, [3, 'Bikes']]);
    assert.deepEqual(
      rowsOf([shift], 'program', named).map(({ key, label, shifts }) => [key, label, shifts.length]),
      [
        ['1', 'Kitchen', 1],
        ['2', 'Bikes', 0],
        ['3', 'Bikes', 0],
      ],
    );
    assert.deepEqual(
      rowsOf([], 'place', named).map(({ label }) => label),
      [''],
    );
  });

  it('puts a shift into the rows of all its roles, and those without any last', () => {
    const rows = rowsOf([other, shift], 'role', programs);
    assert.deepEqual(
      rows.map(({ label, shifts }) => [label, shifts.length]),
      [
        ['Cook', 1],
        ['Driver', 1],
        ['', 1],
      ],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '#kernel/refusal.ts';
import type { CorrectionInput } from '../schema.ts';
import { correct, isSameAttendance, type RecordState } from './correction.ts';

const at = (clock: string) => Temporal.Instant.from(`2026-11-14T${clock}:00Z`);
const text = (clock: string) => `2026-11-14T${clock}:00Z`;
const shift = { start: at('14:00'), end: at('18:00') };
const tomorrow = Temporal.Instant.from('2026-11-15T12:00:00Z');

const expected: RecordState = {
  status: 'expected',
  checked_in_at: null,
  checked_out_at: null,
  minutes: null,
  late: false,
  note: null,
};
const done: RecordState = {
  ...expected,
  status: 'checked_out',
  checked_in_at: at('14:00'),
  checked_out_at: at('16:00'),
  minutes: 120,
};
const put = (before: RecordState, input: CorrectionInput, now = tomorrow) =>
  correct(before, input, shift, now);
const errorOf = (before: RecordState, input: CorrectionInput, now = tomorrow) => {
  try {
    put(before, input, now);
  } catch (error) {
    if (error instanceof Refusal) return error.errors.map(({ path, code }) => `${path} ${code}`).join();
  }
  return 'none';
};

describe('a correction', () => {
  it('grants an appeal with one word: the times are the shift’s', () => {
    const granted = put({ ...expected, status: 'no_show' }, { status: 'checked_out' });
    assert.deepEqual(
      [granted.status, granted.checked_in_at, granted.checked_out_at, granted.minutes, granted.late],
      ['checked_out', shift.start, shift.end, 240, false],
    );
  });

  it('checks someone out of a shift that is still running now', () => {
    const left = put(expected, { status: 'checked_out' }, at('15:00'));
    assert.deepEqual([left.checked_out_at, left.minutes], [at('15:00'), 60]);
    const byHand = put(expected, { minutes: 45 }, at('15:00'));
    assert.deepEqual([byHand.checked_out_at, byHand.minutes], [at('15:00'), 45]);
  });

  it('takes the status from the times that are given', () => {
    assert.equal(put(expected, { checked_in_at: text('14:20') }).status, 'checked_in');
    assert.equal(put(expected, { checked_in_at: text('14:20') }).late, true);
    assert.equal(put(expected, { checked_out_at: text('16:00') }).minutes, 120);
    assert.equal(put(done, { checked_out_at: null }).status, 'checked_in');
    assert.equal(put(done, { checked_in_at: null, checked_out_at: null }).status, 'expected');
    assert.equal(put(expected, { minutes: 90 }).minutes, 90);
  });

  it('keeps minutes that were set by hand until the times change or they are given up', () => {
    const byHand = put(done, { minutes: 95 });
    assert.equal(byHand.minutes, 95);
    assert.equal(put(byHand, { note: 'Left early' }).minutes, 95);
    assert.equal(put(byHand, { minutes: null }).minutes, 120);
    assert.equal(put(byHand, { checked_out_at: text('15:00') }).minutes, 60);
  });

  it('that changes only the note leaves what was verified', () => {
    assert.equal(isSameAttendance(done, put(done, { note: 'Thanks' })), true);
    assert.equal(isSameAttendance(done, put(done, { minutes: 1 })), false);
  });

  it('is refused where it makes no sense', () => {
    assert.equal(errorOf(done, { checked_out_at: text('13:00') }), 'checked_out_at before_checkin');
    assert.equal(errorOf(expected, { status: 'checked_in' }, at('13:00')), 'checked_in_at future');
    assert.equal(errorOf(done, { checked_out_at: text('17:00') }, at('16:30')), 'checked_out_at future');
    assert.equal(errorOf(expected, { status: 'no_show', minutes: 5 }), 'minutes not_attended');
    assert.equal(
      errorOf(done, { status: 'no_show', checked_in_at: text('14:00'), checked_out_at: text('15:00') }),
      'checked_in_at not_attended,checked_out_at not_attended',
    );
    assert.equal(
      errorOf(done, { status: 'expected', checked_in_at: text('14:00') }),
      'checked_in_at not_attended',
    );
    assert.equal(
      errorOf(done, { status: 'checked_in', checked_out_at: text('15:00') }),
      'checked_out_at not_checked_out',
    );
    assert.equal(errorOf(done, { status: 'checked_in', minutes: 5 }), 'minutes not_checked_out');
    const week = { status: 'checked_out', checked_in_at: '2026-11-08T00:00:00Z' } as const;
    assert.equal(
      errorOf(done, { ...week, checked_out_at: '2026-11-15T00:01:00Z' }),
      'checked_out_at too_long',
    );
  });

  it('can be as long as a shift of seven days on which clocks go back', () => {
    const start = Temporal.Instant.from('2026-10-24T06:00:00Z');
    const long = { start, end: start.add({ hours: 169 }) };
    const attended = correct(expected, { status: 'checked_out' }, long, at('14:00'));
    assert.equal(attended.minutes, 169 * 60);
  });

  it('is refused for another week or year than the shift’s, unless the time was there before', () => {
    const late = Temporal.Instant.from('2026-12-24T12:00:00Z');
    const years = { checked_in_at: '2025-11-14T14:00:00Z', checked_out_at: '2025-11-14T16:00:00Z' };
    assert.equal(errorOf(expected, years, late), 'checked_in_at far_from_shift');
    assert.equal(
      errorOf(done, { checked_out_at: '2026-11-21T18:01:00Z' }, late),
      'checked_out_at far_from_shift',
    );
    assert.equal(
      errorOf(expected, { checked_in_at: '2026-11-07T13:59:00Z' }),
      'checked_in_at far_from_shift',
    );
    const moved = { start: late, end: late.add({ hours: 4 }) };
    const same = { checked_in_at: text('14:00'), checked_out_at: text('16:00'), note: 'Thanks' };
    assert.equal(correct(done, same, moved, late).note, 'Thanks');
    const scanned = { ...done, checked_in_at: at('14:00').subtract({ hours: 20 * 24 }), minutes: 28_920 };
    assert.equal(
      correct(scanned, { minutes: 120 }, shift, late).minutes,
      120,
      'minutes alone can be put right',
    );
    const earlier = { start: at('10:00'), end: at('12:00') };
    assert.equal(
      correct(done, same, earlier, late).late,
      false,
      'who was on time stays so when the shift is moved',
    );
  });
});

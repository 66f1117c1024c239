import { refuseField } from '#kernel/refusal.ts';
import type { CorrectionInput } from '../schema.ts';
import { isLate, minutesBetween, type ShiftTimes } from './check-in.ts';

export type Status = 'expected' | 'checked_in' | 'checked_out' | 'no_show';

export interface RecordState {
  readonly status: Status;
  readonly checked_in_at: Temporal.Instant | null;
  readonly checked_out_at: Temporal.Instant | null;
  readonly minutes: number | null;
  readonly late: boolean;
  readonly note: string | null;
}

/** A shift lasts seven days at most, and nobody was there for longer. */
const longestMinutes = 10_080;

/**
 * The record as a coordinator wants it. What they do not name stays; times that are missing for the status are
 * the shift's own, so that an appeal against a no-show can be granted with one word.
 */
export function correct(
  before: RecordState,
  input: CorrectionInput,
  shift: ShiftTimes,
  now: Temporal.Instant,
): RecordState {
  const given = {
    in: pick(input.checked_in_at, before.checked_in_at),
    out: pick(input.checked_out_at, before.checked_out_at),
  };
  const status = input.status ?? statusFrom(before, input, given);
  const note = input.note === undefined ? before.note : input.note;
  if (status === 'expected' || status === 'no_show') {
    if (typeof input.minutes === 'number')
      throw refuseField('minutes', 'not_attended', `does not go with ${status}`);
    return { status, checked_in_at: null, checked_out_at: null, minutes: null, late: false, note };
  }
  const checkedIn = given.in ?? shift.start;
  forbidFuture('checked_in_at', checkedIn, now);
  const late = given.in === before.checked_in_at ? before.late : isLate(checkedIn, shift);
  if (status === 'checked_in') {
    if (typeof input.minutes === 'number')
      throw refuseField(
        'minutes',
        'not_checked_out',
        'is known after the check-out: send checked_out_at too',
      );
    return { status, checked_in_at: checkedIn, checked_out_at: null, minutes: null, late, note };
  }
  const checkedOut = given.out ?? shift.end;
  forbidFuture('checked_out_at', checkedOut, now);
  if (Temporal.Instant.compare(checkedOut, checkedIn) < 0)
    throw refuseField('checked_out_at', 'before_checkin', 'must not be before checked_in_at');
  if (minutesBetween(checkedIn, checkedOut) > longestMinutes)
    throw refuseField('checked_out_at', 'too_long', 'must be within seven days of checked_in_at');
  const minutes = input.minutes ?? countedMinutes(before, checkedIn, checkedOut, input.minutes === null);
  return { status, checked_in_at: checkedIn, checked_out_at: checkedOut, minutes, late, note };
}

function statusFrom(
  before: RecordState,
  input: CorrectionInput,
  given: { in: Temporal.Instant | null; out: Temporal.Instant | null },
): Status {
  if (given.out || typeof input.minutes === 'number') return 'checked_out';
  if (given.in) return 'checked_in';
  // Taking the check-in away takes the check away; a note alone changes no status.
  return before.checked_in_at && input.checked_in_at === null ? 'expected' : before.status;
}

/** Minutes that somebody has set by hand stay, until the times change or the hand takes them back. */
function countedMinutes(
  before: RecordState,
  checkedIn: Temporal.Instant,
  checkedOut: Temporal.Instant,
  countAnew: boolean,
): number {
  const isSame = before.checked_in_at?.equals(checkedIn) && before.checked_out_at?.equals(checkedOut);
  if (isSame && before.minutes !== null && !countAnew) return before.minutes;
  return minutesBetween(checkedIn, checkedOut);
}

function pick(given: string | null | undefined, present: Temporal.Instant | null): Temporal.Instant | null {
  if (given === undefined) return present;
  return given === null ? null : Temporal.Instant.from(given);
}

function forbidFuture(path: string, at: Temporal.Instant, now: Temporal.Instant): void {
  if (Temporal.Instant.compare(at, now) > 0) throw refuseField(path, 'future', 'must not be in the future');
}

/** Whether what was verified is still what counts. */
export function isSameAttendance(one: RecordState, other: RecordState): boolean {
  const time = (at: Temporal.Instant | null) => at?.epochMilliseconds ?? null;
  return (
    one.status === other.status &&
    one.minutes === other.minutes &&
    time(one.checked_in_at) === time(other.checked_in_at) &&
    time(one.checked_out_at) === time(other.checked_out_at)
  );
}

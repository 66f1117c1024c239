import { refuse } from '#kernel/refusal.ts';
import { attendanceErrors } from '../errors.ts';
import type { CorrectionInput } from '../schema.ts';
import { checkNear, isLate, minutesBetween, type ShiftTimes } from './check-in.ts';

export type Status = 'expected' | 'checked_in' | 'checked_out' | 'no_show';

export interface RecordState {
  readonly status: Status;
  readonly checked_in_at: Temporal.Instant | null;
  readonly checked_out_at: Temporal.Instant | null;
  readonly minutes: number | null;
  readonly late: boolean;
  readonly note: string | null;
}

/** As long as a shift can be. One over the night when clocks go back lasts an hour more, and so can attendance. */
const longestDays = 7;

/**
 * The record as a coordinator wants it. What they do not name stays; times that are missing for the status are
 * the shift's own, so that an appeal against a no-show can be granted with one word. A check-out before the shift's end is now.
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
    const [first, ...others] = timesGiven(input).map((path) =>
      attendanceErrors.not_attended(path, { status }),
    );
    if (first) throw refuse(first, ...others);
    return { status, checked_in_at: null, checked_out_at: null, minutes: null, late: false, note };
  }
  const checkedIn = given.in ?? shift.start;
  // What a scan wrote while this request waited for its turn is later than `now`, and true.
  const isSameCheckIn = before.checked_in_at?.equals(checkedIn) ?? false;
  if (!isSameCheckIn) checkTime('checked_in_at', checkedIn, shift, now);
  const late = isSameCheckIn ? before.late : isLate(checkedIn, shift);
  if (status === 'checked_in') {
    if (typeof input.minutes === 'number') throw refuse(attendanceErrors.not_checked_out('minutes'));
    if (typeof input.checked_out_at === 'string')
      throw refuse(attendanceErrors.still_there('checked_out_at'));
    return { status, checked_in_at: checkedIn, checked_out_at: null, minutes: null, late, note };
  }
  const checkedOut = given.out ?? earlier(shift.end, now);
  const isSameCheckOut = before.checked_out_at?.equals(checkedOut) ?? false;
  if (!isSameCheckOut) checkTime('checked_out_at', checkedOut, shift, now);
  if (Temporal.Instant.compare(checkedOut, checkedIn) < 0)
    throw refuse(attendanceErrors.before_checkin('checked_out_at'));
  // Two scans may lie further apart: the minutes can be put right without knowing better times.
  const isSame = isSameCheckIn && isSameCheckOut;
  const longest = Math.max(longestDays * 24 * 60, minutesBetween(shift.start, shift.end));
  if (!isSame && minutesBetween(checkedIn, checkedOut) > longest)
    throw refuse(attendanceErrors.too_long('checked_out_at', { days: longestDays }));
  const minutes = input.minutes ?? countedMinutes(before, checkedIn, checkedOut, input.minutes === null);
  return { status, checked_in_at: checkedIn, checked_out_at: checkedOut, minutes, late, note };
}

const timesGiven = (input: CorrectionInput) =>
  (['checked_in_at', 'checked_out_at', 'minutes'] as const).filter((name) => (input[name] ?? null) !== null);

function statusFrom(
  before: RecordState,
  input: CorrectionInput,
  given: { in: Temporal.Instant | null; out: Temporal.Instant | null },
): Status {
  if (given.out || typeof input.minutes === 'number') return 'checked_out';
  if (given.in) return 'checked_in';
  // Without a check-in the person is expected again; a note alone changes no status.
  return before.checked_in_at && input.checked_in_at === null ? 'expected' : before.status;
}

/** Minutes that were set by hand stay until the times change, or until they are to be counted again. */
function countedMinutes(
  before: RecordState,
  checkedIn: Temporal.Instant,
  checkedOut: Temporal.Instant,
  countAgain: boolean,
): number {
  const isSame = before.checked_in_at?.equals(checkedIn) && before.checked_out_at?.equals(checkedOut);
  if (isSame && before.minutes !== null && !countAgain) return before.minutes;
  return minutesBetween(checkedIn, checkedOut);
}

function pick(given: string | null | undefined, present: Temporal.Instant | null): Temporal.Instant | null {
  if (given === undefined) return present;
  return given === null ? null : Temporal.Instant.from(given);
}

function checkTime(path: string, at: Temporal.Instant, shift: ShiftTimes, now: Temporal.Instant): void {
  if (Temporal.Instant.compare(at, now) > 0) throw refuse(attendanceErrors.future(path));
  checkNear(path, at, shift);
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
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

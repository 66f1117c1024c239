import { refuse } from '#kernel/refusal.ts';
import { attendanceErrors } from '../errors.ts';

/** How early and how late volunteers may check themselves in, and when late begins. */
export const opensMinutesBefore = 30;
export const lateAfterMinutes = 15;
/** From this long after the end on, who has not come is a no-show, and who has not checked out has forgotten it. */
export const closesMinutesAfter = 60;
/** The desk may know better: an event that ran on into the night. The next day it has forgotten too. */
const deskClosesMinutesAfter = 24 * 60;
/** Who was there came and left around the time of the shift: further away, the date is wrong. */
const farthestDays = 7;

export interface ShiftTimes {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

export function isWithinWindow(now: Temporal.Instant, { start, end }: ShiftTimes): boolean {
  const opens = start.subtract({ minutes: opensMinutesBefore });
  return Temporal.Instant.compare(now, opens) >= 0 && Temporal.Instant.compare(now, end) <= 0;
}

export function isLate(now: Temporal.Instant, { start }: ShiftTimes): boolean {
  return Temporal.Instant.compare(now, start.add({ minutes: lateAfterMinutes })) > 0;
}

/** Refuses a time that someone has typed in, or that the clock of a device gave. */
export function checkNear(path: string, at: Temporal.Instant, { start, end }: ShiftTimes): void {
  const hours = farthestDays * 24;
  const isNear =
    Temporal.Instant.compare(at, start.subtract({ hours })) >= 0 &&
    Temporal.Instant.compare(at, end.add({ hours })) <= 0;
  if (!isNear) throw refuse(attendanceErrors.far_from_shift(path, { days: farthestDays }));
}

/** Whole minutes; rounding to quarters or hours is a matter of display. */
export function minutesBetween(start: Temporal.Instant, end: Temporal.Instant): number {
  return Math.max(0, Math.floor((end.epochMilliseconds - start.epochMilliseconds) / 60_000));
}

export interface CheckOut {
  readonly at: Temporal.Instant;
  readonly flags: readonly ('auto_checkout' | 'outside_window')[];
}

/** When a person left. A check-out that comes far too late was forgotten: it counts to the shift's end. */
export function checkOutAt(
  scannedAt: Temporal.Instant,
  checkedInAt: Temporal.Instant,
  end: Temporal.Instant,
  isDesk: boolean,
): CheckOut {
  const over = later(checkedInAt, end);
  const minutes = isDesk ? deskClosesMinutesAfter : closesMinutesAfter;
  if (Temporal.Instant.compare(scannedAt, over.add({ minutes })) > 0)
    return { at: over, flags: ['auto_checkout'] };
  const isOutside = Temporal.Instant.compare(scannedAt, over.add({ minutes: closesMinutesAfter })) > 0;
  return { at: later(scannedAt, checkedInAt), flags: isOutside ? ['outside_window'] : [] };
}

function later(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) > 0 ? one : other;
}

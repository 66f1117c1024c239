/** How early and how late volunteers may check themselves in, and when late begins. */
export const opensMinutesBefore = 30;
export const lateAfterMinutes = 15;
/** Marked as not come this long after the end. */
export const noShowAfterMinutes = 60;

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

/** Whole minutes; rounding to quarters or hours is a matter of display. */
export function minutesBetween(start: Temporal.Instant, end: Temporal.Instant): number {
  return Math.max(0, Math.floor((end.epochMilliseconds - start.epochMilliseconds) / 60_000));
}

/** A person's check-in code changes this often; the one before still works, since clocks and queues lag. */
export const codeSeconds = 60;
const codesAccepted = 3;

export function codeWindow(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / (codeSeconds * 1_000));
}

export function isFresh(window: number, scannedAt: Temporal.Instant): boolean {
  const now = codeWindow(scannedAt);
  return window <= now + 1 && window > now - codesAccepted;
}

import { knownZone } from '#kernel/zones.ts';

/** Holds its start and not its end. */
export interface Interval {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

export function isClock(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The window that begins on this date; it reaches into the next one where `until` is not later than `from`. */
export function windowOn(date: Temporal.PlainDate, from: string, until: string, timeZone: string): Interval {
  const lastDate = until <= from ? date.add({ days: 1 }) : date;
  return { start: edge(date, from, timeZone, 'earlier'), end: edge(lastDate, until, timeZone, 'later') };
}

/**
 * The moment a clock reaches the time. Where an hour comes twice a window takes in both; where the time is
 * skipped, the moment of the skip is the edge, so that a window never reaches over it.
 */
function edge(
  date: Temporal.PlainDate,
  clock: string,
  timeZone: string,
  disambiguation: 'earlier' | 'later',
): Temporal.Instant {
  const local =
    clock === '24:00'
      ? date.add({ days: 1 }).toPlainDateTime()
      : date.toPlainDateTime(Temporal.PlainTime.from(clock));
  const zoned = local.toZonedDateTime(knownZone(timeZone), { disambiguation });
  if (zoned.toPlainDateTime().equals(local)) return zoned.toInstant();
  const beforeSkip = local.toZonedDateTime(knownZone(timeZone), { disambiguation: 'earlier' });
  return (beforeSkip.getTimeZoneTransition('next') ?? zoned).toInstant();
}

export function intersects(a: Interval, b: Interval): boolean {
  return isBefore(a.start, b.end) && isBefore(b.start, a.end);
}

/** Whether the intervals together leave no gap from the first moment of `span` to its last. */
export function covers(intervals: readonly Interval[], span: Interval): boolean {
  let reached = span.start;
  for (const interval of intervals.toSorted((a, b) => Temporal.Instant.compare(a.start, b.start))) {
    if (!isBefore(reached, span.end)) break;
    if (isBefore(reached, interval.start)) return false;
    if (isBefore(reached, interval.end)) reached = interval.end;
  }
  return !isBefore(reached, span.end);
}

function isBefore(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0;
}

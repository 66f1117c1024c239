import { covers, type Interval, intersects, windowOn } from '#kernel/clock-window.ts';
import { knownZone } from '#kernel/zones.ts';

/** When a person can come, by the clock of their own zone. */
export interface Availability {
  readonly timeZone: string;
  /** Empty: always, save for the exceptions. */
  readonly weekly: readonly WeeklyWindow[];
  readonly exceptions: readonly AvailabilityException[];
}

/** Belongs to the day it begins on; reaches into the next one where `until` is not later than `from`. */
export interface WeeklyWindow {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  readonly from: string;
  /** Up to "24:00". */
  readonly until: string;
}

/**
 * One date that differs. Available: these hours instead of the week's. Not available: these hours are taken
 * away. Without hours it is the whole date.
 */
export interface AvailabilityException {
  readonly date: string;
  readonly available: boolean;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export function isAvailable(
  availability: Availability,
  start: Temporal.Instant,
  end: Temporal.Instant,
): boolean {
  const span: Interval = { start, end };
  const exceptions = exceptionsNear(availability, span);
  const away = exceptions.filter((exception) => !exception.available);
  if (away.some((exception) => intersects(hoursOf(exception, availability.timeZone), span))) return false;
  if (availability.weekly.length === 0) return true;
  const instead = exceptions.filter((exception) => exception.available);
  return covers(
    datesNear(availability, span).flatMap((date) => windowsOn(date, availability, instead)),
    span,
  );
}

function windowsOn(
  date: Temporal.PlainDate,
  { weekly, timeZone }: Availability,
  instead: readonly AvailabilityException[],
): Interval[] {
  const exceptions = instead.filter((exception) => date.equals(exception.date));
  if (exceptions.length > 0) return exceptions.map((exception) => hoursOf(exception, timeZone));
  return weekly
    .filter((window) => window.weekday === date.dayOfWeek)
    .map((window) => windowOn(date, window.from, window.until, timeZone));
}

function hoursOf(
  { date, from = '00:00', until = '24:00' }: AvailabilityException,
  timeZone: string,
): Interval {
  return windowOn(Temporal.PlainDate.from(date), from, until, timeZone);
}

function exceptionsNear(availability: Availability, span: Interval): AvailabilityException[] {
  const dates = new Set(datesNear(availability, span).map(String));
  return availability.exceptions.filter((exception) => dates.has(exception.date));
}

/** The local dates of the span and the one before it, whose windows may reach over midnight. */
function datesNear({ timeZone }: Availability, { start, end }: Interval): Temporal.PlainDate[] {
  const last = end.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate();
  const dates: Temporal.PlainDate[] = [];
  let date = start.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate().subtract({ days: 1 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) dates.push(date);
  return dates;
}

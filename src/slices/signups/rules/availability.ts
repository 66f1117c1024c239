import { covers, type Interval, intersects, isClock, windowOn } from '#kernel/clock-window.ts';
import { isDateText } from '#kernel/iso-texts.ts';
import type { FieldError } from '#kernel/refusal.ts';
import { suggestZones } from '#kernel/zone-suggestions.ts';
import { isTimeZone, knownZone } from '#kernel/zones.ts';
import { signupErrors } from '../errors.ts';

const mostWindows = 100;
const mostExceptions = 1000;

/** Everything that is wrong with a declared availability whose types are right already. */
export function availabilityErrors(availability: Availability): FieldError[] {
  const { timeZone, weekly, exceptions } = availability;
  if (weekly.length > mostWindows) return [signupErrors.too_many('weekly', { limit: mostWindows })];
  if (exceptions.length > mostExceptions)
    return [signupErrors.too_many('exceptions', { limit: mostExceptions })];
  return [
    ...(isTimeZone(timeZone) ? [] : [unknownZone(timeZone)]),
    ...weekly.flatMap((window, index) => windowErrors(window, `weekly.${index}`)),
    ...exceptions.flatMap((exception, index) => exceptionErrors(exception, `exceptions.${index}`)),
  ];
}

function unknownZone(name: string): FieldError {
  const zones = suggestZones(name);
  return zones.length > 0
    ? signupErrors.time_zone_meant('time_zone', { zones })
    : signupErrors.time_zone('time_zone');
}

function windowErrors({ weekday, from, until }: WeeklyWindow, path: string): FieldError[] {
  const errors = hoursErrors(from, until, path);
  if (Number.isInteger(weekday) && weekday >= 1 && weekday <= 7) return errors;
  return [signupErrors.weekday(`${path}.weekday`), ...errors];
}

function exceptionErrors({ date, from, until }: AvailabilityException, path: string): FieldError[] {
  const errors = isDateText(date) ? [] : [signupErrors.date(`${path}.date`)];
  if (from === undefined && until === undefined) return errors;
  if (from === undefined || until === undefined) return [...errors, signupErrors.hours(path)];
  return [...errors, ...hoursErrors(from, until, path)];
}

function hoursErrors(from: string, until: string, path: string): FieldError[] {
  return [
    ...(isClock(from) ? [] : [signupErrors.clock(`${path}.from`)]),
    ...(isClock(until) || until === '24:00' ? [] : [signupErrors.clock(`${path}.until`)]),
  ];
}

/** When a person can come, in their time zone. */
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

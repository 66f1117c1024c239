import { isClock } from '#kernel/clock-window.ts';
import { isDateText } from '#kernel/iso-texts.ts';
import type { Fault } from '#kernel/refusal.ts';
import { zoneMessage } from '#kernel/zone-suggestions.ts';
import { isTimeZone } from '#kernel/zones.ts';
import type { Availability, AvailabilityException, WeeklyWindow } from './availability.ts';

const mostWindows = 100;
const mostExceptions = 1000;

/** Every fault of a declared availability whose types are right already. */
export function availabilityFaults(availability: Availability): Fault[] {
  const { timeZone, weekly, exceptions } = availability;
  if (weekly.length > mostWindows) return [fault('weekly', 'too_many', `At most ${mostWindows} windows.`)];
  if (exceptions.length > mostExceptions) {
    return [fault('exceptions', 'too_many', `At most ${mostExceptions} exceptions.`)];
  }
  return [
    ...(isTimeZone(timeZone) ? [] : [fault('time_zone', 'time_zone', zoneMessage(timeZone))]),
    ...weekly.flatMap((window, index) => windowFaults(window, `weekly.${index}`)),
    ...exceptions.flatMap((exception, index) => exceptionFaults(exception, `exceptions.${index}`)),
  ];
}

function windowFaults({ weekday, from, until }: WeeklyWindow, path: string): Fault[] {
  const faults = hoursFaults(from, until, path);
  if (Number.isInteger(weekday) && weekday >= 1 && weekday <= 7) return faults;
  return [fault(`${path}.weekday`, 'weekday', 'Use 1 for Monday to 7 for Sunday.'), ...faults];
}

function exceptionFaults({ date, from, until }: AvailabilityException, path: string): Fault[] {
  const faults = isDateText(date) ? [] : [fault(`${path}.date`, 'date', 'Use a date such as 2026-12-24.')];
  if (from === undefined && until === undefined) return faults;
  if (from === undefined || until === undefined) {
    return [...faults, fault(path, 'hours', 'Give both `from` and `until`, or neither for the whole date.')];
  }
  return [...faults, ...hoursFaults(from, until, path)];
}

function hoursFaults(from: string, until: string, path: string): Fault[] {
  return [
    ...(isClock(from) ? [] : [fault(`${path}.from`, 'clock', 'Use a time such as 09:00.')]),
    ...(isClock(until) || until === '24:00'
      ? []
      : [fault(`${path}.until`, 'clock', 'Use a time such as 17:00, at most 24:00.')]),
  ];
}

function fault(path: string, code: string, message: string): Fault {
  return { path, code, message };
}

import { zonedFormat } from './zoned-format.ts';

const formats = {
  time: { hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  dayAndYear: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  dayYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  shortMonth: { month: 'short', year: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeFormat = keyof typeof formats;

export interface Times {
  /** `format('longDay', shift.start_time, shift.time_zone)`: an instant as people at that place say it. */
  format(as: TimeFormat, instant: string | Date, zone: string): string;
  range(as: TimeFormat, start: string | Date, end: string | Date, zone: string): string;
  /**
   * From when to when something is, on the clocks of a place. With `under`, the day that stands above it, the day is
   * left out where both ends are on it.
   */
  span(start: string | Date, end: string | Date, zone: string, under?: string): string;
  /** When something was: its time, and its day where that is not today. */
  since(instant: string | Date, zone: string, nowMs?: number): string;
  /** A time on a clock in minutes from midnight: 1080 is 6:00 PM. */
  clock(minutes: number): string;
  /** The calendar day at that place, as 2026-11-14: to group and to compare. */
  dayKey(instant: string | Date, zone: string): string;
  /** 90 minutes: 1.5 */
  hours(minutes: number): string;
}

const made = new Map<string, Intl.DateTimeFormat>();

/** 9:00 AM, but 09:00: a clock with 24 hours has two digits, in a time as well as in a range. */
function hourOf(tag: string): 'numeric' | '2-digit' {
  const { hourCycle = 'h23' } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24' ? '2-digit' : 'numeric';
}

function formatter(tag: string, as: TimeFormat, zone: string): Intl.DateTimeFormat {
  const key = `${tag} ${as} ${zone}`;
  let found = made.get(key);
  if (found === undefined) {
    found = zonedFormat(tag, zone, { ...formats[as], ...('hour' in formats[as] && { hour: hourOf(tag) }) });
    made.set(key, found);
  }
  return found;
}

export function timesOf(tag: string): Times {
  return {
    format: (as, instant, zone) => formatter(tag, as, zone).format(new Date(instant)),
    range: (as, start, end, zone) => formatter(tag, as, zone).formatRange(new Date(start), new Date(end)),
    dayKey,
    span(start, end, zone, under) {
      const isWithin = under !== undefined && daysOf({ start, end, zone }).every((day) => day === under);
      if (!isWithin) return this.range('moment', start, end, zone);
      if (dayKey(end, zone) === under) return this.range('time', start, end, zone);
      // Midnight at its end: a range would name the next day.
      return `${this.format('time', start, zone)} – ${this.format('time', end, zone)}`;
    },
    since(instant, zone, nowMs = Date.now()) {
      const isToday = dayKey(instant, zone) === dayKey(nowMs, zone);
      return this.format(isToday ? 'time' : 'moment', instant, zone);
    },
    clock: (minutes) => formatter(tag, 'time', 'UTC').format(new Date(minutes * 60_000)),
    hours: (minutes) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(minutes / 60),
  };
}

/** The calendar day at a place, as 2026-11-14. */
export function dayKey(instant: string | Date | number, zone: string): string {
  const key = `key ${zone}`;
  let days = made.get(key);
  if (days === undefined) {
    days = zonedFormat('sv-SE', zone, { year: 'numeric', month: '2-digit', day: '2-digit' });
    made.set(key, days);
  }
  return days.format(new Date(instant));
}

export interface Span {
  readonly start: string | Date;
  readonly end: string | Date;
  /** Days are those of the place where it happens. */
  readonly zone: string;
}

const dayMs = 86_400_000;
const mostDays = 16;

/** The days on which something goes on. What ends at midnight does not go on the next day. */
export function daysOf({ start, end, zone }: Span): string[] {
  const last = dayKey(Math.max(new Date(start).getTime(), new Date(end).getTime() - 1), zone);
  const days = [dayKey(start, zone)];
  while (days.length < mostDays && (days.at(-1) ?? last) < last) {
    const next = new Date(Date.parse(`${days.at(-1)}T12:00:00Z`) + dayMs);
    days.push(next.toISOString().slice(0, 10));
  }
  return days;
}

/** The days of a shift, as the API gives it. */
export function shiftDays(shift: {
  readonly start_time: string;
  readonly end_time: string;
  readonly time_zone: string;
}): string[] {
  return daysOf({ start: shift.start_time, end: shift.end_time, zone: shift.time_zone });
}

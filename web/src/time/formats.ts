import { type Day, dayKey, dayMinutes, daysOf, type Instant, knownZone, msOf } from './calendar.ts';

const formats = {
  time: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric' },
  shortDay: { day: 'numeric', month: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
  longDayAndYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayAndYear: { day: 'numeric', month: 'long', year: 'numeric' },
  /** For columns of a table. */
  shortDayAndYear: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'short' },
  longWeekday: { weekday: 'long' },
  dayYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** Below the bars of a chart. */
  shortMonth: { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeFormat = keyof typeof formats;

/** These name the year as well where it isn't the present one. Others are below a heading that does, or always do. */
const yearly: ReadonlySet<TimeFormat> = new Set<TimeFormat>(['longDay', 'moment']);

export interface Times {
  /** `format('longDay', shift.start_time, shift.time_zone)`: an instant as people at that place say it. */
  format(as: TimeFormat, at: Instant, zone: string): string;
  /** A moment on the clocks of a place. The zone is named where the clocks of the reader show something else. */
  momentIn(zone: string, at: Instant, readerZone: string): string;
  /** `formatDay('longDay', '2026-11-14')` */
  formatDay(as: TimeFormat, day: Day): string;
  range(as: TimeFormat, start: Instant, end: Instant, zone: string): string;
  /** `rangeOfDays('dayAndYear', '2026-11-09', '2026-11-15')` */
  rangeOfDays(as: TimeFormat, first: Day, last: Day): string;
  /**
   * From when to when something is, on the clocks of a place. With `under`, the day that is above it, the day is
   * left out where both ends are on it.
   */
  span(start: Instant, end: Instant, zone: string, under?: Day): string;
  /** When something was: its time, and its day where that is not today. */
  since(at: Instant, zone: string, whenMs?: number): string;
  /** A time on a clock in minutes from midnight: 1080 is 6:00 PM. */
  clock(minutes: number): string;
  clockRange(from: number, to: number): string;
  /** A full hour, as short as people write it: 10 AM, but 10:00. */
  fullHour(hour: number): string;
  /** What people call the time of a zone then: PST, or Pacific Standard Time. */
  zoneName(at: Instant, zone: string, length: 'short' | 'long'): string;
  /** Monday to Sunday, as people here call them. */
  weekdays(as: 'weekday' | 'longWeekday'): readonly string[];
  /** 90 minutes: 1.5, or with its unit 1.5 hours (long) and 1.5 hr (short). */
  hours(minutes: number, unitDisplay?: 'long' | 'short'): string;
}

const made = new Map<string, Intl.DateTimeFormat>();

/** 9:00 AM, but 09:00: a clock with 24 hours has two digits, in a time as well as in a range. */
function hourOf(tag: string): 'numeric' | '2-digit' {
  const { hourCycle = 'h23' } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24' ? '2-digit' : 'numeric';
}

function formatter(tag: string, as: TimeFormat, zone: string, hasYear = false): Intl.DateTimeFormat {
  const key = `${tag} ${as} ${zone} ${hasYear}`;
  let found = made.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat(tag, {
      ...formats[as],
      ...('hour' in formats[as] && { hour: hourOf(tag) }),
      ...(hasYear && { year: 'numeric' }),
      timeZone: knownZone(zone),
    });
    made.set(key, found);
  }
  return found;
}

const madeForZones = new Map<string, (atMs: number) => string>();

function zoneFormatter(tag: string, zone: string, timeZoneName: 'short' | 'long'): (atMs: number) => string {
  const key = `${tag} ${zone} ${timeZoneName}`;
  let found = madeForZones.get(key);
  if (found === undefined) {
    const format = new Intl.DateTimeFormat(tag, { timeZone: knownZone(zone), timeZoneName });
    found = (atMs) => {
      const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
      // A line can end after a hyphen, but not after a minus sign.
      return name.replace(/^(GMT|UTC)-/, '$1\u2212');
    };
    madeForZones.set(key, found);
  }
  return found;
}

const madeForHours = new Map<string, Intl.NumberFormat>();

function hoursFormat(tag: string, unitDisplay: 'long' | 'short' | undefined): Intl.NumberFormat {
  const key = `${tag} ${unitDisplay}`;
  let found = madeForHours.get(key);
  if (found === undefined) {
    found = new Intl.NumberFormat(tag, {
      maximumFractionDigits: 1,
      ...(unitDisplay && { style: 'unit', unit: 'hour', unitDisplay }),
    });
    madeForHours.set(key, found);
  }
  return found;
}

const noonOf = (day: Day) => `${day}T12:00:00Z`;

const yearOf = (at: Instant, zone: string) => dayKey(at, zone).slice(0, 4);

export function timesOf(tag: string, nowMs: () => number = Date.now): Times {
  const formatterFor = (as: TimeFormat, zone: string, ...shown: readonly Instant[]) => {
    const hasYear = yearly.has(as) && shown.some((at) => yearOf(at, zone) !== yearOf(nowMs(), zone));
    return formatter(tag, as, zone, hasYear);
  };
  return {
    format: (as, at, zone) => formatterFor(as, zone, at).format(msOf(at)),
    momentIn(zone, at, readerZone) {
      const there = this.format('moment', at, zone);
      return there === this.format('moment', at, readerZone)
        ? there
        : `${there} ${this.zoneName(at, zone, 'short')}`;
    },
    formatDay(as, day) {
      return this.format(as, noonOf(day), 'UTC');
    },
    range: (as, start, end, zone) => formatterFor(as, zone, start, end).formatRange(msOf(start), msOf(end)),
    rangeOfDays(as, first, last) {
      return this.range(as, noonOf(first), noonOf(last), 'UTC');
    },
    span(start, end, zone, under) {
      const isWithin = under !== undefined && daysOf(start, end, zone).every((day) => day === under);
      if (!isWithin) return this.range('moment', start, end, zone);
      if (dayKey(end, zone) === under) return this.range('time', start, end, zone);
      // Midnight at its end: a range would name the next day.
      return `${this.format('time', start, zone)} – ${this.format('time', end, zone)}`;
    },
    since(at, zone, whenMs = nowMs()) {
      const isToday = dayKey(at, zone) === dayKey(whenMs, zone);
      return this.format(isToday ? 'time' : 'moment', at, zone);
    },
    clock: (minutes) => formatter(tag, 'time', 'UTC').format(minutes * 60_000),
    clockRange(from, to) {
      // A range to midnight would name both days.
      if (to >= dayMinutes) return `${this.clock(from)} – ${this.clock(to)}`;
      return this.range('time', from * 60_000, to * 60_000, 'UTC');
    },
    fullHour: (hour) =>
      formatter(tag, hourOf(tag) === '2-digit' ? 'time' : 'hour', 'UTC').format(hour * 3_600_000),
    zoneName: (at, zone, length) => zoneFormatter(tag, zone, length)(msOf(at)),
    // 5 January 1970 was a Monday.
    weekdays: (as) =>
      [5, 6, 7, 8, 9, 10, 11].map((day) => formatter(tag, as, 'UTC').format((day - 1) * 86_400_000)),
    hours: (minutes, unitDisplay) => hoursFormat(tag, unitDisplay).format(minutes / 60),
  };
}

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDay: number;
}
type Regional = Intl.Locale & { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo };

/** Where the browser doesn't say: regions whose weeks begin on Sunday, and on Saturday. */
const sunday = new Set(
  'AG AS BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'.split(
    ' ',
  ),
);
const saturday = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '));

/** On which day weeks begin where people write like this: 0 is Monday, 6 is Sunday. */
export function firstWeekday(tag: string): number {
  const locale: Regional = new Intl.Locale(tag);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (info !== undefined) return (info.firstDay + 6) % 7;
  const { region = '' } = locale.maximize();
  return sunday.has(region) ? 6 : saturday.has(region) ? 5 : 0;
}

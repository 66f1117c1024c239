/**
 * The only date arithmetic of the app. A day is text, 2026-11-14; an instant is text as the API sends it, or
 * milliseconds as `Date.now()` gives them. Days and clocks are those of a zone, never of the device by accident.
 */
export type Day = string;
export type Instant = string | number;

/** A day of a calendar and a time on a clock, 09:30: what people type and what a zone makes an instant of. */
export interface ClockTime {
  readonly date: Day;
  readonly time: string;
}

/**
 * The name of a device's zone. Browsers name none, an offset or `Etc/Unknown` where the device is set up oddly: then
 * it is the zone whose clocks are always as far from UTC as those of the device are now, or UTC.
 */
export function zoneOfDevice(named: string | undefined, minutesBehindUtc: number): string {
  if (named !== undefined && /^[a-z]/i.test(named) && named !== 'Etc/Unknown') return named;
  const hours = minutesBehindUtc / 60;
  const isNamed = Number.isInteger(hours) && hours !== 0 && hours >= -14 && hours <= 12;
  return isNamed ? `Etc/GMT${hours > 0 ? '+' : ''}${hours}` : 'UTC';
}

/** The zone of the device, which is where its owner is. */
export const deviceZone = zoneOfDevice(
  new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined,
  new Date().getTimezoneOffset(),
);

const zones = new Map<string, string>();

/**
 * The browser may not know a name that the service stored, because its own list is older or the name is from before
 * names were checked: then it is UTC, as it is for the service.
 */
export function knownZone(name: string): string {
  let zone = zones.get(name);
  if (zone === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      zone = name;
    } catch {
      zone = 'UTC';
    }
    zones.set(name, zone);
  }
  return zone;
}

const instant = (at: Instant) =>
  // Clocks that someone moves, as in tests, may have fractions.
  typeof at === 'number' ? Temporal.Instant.fromEpochMilliseconds(Math.trunc(at)) : Temporal.Instant.from(at);
const zoned = (at: Instant, zone: string) => instant(at).toZonedDateTimeISO(knownZone(zone));
const plain = (day: Day) => Temporal.PlainDate.from(day);

export const msOf = (at: Instant): number => (typeof at === 'number' ? at : instant(at).epochMilliseconds);

/** As the API takes it: 2026-11-14T09:30:00.000Z */
export const isoOf = (at: Instant): string => instant(at).toString({ smallestUnit: 'millisecond' });

/** A day without a zone: as long as most are. For what is roughly so long ago. */
export const dayMs = 24 * 3_600_000;

export const minutesBetween = (start: Instant, end: Instant): number => (msOf(end) - msOf(start)) / 60_000;

/** The calendar day at a place: to group and to compare. */
export const dayKey = (at: Instant, zone: string): Day => dayOfWall(wallOf(at, zone));

/** What the calendar and the clock of a zone show at an instant. */
export function clockOf(at: Instant, zone: string): ClockTime {
  const there = zoned(at, zone);
  return {
    date: there.toPlainDate().toString(),
    time: there.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

/**
 * The instant at which a zone's clock shows this, empty while it is half typed. A time that is skipped moves forward by
 * as much; one that comes twice is the first of the two, as the service does it.
 */
export function instantOf({ date, time }: ClockTime, zone: string): string {
  try {
    return isoOf(
      plain(date).toZonedDateTime({ timeZone: knownZone(zone), plainTime: time }).epochMilliseconds,
    );
  } catch {
    return '';
  }
}

/** Whether the clocks of a zone skip a time, or show it twice. */
export function oddityOf({ date, time }: ClockTime, zone: string): 'skipped' | 'twice' | undefined {
  try {
    const local = plain(date).toPlainDateTime(Temporal.PlainTime.from(time));
    const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
      local.toZonedDateTime(knownZone(zone), { disambiguation }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    if (earlier.epochMilliseconds === later.epochMilliseconds) return undefined;
    return earlier.toPlainDateTime().equals(local) ? 'twice' : 'skipped';
  } catch {
    return undefined;
  }
}

/**
 * When something is that begins and ends at these times on a clock. Where clocks skip its beginning, that can come after
 * its end: then it is as long as it looked, as the service does it.
 */
export function spanOf(
  start: ClockTime,
  end: ClockTime,
  zone: string,
): { readonly start_time: string; readonly end_time: string } {
  const [start_time, end_time] = [instantOf(start, zone), instantOf(end, zone)];
  if (start_time === '' || end_time === '') return { start_time, end_time };
  const minutes = wallOfClock(end) - wallOfClock(start);
  return { start_time, end_time: endAfter(start_time, end_time, minutes) };
}

/** An end that is after its beginning, by so many minutes if need be. */
export const endAfter = (start: string, end: string, minutes: number): string =>
  msOf(end) > msOf(start) || minutes <= 0 ? end : isoOf(msOf(start) + minutes * 60_000);

/** Midnight at the beginning of a day, as an instant. */
export const dayStart = (day: Day, zone: string): string => instantOf({ date: day, time: '00:00' }, zone);

/** How far the clocks of a zone are ahead of UTC: +01:00 */
export const offsetOf = (at: Instant, zone: string): string => zoned(at, zone).offset;

/** An instant as an input of type `datetime-local` takes it: the device's own clock, without a zone. */
export function localText(at: Instant): string {
  const { date, time } = clockOf(at, deviceZone);
  return `${date}T${time}`;
}

/** The way back: empty while it is half typed. */
export function localInstant(text: string): string {
  const [date = '', time = ''] = text.split('T');
  return instantOf({ date, time }, deviceZone);
}

/** The end of something that begins then: on the next day where the clock would run backwards. */
export function endOf(start: ClockTime, endTime: string): ClockTime {
  return { date: endTime > start.time ? start.date : plusDays(start.date, 1), time: endTime };
}

/**
 * What a place's clock and calendar show, as minutes: 0 is midnight of 1 January 1970 there. For positions on a grid and
 * for moving by the clock: 9:00 moved by a day is 9:00, however long that day is.
 */
export function wallOf(at: Instant, zone: string): number {
  const atMs = msOf(at);
  return Math.floor(atMs / 60_000) + seasonOf(atMs, zone).offsetMinutes;
}

/** A time in which the clocks of a zone don't change. */
interface Season {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offsetMinutes: number;
}

const seasons = new Map<string, Season[]>();

/** Zones are slow to ask, and their clocks change twice a year: each season is asked for once, not each shift. */
function seasonOf(atMs: number, zone: string): Season {
  const known = seasons.get(zone) ?? [];
  let season = known.find(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
  if (season === undefined) {
    const there = zoned(atMs, zone);
    season = {
      // The one at this very moment counts as well.
      fromMs: zoned(atMs + 1, zone).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
      untilMs: there.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
      offsetMinutes: there.offsetNanoseconds / 60_000_000_000,
    };
    seasons.set(zone, [...known, season]);
  }
  return season;
}

export const dayMinutes = 1_440;
const wallOfClock = ({ date, time }: ClockTime): number => wallOfDay(date) + wallOfTime(time);
/** A time on a clock, 09:30, in minutes from midnight. */
export const wallOfTime = (time: string): number => msOf(`1970-01-01T${time}:00Z`) / 60_000;
export const clockOfWall = (wall: number): ClockTime => ({ date: dayOfWall(wall), time: timeOfWall(wall) });
export const wallOfDay = (day: Day): number => msOf(`${day}T00:00:00Z`) / 60_000;
const dayNames = new Map<number, Day>();

/** Asked for each shift of a month, which has few days. */
export function dayOfWall(wall: number): Day {
  const days = Math.floor(wall / dayMinutes);
  let name = dayNames.get(days);
  if (name === undefined) {
    name = isoOf(days * dayMs).slice(0, 10);
    dayNames.set(days, name);
  }
  return name;
}

/** 09:30 */
const timeOfWall = (wall: number): string => isoOf(wall * 60_000).slice(11, 16);
export const instantOfWall = (wall: number, zone: string): string => instantOf(clockOfWall(wall), zone);

export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    return plain(text).toString() === text;
  } catch {
    return false;
  }
}

/** `plusDays('2026-10-31', 1)`: 2026-11-01 */
export const plusDays = (day: Day, days: number): Day => plain(day).add({ days }).toString();

/** The same day of another month, or its last where the month is shorter. */
export const plusMonths = (day: Day, months: number): Day => plain(day).add({ months }).toString();

export const daysBetween = (from: Day, to: Day): number => plain(from).until(plain(to)).days;

/** 0 is Monday. */
export const weekdayOf = (day: Day): number => plain(day).dayOfWeek - 1;

/** The first day of the week in which a day lies. `first`: the weekday on which weeks begin. */
export const weekStart = (day: Day, first: number): Day => plusDays(day, -((weekdayOf(day) - first + 7) % 7));

export function weekOf(day: Day, first: number): Day[] {
  const start = weekStart(day, first);
  return Array.from({ length: 7 }, (_, index) => plusDays(start, index));
}

/** Whole weeks that show every day of the month. */
export function monthOf(day: Day, first: number): Day[][] {
  const month = day.slice(0, 7);
  const weeks = [weekOf(`${month}-01`, first)];
  for (;;) {
    const next = plusDays(weeks.at(-1)?.[0] ?? day, 7);
    if (!next.startsWith(month)) return weeks;
    weeks.push(weekOf(next, first));
  }
}

/** The weekdays in the reader's order. */
export const weekdaysFrom = (first: number): number[] =>
  Array.from({ length: 7 }, (_, index) => (first + index) % 7);

const mostDays = 16;

/** The days on which something goes on, at its place. What ends at midnight does not go on the next day. */
export function daysOf(start: Instant, end: Instant, zone: string): Day[] {
  const last = dayKey(Math.max(msOf(start), msOf(end) - 1), zone);
  const days = [dayKey(start, zone)];
  for (let day = days[0] ?? last; day < last && days.length < mostDays; days.push(day))
    day = plusDays(day, 1);
  return days;
}

/** When a shift is, as the API gives it. */
export interface Timed {
  readonly start_time: string;
  readonly end_time: string;
  readonly time_zone: string;
}

export const shiftDays = ({ start_time, end_time, time_zone }: Timed): Day[] =>
  daysOf(start_time, end_time, time_zone);

import { isDateText, isInstantText } from '#kernel/iso-texts.ts';
import type { FieldError } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { shiftErrors } from '../errors.ts';

/** When a line of a file says that a shift takes place, as the cells are written. */
export interface TimeCells {
  readonly date?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly end_date?: string | undefined;
}

export interface ImportedTimes {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** What the file says, which clocks may skip or show twice. */
  readonly clock: { readonly start: Temporal.PlainTime; readonly end: Temporal.PlainTime };
}

/** A time of day. 24:00 is midnight, a day later. */
interface Clock {
  readonly time: Temporal.PlainTime;
  readonly minutes: number;
}

interface Cell {
  readonly date?: Temporal.PlainDate;
  readonly clock: Clock;
  /** The cell has an offset, so that it isn't a local time. */
  readonly instant?: Temporal.Instant;
}

/**
 * Reads local times of a zone, with the date in its own column or in the same cell, or moments with an offset. An end on
 * an earlier time than the start is on the next day, unless the line says which day it is on.
 */
export function readTimeCells(
  cells: TimeCells,
  zone: string,
  order?: DateOrder,
): ImportedTimes | readonly FieldError[] {
  const start = readCell(cells.start, 'start', zone, order);
  const end = readCell(cells.end, 'end', zone, order);
  const date = readDay(cells.date, 'date', order);
  const endDate = readDay(cells.end_date, 'end_date', order);
  const errors = [start, end, date, endDate].flatMap((one) => (one && 'text' in one ? [one] : []));
  if (errors.length > 0) return errors;
  return placed(start as Cell, end as Cell, date as MaybeDate, endDate as MaybeDate, zone);
}

/** What comes first in a date with slashes. */
export type DateOrder = 'month' | 'day';

const withSlashes = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?!\d)/;

/**
 * 12/24/2026 shows that the month comes first, and so tells what 1/2/2026 means in the same file. Undefined if no date shows
 * it, or if they contradict each other: it would be a guess.
 */
export function findDateOrder(lines: readonly TimeCells[]): DateOrder | undefined {
  const shown = new Set<DateOrder>();
  for (const { date, start, end, end_date } of lines)
    for (const text of [date, start, end, end_date]) {
      const [, first, second] = withSlashes.exec(text ?? '') ?? [];
      if (Number(first) > 12) shown.add('day');
      if (Number(second) > 12) shown.add('month');
    }
  return shown.size === 1 ? [...shown][0] : undefined;
}

type MaybeDate = Temporal.PlainDate | undefined;

function placed(
  start: Cell,
  end: Cell,
  date: MaybeDate,
  endDate: MaybeDate,
  zone: string,
): ImportedTimes | readonly FieldError[] {
  const day = start.date ?? date;
  if (!day) return [shiftErrors.import_date_missing('date')];
  const isNextDay = end.clock.minutes < start.clock.minutes;
  const endDay = end.date ?? endDate ?? day.add({ days: isNextDay ? 1 : 0 });
  const from = localMoment(day, start.clock);
  const until = localMoment(endDay, end.clock);
  const startAt = start.instant ?? from.toZonedDateTime(knownZone(zone)).toInstant();
  const endAt = end.instant ?? until.toZonedDateTime(knownZone(zone)).toInstant();
  const isTurned = Temporal.Instant.compare(endAt, startAt) <= 0;
  // In the hour that clocks skip, the end on the clock can come before the start.
  const onClock = isTurned && !start.instant && !end.instant ? from.until(until).total('minutes') : 0;
  return {
    start: startAt,
    end: onClock > 0 ? startAt.add({ minutes: onClock }) : endAt,
    clock: { start: start.clock.time, end: end.clock.time },
  };
}

const localMoment = (day: Temporal.PlainDate, { time, minutes }: Clock): Temporal.PlainDateTime =>
  day.add({ days: minutes === 1_440 ? 1 : 0 }).toPlainDateTime(time);

function readCell(
  text: string | undefined,
  column: string,
  zone: string,
  order: DateOrder | undefined,
): Cell | FieldError {
  if (!text) return shiftErrors.import_required(column);
  if (isInstantText(text)) {
    const instant = Temporal.Instant.from(text);
    const there = instant.toZonedDateTimeISO(knownZone(zone));
    return { instant, date: there.toPlainDate(), clock: clockOf(there.toPlainTime()) };
  }
  const clock = readClock(text);
  if (clock) return { clock };
  const [, day = '', time = ''] = /^(.+?)[T\s,]+(\d{1,2}[:.]\d{2}\D?.*)$/.exec(text) ?? [];
  const date = readDate(day, order);
  const own = readClock(time);
  if (date && own) return { date, clock: own };
  return own && isUnclear(day, order)
    ? shiftErrors.import_date_unclear(column)
    : shiftErrors.import_time(column);
}

function readDay(
  text: string | undefined,
  column: string,
  order: DateOrder | undefined,
): Temporal.PlainDate | FieldError | undefined {
  if (!text) return undefined;
  const date = readDate(text, order);
  if (date) return date;
  return isUnclear(text, order) ? shiftErrors.import_date_unclear(column) : shiftErrors.import_date(column);
}

const isUnclear = (text: string, order: DateOrder | undefined): boolean =>
  order === undefined && withSlashes.test(text);

/**
 * 2026-12-24, 24.12.2026, 24.12.26, 24-Dec-26, December 24, 2026 or, if the file shows what that means, 12/24/2026. A
 * weekday may come before it.
 */
function readDate(text: string, order: DateOrder | undefined): Temporal.PlainDate | undefined {
  const plain = text.replace(/^\p{L}+\.?,?\s*/u, '');
  return readNumbers(plain, order) ?? readMonthName(plain) ?? readMonthName(text);
}

function readNumbers(plain: string, order: DateOrder | undefined): Temporal.PlainDate | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain);
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(plain);
  const slashes = order && /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(plain);
  const parts = iso ?? german ?? slashes;
  const [first = '', second = '', third = ''] = parts?.slice(1) ?? [];
  const [year, month, day] =
    parts === iso
      ? [first, second, third]
      : parts === slashes && order === 'month'
        ? [third, first, second]
        : [third, second, first];
  return dateOf(year, month, day);
}

/** By number, in English and German, with what spreadsheets call them for short. */
const monthNames = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar', 'feber'],
  ['march', 'märz', 'maerz', 'mrz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
] as const;

/** The name, or at least three letters of its beginning. */
function readMonthName(text: string): Temporal.PlainDate | undefined {
  const { day, name, year } =
    /^(?<day>\d{1,2})\.?[\s-]*(?<name>\p{L}{3,})\.?[\s,-]*(?<year>\d{4}|\d{2})$/u.exec(text)?.groups ??
    /^(?<name>\p{L}{3,})\.?\s*(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/u.exec(text)?.groups ??
    {};
  if (day === undefined || name === undefined || year === undefined) return undefined;
  const begin = name.toLowerCase();
  const month = 1 + monthNames.findIndex((names) => names.some((whole) => whole.startsWith(begin)));
  return dateOf(year, String(month), day);
}

function dateOf(year: string, month: string, day: string): Temporal.PlainDate | undefined {
  const whole = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDateText(whole) ? Temporal.PlainDate.from(whole) : undefined;
}

/** 9:00, 09:00:00, 9.30, 9 Uhr, 9:30 PM. */
function readClock(text: string): Clock | undefined {
  const [, hourText, minuteText = '00', second = '00', unit = ''] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}))?\s*(uhr|h|[ap]\.?\s?m\.?)?$/i.exec(text) ?? [];
  const hour = hourOf(Number(hourText), unit[0]?.toLowerCase());
  const minutes = hour * 60 + Number(minuteText);
  const isTime = hour >= 0 && minutes <= 1_440 && Number(minuteText) < 60 && Number(second) < 60;
  if (hourText === undefined || !isTime) return undefined;
  return { time: Temporal.PlainTime.from({ hour: hour % 24, minute: Number(minuteText) }), minutes };
}

/** -1 for an hour that isn't on a clock with a.m. and p.m. */
function hourOf(hour: number, unit: string | undefined): number {
  if (unit !== 'a' && unit !== 'p') return hour;
  if (hour < 1 || hour > 12) return -1;
  return (hour % 12) + (unit === 'p' ? 12 : 0);
}

const clockOf = (time: Temporal.PlainTime): Clock => ({ time, minutes: time.hour * 60 + time.minute });

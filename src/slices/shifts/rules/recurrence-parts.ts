import type { FieldError } from '#kernel/refusal.ts';
import { isTemporalZone } from '#kernel/zones.ts';
import { shiftErrors } from '../errors.ts';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** 0 where it isn't a weekday. */
export function weekdayNumber(text: string): number {
  return weekdays.indexOf(text) + 1;
}

export interface Range {
  readonly least: number;
  readonly most: number;
  /** Negative numbers count from the end. */
  readonly signed: boolean;
}

/** A list of whole numbers, sorted and without repetition; empty where the part is absent. */
export function numberPart(
  name: string,
  text: string | undefined,
  range: Range,
  errors: FieldError[],
): number[] {
  if (text === undefined) return [];
  const words = text.split(',');
  const pattern = range.signed ? /^[+-]?\d{1,4}$/ : /^\d{1,4}$/;
  const values = words.filter((word) => pattern.test(word)).map(Number);
  const size = (value: number) => (range.signed ? Math.abs(value) : value);
  const fits = values.every((value) => size(value) >= range.least && size(value) <= range.most);
  if (values.length !== words.length || !fits) {
    const { least, most, signed } = range;
    const error = signed ? shiftErrors.rule_signed_range : shiftErrors.rule_range;
    errors.push(error('recurrence', { part: name, least, most }));
    return [];
  }
  return [...new Set(values)].sort((a, b) => a - b);
}

export function parseByDay(text: string | undefined, errors: FieldError[]): WeekdayOrdinal[] {
  if (text === undefined) return [];
  return text.split(',').flatMap((word) => {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(word) ?? [];
    const weekday = weekdayNumber(name);
    const ordinal = Number(nth ?? 0);
    if (weekday > 0 && (nth === undefined || (ordinal !== 0 && Math.abs(ordinal) <= 53))) {
      return [{ weekday, nth: ordinal }];
    }
    errors.push(shiftErrors.rule_weekday('recurrence', { part: word.slice(0, 10) }));
    return [];
  });
}

/** Parts that RFC 5545 forbids together, and ordinals that no month has. */
export function combinationErrors(rule: RecurrenceRule): FieldError[] {
  const { frequency, byDay, byWeekNumber } = rule;
  const path = 'recurrence';
  const errors: FieldError[] = [];
  const ordinal = byDay.some(({ nth }) => nth !== 0);
  const isMonthly = frequency === 'MONTHLY' || (frequency === 'YEARLY' && rule.byMonth.length > 0);
  if (rule.count !== null && rule.until !== null) errors.push(shiftErrors.rule_count_and_until(path));
  if (byWeekNumber.length > 0 && frequency !== 'YEARLY')
    errors.push(shiftErrors.rule_yearly_only(path, { part: 'BYWEEKNO' }));
  if (rule.byYearDay.length > 0 && frequency !== 'YEARLY')
    errors.push(shiftErrors.rule_yearly_only(path, { part: 'BYYEARDAY' }));
  if (rule.byMonthDay.length > 0 && frequency === 'WEEKLY') errors.push(shiftErrors.rule_not_weekly(path));
  if (ordinal && (frequency === 'DAILY' || frequency === 'WEEKLY' || byWeekNumber.length > 0))
    errors.push(shiftErrors.rule_numbered_weekday(path));
  if (isMonthly && byDay.some(({ nth }) => Math.abs(nth) > 5))
    errors.push(shiftErrors.rule_five_weekdays(path));
  if (rule.bySetPosition.length > 0 && !hasOtherParts(rule)) errors.push(shiftErrors.rule_position(path));
  return errors;
}

function hasOtherParts(rule: RecurrenceRule): boolean {
  const { byMonth, byWeekNumber, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond } = rule;
  return [byMonth, byWeekNumber, byYearDay, byMonthDay, byDay, byHour, byMinute, bySecond].some(
    (values) => values.length > 0,
  );
}

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

export interface WeekdayOrdinal {
  /** 1 is Monday. */
  readonly weekday: number;
  /** The n-th of the month or year, from its end where negative; 0: every one. */
  readonly nth: number;
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly until: Moment | null;
  readonly weekStart: number;
  readonly byMonth: readonly number[];
  readonly byWeekNumber: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly WeekdayOrdinal[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySecond: readonly number[];
  readonly bySetPosition: readonly number[];
  readonly exdates: readonly Moment[];
}

/** `20260301`, `20260301T090000` or `20260301T080000Z`. */
export function parseMoment(text: string, name: string, errors: FieldError[]): Moment | null {
  const [, year, month, day, time, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text.toUpperCase()) ?? [];
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (time === undefined) return date;
    const local = date.toPlainDateTime(`${hour}:${minute}:${second}`);
    return utc === 'Z' ? local.toZonedDateTime('UTC').toInstant() : local;
  } catch {
    errors.push(shiftErrors.rule_moment('recurrence', { part: name }));
    return null;
  }
}

/** A line such as `EXDATE;TZID=Europe/Berlin:20261224T180000,20261231T180000`. */
export function parseExdates(line: string, errors: FieldError[]): Moment[] {
  const colon = line.indexOf(':');
  const parameters = line.slice('EXDATE'.length, Math.max(colon, 0)).split(';').filter(Boolean);
  let zone: string | undefined;
  for (const parameter of parameters) {
    const [, name, value = ''] = /^(TZID|VALUE)=(.+)$/i.exec(parameter) ?? [];
    if (name?.toUpperCase() === 'TZID' && isTemporalZone(value)) zone = value;
    else if (name?.toUpperCase() !== 'VALUE' || !/^DATE(-TIME)?$/i.test(value)) {
      errors.push(shiftErrors.rule_part_unknown('recurrence', { part: parameter.slice(0, 40) }));
    }
  }
  return line
    .slice(colon + 1)
    .split(',')
    .flatMap((text) => parseMoment(text, 'EXDATE', errors) ?? [])
    .map((moment) => (zone && moment instanceof Temporal.PlainDateTime ? inZone(moment, zone) : moment));
}

/** Only Temporal ever reads this zone, so PostgreSQL need not know it. */
function inZone(local: Temporal.PlainDateTime, checkedZone: string): Temporal.Instant {
  return local.toZonedDateTime(checkedZone).toInstant();
}

/** A moment of a rule: in UTC, on the clock of the series, or a whole date on it. */
export type Moment = Temporal.Instant | Temporal.PlainDateTime | Temporal.PlainDate;

import { isTemporalZone } from '#kernel/zones.ts';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** 0 where it is no weekday. */
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
  messages: string[],
): number[] {
  if (text === undefined) return [];
  const words = text.split(',');
  const pattern = range.signed ? /^[+-]?\d{1,4}$/ : /^\d{1,4}$/;
  const values = words.filter((word) => pattern.test(word)).map(Number);
  const size = (value: number) => (range.signed ? Math.abs(value) : value);
  const fits = values.every((value) => size(value) >= range.least && size(value) <= range.most);
  if (values.length !== words.length || !fits) {
    const negative = range.signed ? ', or the same negative' : '';
    messages.push(`${name} must be from ${range.least} to ${range.most}${negative}.`);
    return [];
  }
  return [...new Set(values)].sort((a, b) => a - b);
}

export function parseByDay(text: string | undefined, messages: string[]): WeekdayOrdinal[] {
  if (text === undefined) return [];
  return text.split(',').flatMap((word) => {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(word) ?? [];
    const weekday = weekdayNumber(name);
    const ordinal = Number(nth ?? 0);
    if (weekday > 0 && (nth === undefined || (ordinal !== 0 && Math.abs(ordinal) <= 53))) {
      return [{ weekday, nth: ordinal }];
    }
    messages.push(`BYDAY: “${word.slice(0, 10)}” is not a weekday such as MO, 2TU or -1FR.`);
    return [];
  });
}

/** Parts that RFC 5545 forbids together, and ordinals that no month has. */
export function combinationFaults(rule: RecurrenceRule): string[] {
  const { frequency } = rule;
  const faults: string[] = [];
  const refuseIf = (is: boolean, message: string) => is && faults.push(message);
  const ordinal = rule.byDay.some(({ nth }) => nth !== 0);
  const monthly = frequency === 'MONTHLY' || (frequency === 'YEARLY' && rule.byMonth.length > 0);
  refuseIf(rule.count !== null && rule.until !== null, 'Give COUNT or UNTIL, not both.');
  refuseIf(
    rule.byWeekNumber.length > 0 && frequency !== 'YEARLY',
    'BYWEEKNO can be used with FREQ=YEARLY only.',
  );
  refuseIf(
    rule.byYearDay.length > 0 && frequency !== 'YEARLY',
    'BYYEARDAY can be used with FREQ=YEARLY only.',
  );
  refuseIf(
    rule.byMonthDay.length > 0 && frequency === 'WEEKLY',
    'BYMONTHDAY cannot be used with FREQ=WEEKLY.',
  );
  refuseIf(
    ordinal && (frequency === 'DAILY' || frequency === 'WEEKLY' || rule.byWeekNumber.length > 0),
    'Numbered weekdays such as 2TU need FREQ=MONTHLY or FREQ=YEARLY without BYWEEKNO.',
  );
  refuseIf(
    monthly && rule.byDay.some(({ nth }) => Math.abs(nth) > 5),
    'A month has at most five of a weekday.',
  );
  refuseIf(
    rule.bySetPosition.length > 0 && !hasOtherParts(rule),
    'BYSETPOS needs another BY part to choose from.',
  );
  return faults;
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
export function parseMoment(text: string, name: string, messages: string[]): Moment | null {
  const [, year, month, day, time, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text.toUpperCase()) ?? [];
  try {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (time === undefined) return date;
    const local = date.toPlainDateTime(`${hour}:${minute}:${second}`);
    return utc === 'Z' ? local.toZonedDateTime('UTC').toInstant() : local;
  } catch {
    messages.push(`${name} must look like 20261224, 20261224T180000 or 20261224T170000Z.`);
    return null;
  }
}

/** A line such as `EXDATE;TZID=Europe/Berlin:20261224T180000,20261231T180000`. */
export function parseExdates(line: string, messages: string[]): Moment[] {
  const colon = line.indexOf(':');
  const parameters = line.slice('EXDATE'.length, Math.max(colon, 0)).split(';').filter(Boolean);
  let zone: string | undefined;
  for (const parameter of parameters) {
    const [, name, value = ''] = /^(TZID|VALUE)=(.+)$/i.exec(parameter) ?? [];
    if (name?.toUpperCase() === 'TZID' && isTemporalZone(value)) zone = value;
    else if (name?.toUpperCase() !== 'VALUE' || !/^DATE(-TIME)?$/i.test(value)) {
      messages.push(`EXDATE: “${parameter.slice(0, 40)}” is not understood.`);
    }
  }
  return line
    .slice(colon + 1)
    .split(',')
    .flatMap((text) => parseMoment(text, 'EXDATE', messages) ?? [])
    .map((moment) => (zone && moment instanceof Temporal.PlainDateTime ? inZone(moment, zone) : moment));
}

/** Only Temporal ever reads this zone, so PostgreSQL need not know it. */
function inZone(local: Temporal.PlainDateTime, checkedZone: string): Temporal.Instant {
  return local.toZonedDateTime(checkedZone).toInstant();
}

/** A moment of a rule: in UTC, on the clock of the series, or a whole date on it. */
export type Moment = Temporal.Instant | Temporal.PlainDateTime | Temporal.PlainDate;

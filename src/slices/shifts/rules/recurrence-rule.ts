import type { FieldError } from '#kernel/refusal.ts';
import { shiftErrors } from '../errors.ts';
import {
  combinationErrors,
  type Frequency,
  type Moment,
  numberPart,
  parseByDay,
  parseExdates,
  parseMoment,
  type RecurrenceRule,
  weekdayNumber,
} from './recurrence-parts.ts';

export const mostOccurrences = 500;
const mostCharacters = 500;
/** Keeps one period's work small: no series needs more starts than this in one day. */
const mostTimesPerDay = 48;

export type ParsedRecurrence =
  | { readonly rule: RecurrenceRule; readonly errors: readonly [] }
  | { readonly rule: null; readonly errors: readonly FieldError[] };

/** Reads `FREQ=…`, with or without `RRULE:`, and lines of EXDATE. It refuses what it does not know. */
export function parseRecurrence(text: string): ParsedRecurrence {
  if (text.length > mostCharacters) {
    return { rule: null, errors: [shiftErrors.rule_length('recurrence', { limit: mostCharacters })] };
  }
  const errors: FieldError[] = [];
  const rule = readLines(text, errors);
  if (rule && errors.length === 0) errors.push(...combinationErrors(rule));
  return rule && errors.length === 0 ? { rule, errors: [] } : { rule: null, errors };
}

function readLines(text: string, errors: FieldError[]): RecurrenceRule | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const exdates: Moment[] = [];
  const rules: string[] = [];
  for (const line of lines.filter((line) => line !== '')) {
    if (/^EXDATE[;:]/i.test(line)) exdates.push(...parseExdates(line, errors));
    else if (/^RRULE:/i.test(line)) rules.push(line.slice('RRULE:'.length));
    else if (/^FREQ=|^[A-Z]+=/i.test(line)) rules.push(line);
    else errors.push(shiftErrors.rule_line('recurrence'));
  }
  const [first, ...more] = rules;
  if (first === undefined) errors.push(shiftErrors.rule_missing('recurrence'));
  if (more.length > 0) errors.push(shiftErrors.rule_several('recurrence'));
  return first === undefined ? null : readParts(first, exdates, errors);
}

function readParts(line: string, exdates: readonly Moment[], errors: FieldError[]): RecurrenceRule {
  const parts = new Map<string, string>();
  for (const part of line.toUpperCase().replace(/;$/, '').split(';')) {
    const [, name, value] = /^([A-Z]+)=([^=]+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || !known.has(name)) {
      errors.push(shiftErrors.rule_part_unknown('recurrence', { part: part.slice(0, 40) }));
    } else if (parts.has(name)) errors.push(shiftErrors.rule_part_twice('recurrence', { part: name }));
    else parts.set(name, value);
  }
  const numbers = (name: string, least: number, most: number, signed = false): number[] =>
    numberPart(name, parts.get(name), { least, most, signed }, errors);
  const rule: RecurrenceRule = {
    frequency: readFrequency(parts.get('FREQ'), errors),
    interval: single('INTERVAL', numbers('INTERVAL', 1, 1000), errors) ?? 1,
    count: single('COUNT', numbers('COUNT', 1, mostOccurrences), errors),
    until: parts.has('UNTIL') ? parseMoment(parts.get('UNTIL') ?? '', 'UNTIL', errors) : null,
    weekStart: readWeekStart(parts.get('WKST'), errors),
    byMonth: numbers('BYMONTH', 1, 12),
    byWeekNumber: numbers('BYWEEKNO', 1, 53, true),
    byYearDay: numbers('BYYEARDAY', 1, 366, true),
    byMonthDay: numbers('BYMONTHDAY', 1, 31, true),
    byDay: parseByDay(parts.get('BYDAY'), errors),
    byHour: numbers('BYHOUR', 0, 23),
    byMinute: numbers('BYMINUTE', 0, 59),
    bySecond: numbers('BYSECOND', 0, 59),
    bySetPosition: numbers('BYSETPOS', 1, 366, true),
    exdates,
  };
  const times = [rule.byHour, rule.byMinute, rule.bySecond].map((values) => values.length || 1);
  if (times.reduce((product, factor) => product * factor) > mostTimesPerDay) {
    errors.push(shiftErrors.rule_starts_per_day('recurrence', { limit: mostTimesPerDay }));
  }
  return rule;
}

const known = new Set(
  'FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS'.split(
    ' ',
  ),
);

function readFrequency(text: string | undefined, errors: FieldError[]): Frequency {
  if (text === 'DAILY' || text === 'WEEKLY' || text === 'MONTHLY' || text === 'YEARLY') return text;
  errors.push(shiftErrors.rule_frequency('recurrence'));
  return 'DAILY';
}

function readWeekStart(text: string | undefined, errors: FieldError[]): number {
  if (text === undefined) return 1;
  const weekday = weekdayNumber(text);
  if (weekday === 0) errors.push(shiftErrors.rule_week_start('recurrence'));
  return weekday;
}

function single(name: string, values: readonly number[], errors: FieldError[]): number | null {
  if (values.length > 1) errors.push(shiftErrors.rule_one_number('recurrence', { part: name }));
  return values[0] ?? null;
}

import type { Fault } from '#kernel/refusal.ts';
import {
  combinationFaults,
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
/** Keeps one period's work small: nobody starts a shift more often than this in one day. */
const mostTimesPerDay = 48;

export type ParsedRecurrence =
  | { readonly rule: RecurrenceRule; readonly faults: readonly [] }
  | { readonly rule: null; readonly faults: readonly Fault[] };

/** Reads `FREQ=…`, with or without `RRULE:`, and lines of EXDATE. Whatever it does not know, it refuses. */
export function parseRecurrence(text: string, path = 'recurrence'): ParsedRecurrence {
  const messages: string[] = [];
  const rule = text.length > mostCharacters ? null : readLines(text, messages);
  if (text.length > mostCharacters) messages.push(`At most ${mostCharacters} characters.`);
  if (rule && messages.length === 0) messages.push(...combinationFaults(rule));
  if (rule && messages.length === 0) return { rule, faults: [] };
  return { rule: null, faults: messages.map((message) => ({ path, code: 'recurrence', message })) };
}

function readLines(text: string, messages: string[]): RecurrenceRule | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const exdates: Moment[] = [];
  const rules: string[] = [];
  for (const line of lines.filter((line) => line !== '')) {
    if (/^EXDATE[;:]/i.test(line)) exdates.push(...parseExdates(line, messages));
    else if (/^RRULE:/i.test(line)) rules.push(line.slice('RRULE:'.length));
    else if (/^FREQ=|^[A-Z]+=/i.test(line)) rules.push(line);
    else messages.push('Only RRULE and EXDATE are understood; the start comes from `start_time`.');
  }
  const [first, ...more] = rules;
  if (first === undefined) messages.push('Give a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10.');
  if (more.length > 0) messages.push('Give one rule only.');
  return first === undefined ? null : readParts(first, exdates, messages);
}

function readParts(line: string, exdates: readonly Moment[], messages: string[]): RecurrenceRule {
  const parts = new Map<string, string>();
  for (const part of line.toUpperCase().replace(/;$/, '').split(';')) {
    const [, name, value] = /^([A-Z]+)=([^=]+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || !known.has(name)) {
      messages.push(`“${part.slice(0, 40)}” is not a part of a rule that is understood.`);
    } else if (parts.has(name)) messages.push(`${name} comes twice.`);
    else parts.set(name, value);
  }
  const numbers = (name: string, least: number, most: number, signed = false): number[] =>
    numberPart(name, parts.get(name), { least, most, signed }, messages);
  const rule: RecurrenceRule = {
    frequency: readFrequency(parts.get('FREQ'), messages),
    interval: single('INTERVAL', numbers('INTERVAL', 1, 1000), messages) ?? 1,
    count: single('COUNT', numbers('COUNT', 1, mostOccurrences), messages),
    until: parts.has('UNTIL') ? parseMoment(parts.get('UNTIL') ?? '', 'UNTIL', messages) : null,
    weekStart: readWeekStart(parts.get('WKST'), messages),
    byMonth: numbers('BYMONTH', 1, 12),
    byWeekNumber: numbers('BYWEEKNO', 1, 53, true),
    byYearDay: numbers('BYYEARDAY', 1, 366, true),
    byMonthDay: numbers('BYMONTHDAY', 1, 31, true),
    byDay: parseByDay(parts.get('BYDAY'), messages),
    byHour: numbers('BYHOUR', 0, 23),
    byMinute: numbers('BYMINUTE', 0, 59),
    bySecond: numbers('BYSECOND', 0, 59),
    bySetPosition: numbers('BYSETPOS', 1, 366, true),
    exdates,
  };
  const times = [rule.byHour, rule.byMinute, rule.bySecond].map((values) => values.length || 1);
  if (times.reduce((product, factor) => product * factor) > mostTimesPerDay) {
    messages.push(`At most ${mostTimesPerDay} starts a day.`);
  }
  return rule;
}

const known = new Set(
  'FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS'.split(
    ' ',
  ),
);

function readFrequency(text: string | undefined, messages: string[]): Frequency {
  if (text === 'DAILY' || text === 'WEEKLY' || text === 'MONTHLY' || text === 'YEARLY') return text;
  messages.push('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  return 'DAILY';
}

function readWeekStart(text: string | undefined, messages: string[]): number {
  if (text === undefined) return 1;
  const weekday = weekdayNumber(text);
  if (weekday === 0) messages.push('WKST must be one of MO, TU, WE, TH, FR, SA, SU.');
  return weekday;
}

function single(name: string, values: readonly number[], messages: string[]): number | null {
  if (values.length > 1) messages.push(`${name} takes one number.`);
  return values[0] ?? null;
}

import { plusDays, plusMonths, weekdayOf } from '../../../time/calendar.ts';

/** How often a shift is repeated, as the form asks for it. */
export interface Repetition {
  readonly every: 'never' | 'day' | 'week' | 'month';
  readonly interval: number;
  /** 0 is Monday. */
  readonly weekdays: readonly number[];
  /** On the 14th, or on the second Saturday. */
  readonly monthly: 'date' | 'weekday';
  readonly ends: 'count' | 'date' | 'never';
  readonly count: number;
  readonly until: string;
  /** Days that are left out. */
  readonly skipped: readonly string[];
}

export const noRepetition: Repetition = {
  every: 'never',
  interval: 1,
  weekdays: [],
  monthly: 'date',
  ends: 'count',
  count: 10,
  until: '',
  skipped: [],
};

/** What the service makes in one call, and how far ahead it makes an endless series. */
export const mostOccurrences = 500;
export const horizonDays = 180;

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The weekdays of a weekly series; the day of the first shift where none is chosen. */
export function weekdaysOf({ weekdays }: Repetition, first: string): readonly number[] {
  return weekdays.length > 0 ? weekdays.toSorted((a, b) => a - b) : [weekdayOf(first)];
}

/** The how-manieth of its weekday in its month a day is: the 14th is the second. */
export function ordinalOf(date: string): number {
  return Math.ceil(Number(date.slice(8)) / 7);
}

/** The rule as the service reads it; undefined where nothing is repeated. */
export function ruleOf(repetition: Repetition, first: string): string | undefined {
  const { every, interval, ends, count, until, skipped, monthly } = repetition;
  if (every === 'never') return undefined;
  const weekday = days[weekdayOf(first)] ?? 'MO';
  const parts = [
    `FREQ=${{ day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' }[every]}`,
    interval > 1 ? `INTERVAL=${interval}` : '',
    every === 'week'
      ? `BYDAY=${weekdaysOf(repetition, first)
          .map((day) => days[day])
          .join(',')}`
      : '',
    every === 'month' && monthly === 'weekday' ? `BYDAY=${ordinalOf(first)}${weekday}` : '',
    every === 'month' && monthly === 'date' ? `BYMONTHDAY=${Number(first.slice(8))}` : '',
    ends === 'count' ? `COUNT=${count}` : '',
    ends === 'date' && until !== '' ? `UNTIL=${until.replaceAll('-', '')}` : '',
  ];
  const rule = parts.filter((part) => part !== '').join(';');
  if (skipped.length === 0) return rule;
  const dates = skipped.toSorted().map((date) => date.replaceAll('-', ''));
  return `${rule}\nEXDATE;VALUE=DATE:${dates.join(',')}`;
}

/** The days of the series in order, the skipped ones too; an endless one as far as the service makes it. */
export function datesOf(repetition: Repetition, first: string, today: string): string[] {
  const { every, ends, count, until } = repetition;
  if (every === 'never') return [first];
  const horizon = plusDays(today > first ? today : first, horizonDays);
  const last = ends === 'date' && until !== '' ? until : ends === 'never' ? horizon : '9999-12-31';
  const most = ends === 'count' ? Math.min(count, mostOccurrences) : mostOccurrences;
  const found: string[] = [];
  // A series that never meets its day again ends here: no one plans fifty years ahead.
  const latest = plusDays(first, 366 * 50);
  for (let step = 0; found.length < most; step += 1) {
    const candidates = candidatesIn(repetition, first, step);
    const [soonest] = candidates;
    if (soonest !== undefined && (soonest > last || soonest > latest)) break;
    for (const date of candidates) if (date >= first && date <= last && found.length < most) found.push(date);
    if (step > 20_000) break;
  }
  return found;
}

/** The days of one period: a day, a week or a month after the first. */
function candidatesIn(repetition: Repetition, first: string, step: number): string[] {
  const { every, interval } = repetition;
  if (every === 'day') return [plusDays(first, step * interval)];
  if (every === 'week') {
    const monday = plusDays(first, -weekdayOf(first) + step * interval * 7);
    return weekdaysOf(repetition, first).map((day) => plusDays(monday, day));
  }
  return monthDay(repetition, first, step * interval);
}

/** A month that has no such day, such as a 31st, is passed over. */
function monthDay({ monthly }: Repetition, first: string, months: number): string[] {
  const start = plusMonths(`${first.slice(0, 7)}-01`, months);
  const shift = (weekdayOf(first) - weekdayOf(start) + 7) % 7;
  const date = plusDays(
    start,
    monthly === 'date' ? Number(first.slice(8)) - 1 : shift + (ordinalOf(first) - 1) * 7,
  );
  return date.slice(0, 7) === start.slice(0, 7) ? [date] : [];
}

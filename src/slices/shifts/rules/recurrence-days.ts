import type { RecurrenceRule, WeekdayOrdinal } from './recurrence-parts.ts';

export const dayMs = 86_400_000;
/** How far a series reaches from its start: no plan reaches further, and a rule that never matches ends here. */
const mostYears = 100;

/** A calendar day as plain numbers: a rule that never matches looks at 36,500 of them. */
interface Day {
  readonly number: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

function dayOf(number: number): Day {
  const date = new Date(number * dayMs);
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() || 7,
  };
}

/** Days since 1970; `month` may run over into other years. */
function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMs;
}

/** The matching days of each period in turn, days before the start included: BYSETPOS counts them. */
export function* matchingPeriods(rule: RecurrenceRule, start: Temporal.PlainDate): Generator<number[]> {
  const first = dayOf(dayNumber(start.year, start.month, start.day));
  const matches = matcher(withStartsParts(rule, first));
  const end = dayNumber(first.year + mostYears, first.month, first.day);
  for (let index = 0; ; index += rule.interval) {
    const [from, until] = period(rule, first, index);
    if (!(from < end)) return;
    const days: number[] = [];
    for (let number = from; number < until; number += 1) if (matches(dayOf(number))) days.push(number);
    yield days;
  }
}

/** First day, and the day after the last. */
function period({ frequency, weekStart }: RecurrenceRule, first: Day, index: number): [number, number] {
  switch (frequency) {
    case 'DAILY':
      return [first.number + index, first.number + index + 1];
    case 'WEEKLY': {
      const weekBegin = first.number - ((first.weekday - weekStart + 7) % 7) + index * 7;
      return [weekBegin, weekBegin + 7];
    }
    case 'MONTHLY':
      return [
        dayNumber(first.year, first.month + index, 1),
        dayNumber(first.year, first.month + index + 1, 1),
      ];
    case 'YEARLY':
      return [dayNumber(first.year + index, 1, 1), dayNumber(first.year + index + 1, 1, 1)];
  }
}

/** What the rule leaves open about the day is taken from the start, as RFC 5545 has it. */
function withStartsParts(rule: RecurrenceRule, first: Day): RecurrenceRule {
  const byDay = [{ weekday: first.weekday, nth: 0 }];
  if (rule.byDay.length > 0 || rule.byMonthDay.length > 0 || rule.byYearDay.length > 0) return rule;
  if (rule.frequency === 'DAILY') return rule;
  if (rule.frequency === 'WEEKLY' || rule.byWeekNumber.length > 0) return { ...rule, byDay };
  const byMonth = rule.frequency === 'YEARLY' && rule.byMonth.length === 0 ? [first.month] : rule.byMonth;
  return { ...rule, byMonth, byMonthDay: [first.day] };
}

function matcher(rule: RecurrenceRule): (day: Day) => boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNumber, byDay } = rule;
  const inMonth = rule.frequency === 'MONTHLY' || byMonth.length > 0;
  return (day) =>
    (byMonth.length === 0 || byMonth.includes(day.month)) &&
    (byDay.length === 0 || byDay.some((wanted) => isNthWeekday(day, wanted, inMonth))) &&
    (byMonthDay.length === 0 || counts(byMonthDay, day.day, monthLength(day))) &&
    (byYearDay.length === 0 || counts(byYearDay, yearDay(day), yearLength(day.year))) &&
    (byWeekNumber.length === 0 || counts(byWeekNumber, ...weekOf(day, rule.weekStart)));
}

/** Whether a position, from the front or from the back, is among the wanted ones. */
function counts(wanted: readonly number[], position: number, length: number): boolean {
  return wanted.includes(position) || wanted.includes(position - length - 1);
}

function isNthWeekday(day: Day, { weekday, nth }: WeekdayOrdinal, inMonth: boolean): boolean {
  if (day.weekday !== weekday) return false;
  if (nth === 0) return true;
  const position = inMonth ? day.day : yearDay(day);
  const length = inMonth ? monthLength(day) : yearLength(day.year);
  return nth > 0 ? Math.ceil(position / 7) === nth : Math.ceil((length - position + 1) / 7) === -nth;
}

function monthLength({ year, month }: Day): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

function yearDay(day: Day): number {
  return day.number - dayNumber(day.year, 1, 1) + 1;
}

function yearLength(year: number): number {
  return dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1);
}

/** The number of the day's week, and how many weeks its year has. Week 1 has four days of the year or more. */
function weekOf(day: Day, weekStart: number): [week: number, weeksInYear: number] {
  const next = firstWeek(day.year + 1, weekStart);
  const own = firstWeek(day.year, weekStart);
  if (day.number >= next) return [1, (firstWeek(day.year + 2, weekStart) - next) / 7];
  if (day.number >= own) return [Math.floor((day.number - own) / 7) + 1, (next - own) / 7];
  const previous = firstWeek(day.year - 1, weekStart);
  return [Math.floor((day.number - previous) / 7) + 1, (own - previous) / 7];
}

/** The day on which week 1 begins: the week that holds 4 January. */
function firstWeek(year: number, weekStart: number): number {
  const fourth = dayOf(dayNumber(year, 1, 4));
  return fourth.number - ((fourth.weekday - weekStart + 7) % 7);
}

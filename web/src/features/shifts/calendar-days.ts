import { shiftDays } from '../../i18n/time-formats.ts';
import { weekStart } from '../../i18n/week.ts';
import type { CalendarView } from './calendar-search.ts';

/** A day of the calendar as 2026-11-14. Days are counted in UTC, where none is longer or shorter. */
export type Day = string;
const dayMs = 86_400_000;

const noonOf = (day: Day) => Date.parse(`${day}T12:00:00Z`);

export function addDays(day: Day, days: number): Day {
  return new Date(noonOf(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day of another month, or its last where the month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1, 12));
  const last = new Date(Date.UTC(year, month + months, 0, 12)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** `first`: the weekday on which weeks begin, 0 is Monday. */
export function weekOf(day: Day, first: number): Day[] {
  const start = weekStart(day, first);
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

/** Whole weeks that show every day of the month. */
export function monthOf(day: Day, first: number): Day[][] {
  const month = day.slice(0, 7);
  const weeks = [weekOf(`${month}-01`, first)];
  for (;;) {
    const next = addDays(weeks.at(-1)?.[0] ?? day, 7);
    if (!next.startsWith(month)) return weeks;
    weeks.push(weekOf(next, first));
  }
}

export function step(view: CalendarView, day: Day, by: 1 | -1): Day {
  if (view === 'month') return addMonths(day, by);
  return addDays(day, by * (view === 'week' ? 7 : 1));
}

/**
 * The instants between which shifts of these days go on. A day more at either end: it is another date elsewhere, and
 * days are those of the shift's own zone.
 */
export function boundsOf(days: readonly Day[]): { ends_after: string; to: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return { ends_after: `${addDays(first, -1)}T00:00:00Z`, to: `${addDays(last, 2)}T00:00:00Z` };
}

/** Shifts by the days on which they go on, each in its own zone. */
export function byDays<Shift extends Parameters<typeof shiftDays>[0]>(
  shifts: readonly Shift[],
): Map<Day, Shift[]> {
  const found = new Map<Day, Shift[]>();
  for (const shift of shifts)
    for (const day of shiftDays(shift)) found.set(day, [...(found.get(day) ?? []), shift]);
  return found;
}

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

export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(noonOf(day)).getUTCDay() + 6) % 7));
}

export function weekOf(day: Day): Day[] {
  const monday = mondayOf(day);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** Whole weeks that show every day of the month. */
export function monthOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: Day[][] = [];
  for (
    let week = weekOf(first);
    week[0] !== undefined && (weeks.length === 0 || week[0].startsWith(day.slice(0, 7)));
    week = weekOf(addDays(week[0], 7))
  )
    weeks.push(week);
  return weeks;
}

export function step(view: CalendarView, day: Day, by: 1 | -1): Day {
  if (view === 'month') return addMonths(day, by);
  return addDays(day, by * (view === 'week' ? 7 : 1));
}

/**
 * The instants between which shifts of these days begin. A day more at either end: it is another date elsewhere, and
 * days are those of the shift's own zone.
 */
export function boundsOf(days: readonly Day[]): { from: string; to: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return { from: `${addDays(first, -1)}T00:00:00Z`, to: `${addDays(last, 2)}T00:00:00Z` };
}

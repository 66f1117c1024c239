import { type Day, isDay, plusDays, plusMonths, shiftDays, type Timed } from '../../time/calendar.ts';

export function step(view: CalendarView, day: Day, by: 1 | -1): Day {
  if (view === 'month') return plusMonths(day, by);
  return plusDays(day, by * (view === 'week' ? 7 : 1));
}

/**
 * The instants between which shifts of these days go on. A day more at either end: it is another date elsewhere, and
 * days are those of the shift's own zone.
 */
export function dayBounds(days: readonly Day[]): { ends_after: string; to: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return { ends_after: `${plusDays(first, -1)}T00:00:00Z`, to: `${plusDays(last, 2)}T00:00:00Z` };
}

/** Shifts by the days on which they go on, each in its own zone. */
export function byDays<Shift extends Timed>(shifts: readonly Shift[]): Map<Day, Shift[]> {
  const found = new Map<Day, Shift[]>();
  for (const shift of shifts)
    for (const day of shiftDays(shift)) found.set(day, [...(found.get(day) ?? []), shift]);
  return found;
}

export const calendarViews = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What the calendar shows, from the address. */
interface CalendarSearch {
  readonly view?: CalendarView;
  /** 2026-11-14 */
  readonly day?: string;
}

export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((one) => one === search['view']);
  const { day } = search;
  return { ...(view !== undefined && { view }), ...(isDay(day) && { day }) };
}

import { type Day, isDay, monthOf, plusDays, plusMonths, weekOf } from '../../time/calendar.ts';
import { type Filters, filtersIn, isOn } from './filters.ts';

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

export const calendarViews = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The days that a view shows. */
export function daysShown(view: CalendarView, day: Day, firstWeekday: number): Day[] {
  if (view === 'month') return monthOf(day, firstWeekday).flat();
  return view === 'week' ? weekOf(day, firstWeekday) : [day];
}

/** What the calendar shows, as it is in the address. */
export interface CalendarSearch extends Filters {
  readonly view?: CalendarView;
  /** 2026-11-14 */
  readonly day?: string;
  /** Only the reader's own shifts. */
  readonly own?: true;
}

export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((one) => one === search['view']);
  const { day, own } = search;
  return {
    ...filtersIn(search),
    ...(view !== undefined && { view }),
    ...(isDay(day) && { day }),
    ...(isOn(own) && { own: true as const }),
  };
}

import { isDay } from '../../time/calendar.ts';
export const calendarViews = ['month', 'week', 'day'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What the calendar shows, as it stands in the address. */
export interface CalendarSearch {
  readonly view?: CalendarView;
  /** 2026-11-14 */
  readonly day?: string;
}

export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((one) => one === search['view']);
  const { day } = search;
  return { ...(view !== undefined && { view }), ...(isDay(day) && { day }) };
}

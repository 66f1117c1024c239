import {
  dayKey,
  dayMs,
  dayStart,
  isoOf,
  msOf,
  plusDays,
  type Timed,
  weekdayOf,
} from '../../time/calendar.ts';
import { type Filters, filtersIn } from './filters.ts';

export const spans = ['today', 'week', 'weekend', 'month'] as const;
type Span = (typeof spans)[number];

export interface BoardSearch extends Filters {
  readonly when?: Span;
}

export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const when = spans.find((span) => span === search['when']);
  return { ...filtersIn(search), ...(when !== undefined && { when }) };
}

interface Bounds {
  readonly ends_after: string;
  readonly to?: string;
}

/** Sign-up is closed for what has started, so it has no free spots to find. */
export const startBounds = ({ ends_after: from, ...rest }: Bounds) => ({ from, ...rest });

/**
 * The bounds of a span for someone whose clock shows `now`: what goes on in it, also what has begun before. Quarters of
 * an hour, so that who comes back to a list finds it as it was.
 */
export function spanBounds(when: Span | undefined, nowMs: number, zone: string): Bounds {
  const since = isoOf(quarterOf(nowMs));
  const today = dayKey(nowMs, zone);
  const midnight = (days: number) => dayStart(plusDays(today, days), zone);
  const until = (to: string, from = since) => ({ ends_after: from, to });
  switch (when) {
    case undefined:
      return { ends_after: since };
    case 'today':
      return until(midnight(1));
    case 'week':
      return until(isoOf(msOf(since) + 7 * dayMs));
    case 'month':
      return until(isoOf(msOf(since) + 28 * dayMs));
    case 'weekend': {
      const toSaturday = 5 - weekdayOf(today);
      return until(midnight(toSaturday + 2), toSaturday > 0 ? midnight(toSaturday) : since);
    }
  }
}

export const quarterOf = (nowMs: number) => Math.floor(nowMs / 900_000) * 900_000;

/**
 * What is not over yet, by the day at its place. What has begun on an earlier day is under today for as long as it
 * goes on.
 */
export function comingByDay<Shift extends Timed>(
  shifts: readonly Shift[],
  nowMs: number,
): Map<string, Shift[]> {
  const days = new Map<string, Shift[]>();
  for (const shift of shifts) {
    if (msOf(shift.end_time) <= nowMs) continue;
    const today = dayKey(nowMs, shift.time_zone);
    const start = dayKey(shift.start_time, shift.time_zone);
    const day = start < today ? today : start;
    days.set(day, [...(days.get(day) ?? []), shift]);
  }
  return new Map([...days].sort(([one], [other]) => (one < other ? -1 : 1)));
}

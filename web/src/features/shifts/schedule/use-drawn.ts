import { useDeferredValue, useMemo } from 'react';
import type { Day } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';

/** What a calendar draws, in pieces between which keys and scrolling are answered: for a moment, what it showed before. */
export function useDrawn<View>(
  view: View,
  days: readonly Day[],
  day: Day,
  name: string,
  shifts: readonly Shift[] | undefined,
) {
  const newest = useMemo(() => ({ view, days, day, name, shifts }), [view, days, day, name, shifts]);
  return useDeferredValue(newest);
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDelayedAbout } from '../../../api/delayed-changes.ts';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import { useToday } from '../../../time/hooks.ts';
import { quarterOf } from '../board-search.ts';
import { useCalendarShifts } from '../calendar-shifts.ts';
import { queryOf } from '../filters.ts';
import type { Shift } from '../shift.ts';
import type { PlanSearch } from './plan-search.ts';

/** All shifts of some days, drafts and cancelled ones too: the service gives one status at a time. */
export function usePlan({ mine: _, ...search }: PlanSearch, days: readonly string[]) {
  const wants = (status: Shift['status']) => ({
    status,
    // Cancelled shifts need no one and have no spots.
    isWanted:
      (search.status === undefined || search.status === status) &&
      (search.staffing === undefined || status !== 'cancelled'),
  });
  const published = useCalendarShifts(days, search, wants('published'));
  const drafts = useCalendarShifts(days, search, wants('draft'));
  const cancelled = useCalendarShifts(days, search, wants('cancelled'));
  const all = [published, drafts, cancelled];
  const [a, b, c] = all.map(({ query }) => (query.isEnabled ? query.data : undefined));
  const delayed = useDelayedAbout();
  const shifts = useMemo(
    () =>
      [...(a ?? []), ...(b ?? []), ...(c ?? [])].map(
        (shift): Shift => (delayed.has(`shift ${shift.id}`) ? { ...shift, status: 'cancelled' } : shift),
      ),
    [a, b, c, delayed],
  );
  return {
    shifts: all.some(({ query }) => query.isEnabled && query.data === undefined) ? undefined : shifts,
    isCut: all.some(({ isCut }) => isCut),
    error: all.find(({ query }) => query.error !== null)?.query.error ?? null,
    retry: () => void Promise.all(all.map(({ query }) => query.isEnabled && query.refetch())),
  };
}

export function useList(search: PlanSearch) {
  const organization_id = useOrganizationId();
  const today = useToday(useOrganizationZone());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the date is what makes "now" another one
  const now = useMemo(() => isoOf(quarterOf(Date.now())), [today]);
  return useInfiniteQuery({
    ...apiPages('/api/v1/shifts', {
      query: {
        organization_id,
        ...queryOf(search, false),
        limit: 100,
        status: search.status ?? 'all',
        ...(search.past ? { to: now, sort: '-start_time' as const } : { ends_after: now }),
      },
    }),
    ...useFreshness(),
  });
}

export interface Selection {
  readonly chosen: ReadonlyMap<number, Shift>;
  choose(shifts: readonly Shift[], isChosen: boolean): void;
}

import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useFreshness } from '../../api/live.ts';
import { useOrganizations } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import type { Day } from '../../time/calendar.ts';
import { byDays, dayBounds } from './calendar-days.ts';

export type Shift = Schemas['Shift'];

/** More on one screen no one reads: a week or a day shows them. */
const mostShifts = 1_000;

/** The shifts of some days, by the day at their place. A calendar shows all of them, so every page is fetched. */
export function useCalendarShifts(days: readonly Day[]) {
  const { current: organization, isLoading } = useOrganizations();
  const query = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/calendar', {
      query: {
        ...dayBounds(days),
        status: 'published',
        limit: 1_000,
        ...(organization !== undefined && { organization_id: organization.id }),
      },
    }),
    enabled: !isLoading,
    ...useFreshness(),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isCut = (data?.length ?? 0) >= mostShifts && hasNextPage;
  const goesOn = hasNextPage && !isCut && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const byDay = useMemo(() => byDays(data ?? []), [data]);
  return { query, byDay, isCut };
}

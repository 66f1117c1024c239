import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFreshness } from '../../api/live.ts';
import { useIsPerson, useOrganizations } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import type { Day } from '../../time/calendar.ts';
import { dayBounds } from './calendar-days.ts';
import { type Filters, queryOf } from './filters.ts';
import type { Shift } from './shift.ts';

/** More on one screen no one reads: a week or a day shows them. */
const mostShifts = 2_000;

interface Wanted {
  readonly status?: Shift['status'];
  readonly isWanted?: boolean;
}

/** The shifts of some days. A calendar shows all of them, so every page is fetched. */
export function useCalendarShifts(
  days: readonly Day[],
  filters: Filters,
  { status = 'published', isWanted = true }: Wanted = {},
) {
  const { current: organization, isLoading } = useOrganizations();
  const isPerson = useIsPerson();
  const query = useInfiniteQuery({
    ...apiPages('/api/v1/shifts/calendar', {
      query: {
        ...dayBounds(days),
        status,
        limit: 1_000,
        ...(organization !== undefined && { organization_id: organization.id }),
        ...queryOf(filters, isPerson),
      },
    }),
    enabled: isWanted && !isLoading,
    ...useFreshness(),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isCut = (data?.length ?? 0) >= mostShifts && hasNextPage;
  const goesOn = hasNextPage && !isCut && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return { query, isCut };
}

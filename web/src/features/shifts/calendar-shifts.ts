import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useFreshness } from '../../api/live.ts';
import { useMembership } from '../../api/me.ts';
import { apiPages } from '../../api/query.ts';
import { boundsOf, byDays, type Day } from './calendar-days.ts';

export type Shift = Schemas['Shift'];

/** The shifts of some days, by the day at their place. A calendar shows all of them, so every page is fetched. */
export function useCalendarShifts(days: readonly Day[]) {
  const { organization } = useMembership();
  const query = useInfiniteQuery({
    ...apiPages('/api/v1/shifts', {
      query: {
        ...boundsOf(days),
        status: 'published',
        limit: 200,
        ...(organization !== undefined && { organization_id: organization.id }),
      },
    }),
    ...useFreshness(),
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const byDay = useMemo(() => byDays(data ?? []), [data]);
  return { query, byDay };
}

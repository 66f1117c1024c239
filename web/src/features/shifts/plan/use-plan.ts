import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFreshness } from '../../../api/live.ts';
import { useOrganizationId, useOrganizationZone } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import { isoOf, msOf, plusDays, weekStart } from '../../../time/calendar.ts';
import { useFirstWeekday, useToday } from '../../../time/hooks.ts';
import { quarterOf } from '../board-search.ts';
import { dayBounds } from '../calendar-days.ts';
import { type PlanSearch, statuses } from './plan-search.ts';

export type Shift = Schemas['Shift'];

/** The first day of the week that is shown; this week where the address names none. */
export function useWeekStart({ week }: PlanSearch): string {
  const today = useToday(useOrganizationZone());
  return weekStart(week ?? today, useFirstWeekday());
}

function filtersOf({ q, program }: PlanSearch, organization_id: number) {
  return {
    organization_id,
    limit: 200,
    ...(q !== undefined && { q: q.trim() }),
    ...(program !== undefined && { program_id: program }),
  };
}

/** All shifts of a week, drafts and cancelled ones too: the service gives one status at a time. */
export function useWeek(search: PlanSearch, start: string) {
  const filters = filtersOf(search, useOrganizationId());
  const freshness = useFreshness();
  const bounds = dayBounds([start, plusDays(start, 6)]);
  const wanted = search.status === undefined ? statuses : [search.status];
  const results = useQueries({
    queries: wanted.map((status) => ({
      ...apiQuery('/api/v1/shifts', { query: { ...filters, ...bounds, status } }),
      ...freshness,
    })),
  });
  const isReady = results.every(({ data }) => data !== undefined);
  const shifts = isReady
    ? results.flatMap(({ data }) => data?.items ?? []).sort((a, b) => msOf(a.start_time) - msOf(b.start_time))
    : undefined;
  return {
    shifts,
    /** A page holds 200; a week with more is searched, not read. */
    isCut: results.some(({ data }) => data?.next_cursor !== null && data !== undefined),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

export function useList(search: PlanSearch) {
  const filters = filtersOf(search, useOrganizationId());
  const today = useToday(useOrganizationZone());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the date is what makes "now" another one
  const now = useMemo(() => isoOf(quarterOf(Date.now())), [today]);
  return useInfiniteQuery({
    ...apiPages('/api/v1/shifts', {
      query: {
        ...filters,
        limit: 100,
        status: search.status ?? 'published',
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

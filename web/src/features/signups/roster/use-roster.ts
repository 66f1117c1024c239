import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDelayedAbout } from '../../../api/delayed-changes.ts';
import { useFreshness } from '../../../api/live.ts';
import { apiPages, useAllPages } from '../../../api/query.ts';

export type Shift = Schemas['Shift'];
export type Attendance = Schemas['AttendanceRecord'];

/** Someone on the roster, and what is known of their coming. */
export type RosterPerson = Schemas['RosterRow'] & { readonly attendance: Attendance | undefined };

/** In large pages: a roster is searched and sorted as a whole. */
const query = { limit: 1_000 };

export const rosterPages = (id: number) => ({
  ...apiPages('/api/v1/shifts/{id}/roster', { path: { id }, query }),
  meta: { isReadWhole: true },
});

/** Everyone who is or was on a shift, kept fresh. */
export function useRoster(id: number) {
  const signups = useAllPages(useInfiniteQuery({ ...rosterPages(id), ...useFreshness() }));
  const delayed = useDelayedAbout();
  const people = useMemo(
    () =>
      signups.data?.map((row): RosterPerson => {
        const attendance = row.attendance ?? undefined;
        const status = delayed.has(`registration ${row.id}`) ? 'cancelled' : row.status;
        return { ...row, status, attendance };
      }),
    [signups.data, delayed],
  );
  return { people, signups };
}

/** What comes with the roster: whether anyone was asked to take the shift, and the notes for the team. */
export function useAroundRoster(id: number): {
  readonly isAnyoneAsked: boolean;
  readonly notes: string | null;
} {
  const first = useInfiniteQuery({ ...rosterPages(id), select: ({ pages }) => pages[0] });
  const roster = first.data as Schemas['AttendedRoster'] | undefined;
  return { isAnyoneAsked: (roster?.asked ?? 0) > 0, notes: roster?.team_notes ?? null };
}

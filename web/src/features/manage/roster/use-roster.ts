import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schemas } from '../../../api/client.ts';
import { useFreshness } from '../../../api/live.ts';
import { apiPages } from '../../../api/query.ts';
import { useAllPages } from '../all-pages.ts';

export type Shift = Schemas['Shift'];
export type Attendance = Schemas['AttendanceRecord'];

/** Somebody on the roster, and what is known of their coming. */
export type RosterPerson = Schemas['RosterRow'] & { readonly attendance: Attendance | undefined };

const query = { limit: 200 };

export const rosterPages = (id: number) => apiPages('/api/v1/shifts/{id}/signups', { path: { id }, query });
export const attendancePages = (id: number) =>
  apiPages('/api/v1/shifts/{id}/attendance', { path: { id }, query });

/** Everybody who is or was on a shift, kept fresh. */
export function useRoster(id: number) {
  const freshness = useFreshness();
  const signups = useAllPages(useInfiniteQuery({ ...rosterPages(id), ...freshness }));
  const attendance = useAllPages(useInfiniteQuery({ ...attendancePages(id), ...freshness }));
  const people = useMemo(() => {
    if (signups.data === undefined) return undefined;
    const records = new Map(attendance.data?.map((record) => [record.registration_id, record]));
    return signups.data.map((row): RosterPerson => ({ ...row, attendance: records.get(row.id) }));
  }, [signups.data, attendance.data]);
  return { people, signups, attendance };
}

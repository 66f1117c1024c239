import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFreshness } from './live.ts';
import { useIsPerson } from './me.ts';
import { type OwnShifts, ownShifts } from './own-shifts.ts';
import { apiQuery } from './query.ts';

export type MyRegistration = Schemas['MyRegistration'];

/** The newest registrations first: what is ahead, and enough of what is behind to check out after the end. */
const myRegistrations = apiQuery('/api/v1/me/registrations', { query: { when: 'all', limit: 200 } });

export function useMyRegistrations() {
  return useQuery({ ...myRegistrations, enabled: useIsPerson(), ...useFreshness() });
}

/** The person's living registration for a shift; undefined also for visitors. */
export function registrationFor(
  registrations: readonly MyRegistration[] | undefined,
  shiftId: number,
): MyRegistration | undefined {
  return registrations?.find(({ shift_id, status }) => shift_id === shiftId && status !== 'cancelled');
}

/** For a mark in lists and calendars. */
export function useOwnShifts(): OwnShifts {
  const { data } = useMyRegistrations();
  return useMemo(() => ownShifts(data?.items ?? []), [data]);
}

/** All that a change of a registration makes old. */
export function staleAfterChange(...shiftIds: readonly number[]) {
  return [
    ['/api/v1/me/registrations'],
    ['/api/v1/shifts'],
    ['/api/v1/shifts/calendar'],
    ...shiftIds.map((id) => ['/api/v1/shifts/{id}', { path: { id } }] as const),
    ['/api/v1/shifts/{id}/eligibility'],
    ['/api/v1/me/journeys'],
  ] as const;
}

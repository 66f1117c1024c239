import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';

export type AttendanceRecord = Schemas['AttendanceRecord'];
const keyOf = (shiftId: number) => ['own attendance', shiftId] as const;

/** When a volunteer may check in and out without help, as the service has it. */
export const opensBeforeMs = 30 * 60_000;
export const closesAfterMs = 60 * 60_000;

export function isDoorOpen(
  { start_time, end_time }: Pick<Schemas['Shift'], 'start_time' | 'end_time'>,
  nowMs: number,
) {
  return nowMs >= Date.parse(start_time) - opensBeforeMs && nowMs <= Date.parse(end_time) + closesAfterMs;
}

/**
 * Checking oneself in and out. The API tells nobody below the desk how their attendance stands, so `record` is what
 * this page has heard since it was opened; both acts can be repeated, and answer with the record.
 */
export function useAttendance(shiftId: number) {
  const cache = useQueryClient();
  const { data: record } = useQuery<AttendanceRecord>({
    queryKey: keyOf(shiftId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const hear = ({ attendance }: { attendance: AttendanceRecord }) =>
    cache.setQueryData(keyOf(attendance.shift_id), attendance);
  const invalidates = [['/api/v1/me/hours'], ['/api/v1/me/journeys'], ['/api/v1/me/badges']];
  const checkIn = useApiMutation('post', '/api/v1/shifts/{id}/checkin', { onSuccess: hear, invalidates });
  const checkOut = useApiMutation('post', '/api/v1/shifts/{id}/checkout', { onSuccess: hear, invalidates });
  return { record, checkIn, checkOut };
}

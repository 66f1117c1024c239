import type { Schemas } from '@muster/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsPerson, useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { msOf } from '../../time/calendar.ts';

export type AttendanceRecord = Schemas['AttendanceRecord'];

/** When a volunteer may check in and out without help, as the service has it. */
export const opensBeforeMs = 30 * 60_000;
const closesAfterMs = 60 * 60_000;

export function isCheckInOpen(
  { start_time, end_time }: Pick<Schemas['Shift'], 'start_time' | 'end_time'>,
  nowMs: number,
) {
  return nowMs >= msOf(start_time) - opensBeforeMs && nowMs <= msOf(end_time) + closesAfterMs;
}

/** Checking oneself in and out, with the current record; none while the person is only expected. */
export function useAttendance(shiftId: number) {
  const cache = useQueryClient();
  const options = apiQuery('/api/v1/me/attendance', { query: { shift_id: shiftId } });
  const { data } = useQuery({ ...options, enabled: useIsPerson() });
  const record = data?.items.find(({ status }) => status === 'checked_in' || status === 'checked_out');
  const showRecord = ({ attendance }: { attendance: AttendanceRecord }) =>
    cache.setQueryData(options.queryKey, { items: [attendance], next_cursor: null });
  const invalidates = [['/api/v1/me/hours'], ['/api/v1/me/journeys'], ['/api/v1/me/badges']];
  const checkIn = useApiMutation('post', '/api/v1/shifts/{id}/checkin', {
    onSuccess: showRecord,
    invalidates,
  });
  const checkOut = useApiMutation('post', '/api/v1/shifts/{id}/checkout', {
    onSuccess: showRecord,
    invalidates,
  });
  const me = useMe();
  const checkMeIn = (code?: string, onSuccess?: () => void) => {
    if (me === undefined) return;
    const body = { user_id: me.id, ...(code !== undefined && { code }) };
    checkIn.mutate({ path: { id: shiftId }, body }, { ...(onSuccess && { onSuccess }) });
  };
  const isCheckingIn = checkIn.isPending || me === undefined;
  return { record, checkMeIn, isCheckingIn, checkInError: checkIn.error, checkOut };
}

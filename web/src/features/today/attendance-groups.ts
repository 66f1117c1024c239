import type { Schemas } from '@muster/client';
import { msOf } from '../../time/calendar.ts';

const lateAfterMs = 15 * 60_000;
export const attendanceGroups = ['missing', 'late', 'expected', 'in', 'out'] as const;
export type AttendanceGroup = (typeof attendanceGroups)[number];

type Shift = Pick<
  Schemas['ShiftAttendance'],
  'start_time' | 'expected' | 'checked_in' | 'late' | 'checked_out' | 'no_show'
>;
type People = Shift['expected'];

/** Before the shift people are expected; some minutes into it, people who aren't there are missing. */
export function peopleByGroup(shift: Shift, nowMs: number): Record<AttendanceGroup, People> {
  const none: People = { count: 0, names: [] };
  const isLate = msOf(shift.start_time) + lateAfterMs < nowMs;
  return {
    missing: isLate ? together(shift.no_show, shift.expected) : shift.no_show,
    late: shift.late,
    expected: isLate ? none : shift.expected,
    in: shift.checked_in,
    out: shift.checked_out,
  };
}

const together = (one: People, other: People): People => ({
  count: one.count + other.count,
  names: [...one.names, ...other.names],
});

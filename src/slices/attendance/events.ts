import { defineEvent } from '#kernel/event.ts';

const record = {
  attendance_id: 501,
  registration_id: 501,
  shift_id: 7,
  user_id: 42,
  status: 'checked_in',
  checked_in_at: '2026-11-14T13:55:00.000Z' as string | null,
  checked_out_at: null as string | null,
  minutes: null as number | null,
  late: false,
  method: 'self',
};
export type AttendanceEventData = typeof record;

export const checkedIn = defineEvent('shift.checkin', record);
export const checkedOut = defineEvent('shift.checkout', {
  ...record,
  status: 'checked_out',
  checked_out_at: '2026-11-14T18:02:00.000Z' as string | null,
  minutes: 247 as number | null,
});
export const noShow = defineEvent('shift.no_show', {
  ...record,
  status: 'no_show',
  checked_in_at: null as string | null,
  method: 'job',
});

export const attendanceCorrected = defineEvent('shift.attendance_corrected', {
  ...record,
  status: 'expected',
  checked_in_at: null as string | null,
  method: '',
});

export const hoursVerified = defineEvent('shift.hours_verified', {
  ...record,
  status: 'checked_out',
  checked_out_at: '2026-11-14T18:02:00.000Z' as string | null,
  minutes: 247 as number | null,
  verified_by: 3 as number | null,
});

export const attendanceEvents = [checkedIn, checkedOut, noShow, attendanceCorrected, hoursVerified];

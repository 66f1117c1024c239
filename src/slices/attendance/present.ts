import { formatOptionalInstant } from '#kernel/time.ts';
import type { AttendanceEventData } from './events.ts';
import type { AttendanceBody } from './schema.ts';
import type { AttendanceRow } from './sql/records.ts';

export function presentRecord(row: AttendanceRow): AttendanceBody {
  return {
    id: row.registration_id,
    shift_id: row.shift_id,
    user_id: row.user_id,
    registration_id: row.registration_id,
    status: row.status,
    checked_in_at: formatOptionalInstant(row.checked_in_at),
    checked_out_at: formatOptionalInstant(row.checked_out_at),
    minutes: row.minutes,
    late: row.late,
    method: row.method,
    metadata: row.metadata,
    verified_by: row.verified_by,
    verified_at: formatOptionalInstant(row.verified_at),
    note: row.note,
    flags: [...new Set(row.flags)],
    user_name: row.user_name,
  };
}

export function eventData(row: AttendanceRow): AttendanceEventData {
  return {
    attendance_id: row.registration_id,
    registration_id: row.registration_id,
    shift_id: row.shift_id,
    user_id: row.user_id,
    status: row.status,
    checked_in_at: formatOptionalInstant(row.checked_in_at),
    checked_out_at: formatOptionalInstant(row.checked_out_at),
    minutes: row.minutes,
    late: row.late,
    method: row.method ?? '',
  };
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatOptionalInstant } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import type { AttendanceEventData } from '../events.ts';
import type { AttendanceBody } from '../schema/attendance.ts';
import { type AttendanceRow, selectOwnRecords, selectRecords } from '../sql/records.ts';

const ofShift = cursorsOf('attendance', ['number']);
const ofPerson = cursorsOf('my-attendance', ['instant', 'number']);

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

export interface AttendanceQueryInput {
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: string;
}

export async function readAttendance(
  db: Database['db'],
  call: Call,
  shiftId: number,
  query: AttendanceQueryInput,
) {
  const shift = await findShift(db, shiftId);
  if (!shift) throw refuse('not_found');
  const thing = shift.status === 'draft' ? 'private' : 'public';
  const grant = await authorize(db, call, 'attendance.read', shift.organization_id, thing);
  const limit = query.limit ?? 50;
  const after = ofShift.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectRecords(db, grant, shiftId, { status: query.status, after, limit });
  return toPage(ofShift, rows, limit, (row) => [row.registration_id], presentRecord);
}

export interface OwnAttendanceInput {
  readonly limit?: number;
  readonly cursor?: string;
  readonly shift_id?: number;
}

export async function readOwnAttendance(db: Database['db'], userId: number, query: OwnAttendanceInput) {
  const limit = query.limit ?? 50;
  const keys = ofPerson.decode(query.cursor);
  const after = keys && { start: Temporal.Instant.from(keys[0] as string), id: keys[1] as number };
  const rows = await selectOwnRecords(db, userId, { shiftId: query.shift_id, after, limit });
  return toPage(
    ofPerson,
    rows,
    limit,
    (row) => [row.start_time.toString(), row.registration_id],
    presentRecord,
  );
}

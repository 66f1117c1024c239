import type { Call } from '#kernel/call.ts';
import { formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { openShift } from '#slices/shifts/index.ts';
import { presentRecord } from '../present.ts';
import { selectHeldAttendance } from '../sql/attended.ts';
import { selectOwnRecords, selectRecords } from '../sql/records.ts';

/** The part of these tables in everything that is held on a person. */
export async function readHeldOnPerson(db: Reader, userId: number) {
  const attendance = await selectHeldAttendance(db, userId);
  return {
    attendance: attendance.map((row) => ({
      ...row,
      checked_in_at: formatOptionalInstant(row.checked_in_at),
      checked_out_at: formatOptionalInstant(row.checked_out_at),
      verified_at: formatOptionalInstant(row.verified_at),
    })),
  };
}

const ofShift = cursorsOf('attendance', ['number']);
const ofPerson = cursorsOf('my-attendance', ['instant', 'number']);

export interface AttendanceQueryInput {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: string;
}

export async function readAttendance(db: Reader, call: Call, shiftId: number, query: AttendanceQueryInput) {
  const { grant } = await openShift(db, call, shiftId, 'attendance.read');
  const { limit } = query;
  const after = ofShift.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectRecords(db, grant, shiftId, { status: query.status, after, limit });
  return toPage(ofShift, rows, limit, (row) => [row.registration_id], presentRecord);
}

export interface OwnAttendanceInput {
  readonly limit: number;
  readonly cursor?: string;
  readonly shift_id?: number;
}

export async function readOwnAttendance(db: Reader, userId: number, query: OwnAttendanceInput) {
  const { limit } = query;
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

import { formatOptionalInstant } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import { selectHeldAttendance } from '../sql/held.ts';

/** The part of these tables in everything that is held on a person. */
export async function readHeldOnPerson(db: Database['db'], userId: number) {
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

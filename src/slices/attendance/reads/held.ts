import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import { always } from '../rules/period.ts';
import { selectHeldAttendance } from '../sql/held.ts';
import { selectPersonalHours } from '../sql/hours-lists.ts';
import { selectLettersOf } from '../sql/letters.ts';

/** The part of these tables in everything that is held on a person. */
export async function readHeldOnPerson(db: Database['db'], userId: number) {
  const attendance = await selectHeldAttendance(db, userId);
  const letters = await selectLettersOf(db, userId);
  return {
    attendance: attendance.map((row) => ({
      ...row,
      checked_in_at: formatOptionalInstant(row.checked_in_at),
      checked_out_at: formatOptionalInstant(row.checked_out_at),
      verified_at: formatOptionalInstant(row.verified_at),
    })),
    hours: await selectPersonalHours(db, { userId, period: always }),
    letters: letters.map((row) => ({ ...row, issued_at: formatInstant(row.issued_at) })),
  };
}

import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import { openShift } from '#slices/shifts/index.ts';
import { shownStatus } from './rules.ts';
import type { MyAskBody } from './schema.ts';
import { type AskRow, selectAsked, selectOfPerson, selectOpenOf } from './sql.ts';

const ofShift = cursorsOf('asks-of-shift', ['number', 'number']);
const ofPerson = cursorsOf('my-asks', ['number']);

/** Whom coordinators have asked to take a shift, and what they said. */
export async function readAsked(db: Reader, call: Call, shiftId: number, query: PageInput) {
  const { shift, grant } = await openShift(db, call, shiftId, 'shifts.manage');
  const after = ofShift.decode(query.cursor) as [number, number] | undefined;
  const rows = await selectAsked(db, grant, shiftId, { after, limit: query.limit });
  const { start_time, status: shift_status } = shift;
  return toPage(
    ofShift,
    rows,
    query.limit,
    (row) => [row.ask_id, row.user_id],
    ({ expires_at, registration_status, ...row }) => ({
      ...row,
      status: shownStatus(
        { status: row.status, expires_at, start_time, shift_status, registration_status },
        call.now,
      ),
      asked_at: formatInstant(row.asked_at),
      answered_at: formatOptionalInstant(row.answered_at),
    }),
  );
}

export async function readMyAsks(db: Reader, { userId }: Person, query: PageInput, now: Temporal.Instant) {
  const { limit } = query;
  const rows = await selectOpenOf(db, userId, { now, after: afterOf(ofPerson, query) ?? 0, limit });
  return toPage(ofPerson, rows, limit, (row) => [row.id], presentMine);
}

function presentMine(row: AskRow): MyAskBody {
  const { id, sender_name, organization_name, message, urgent, expires_at, start_time } = row;
  const { role_key, role_name } = row;
  return {
    ...{ id, sender_name, organization_name, message, urgent, role_key, role_name },
    expires_at: formatInstant(expires_at ?? start_time),
    created_at: formatInstant(row.created_at),
    shift: {
      id: row.shift_id,
      title: row.title,
      start_time: formatInstant(start_time),
      end_time: formatInstant(row.end_time),
      time_zone: row.time_zone,
      location: row.location,
      organization_id: row.organization_id,
    },
  };
}

export async function readPersonalData(db: Reader, userId: number) {
  const rows = await selectOfPerson(db, userId);
  return rows.map((row) => ({ ...row, answered_at: formatOptionalInstant(row.answered_at) }));
}

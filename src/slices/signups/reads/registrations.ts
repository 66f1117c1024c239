import type { Call } from '#kernel/call.ts';
import type { Database } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { openShift } from '#slices/shifts/index.ts';
import { presentRegistration } from '../present.ts';
import { selectRoster } from '../sql/registrations.ts';

const ofRoster = cursorsOf('roster', ['number']);

export interface RosterInput {
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: string;
}

export async function readRoster(db: Database['db'], call: Call, shiftId: number, query: RosterInput) {
  await openShift(db, call, shiftId, 'shifts.manage');
  const limit = query.limit ?? 50;
  const after = ofRoster.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectRoster(db, shiftId, { status: query.status, after, limit });
  return toPage(
    ofRoster,
    rows,
    limit,
    (row) => [row.id],
    (row) => ({
      ...presentRegistration(row),
      user_name: row.user_name,
      user_email: row.user_email,
      user_phone: row.user_phone,
    }),
  );
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Database } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { countOf, findShift, presentItem, type Result } from '#slices/shifts/index.ts';
import type { BulkRegistrationsBody } from '../schema/bulk.ts';
import type { RegistrationBody } from '../schema/registration.ts';
import { type RegistrationRow, selectRoster } from '../sql/registrations.ts';

export function presentRegistration(row: RegistrationRow): RegistrationBody {
  return {
    id: row.id,
    shift_id: row.shift_id,
    user_id: row.user_id,
    role_id: row.role_id,
    role_key: row.role_key,
    status: row.status,
    waitlist_position: row.waitlist_position,
    offer_expires_at: formatOptionalInstant(row.offer_expires_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    cancelled_at: formatOptionalInstant(row.cancelled_at),
    cancel_reason: row.cancel_reason,
    source: row.source,
    flags: row.flags,
  };
}

const ofRoster = cursorsOf('roster', ['number']);

export interface RosterInput {
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: string;
}

export async function readRoster(db: Database['db'], call: Call, shiftId: number, query: RosterInput) {
  const shift = await findShift(db, shiftId);
  if (!shift) throw refuse('not_found');
  await authorize(
    db,
    call,
    'shifts.manage',
    shift.organization_id,
    shift.status === 'draft' ? 'private' : 'public',
  );
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

export function presentItems(
  ids: readonly number[],
  results: readonly Result[],
  rows: readonly RegistrationRow[],
): BulkRegistrationsBody {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: ids.map((id, index) => {
      const { status, problem, created_id: other } = presentItem(id, results[index]);
      const row = byId.get(other ?? id);
      const isOwn = row !== undefined && problem === null;
      return { id, status, problem, registration: isOwn ? presentRegistration(row) : null };
    }),
    ...countOf(results),
  };
}

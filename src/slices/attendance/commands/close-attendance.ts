import type { Call } from '#kernel/call.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import { classifyFailure, inTransaction, type Tx } from '#platform/db/index.ts';
import { noteFailure } from '#platform/jobs/isolate.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { checkedOut, noShow } from '../events.ts';
import { closeAttendanceJob } from '../jobs.ts';
import { eventData } from '../present.ts';
import { closesMinutesAfter } from '../rules/check-in.ts';
import {
  type ClosingKind,
  type ClosingScope,
  type ClosingShift,
  claimShift,
  closeForgotten,
  insertNoShows,
  selectToClose,
  setClosed,
} from '../sql/closing.ts';
import { type AttendanceRow, findRecords } from '../sql/records.ts';

export interface Closed {
  readonly shifts: number;
  readonly no_shows: number;
  readonly auto_checkouts: number;
}

const nothing: Closed = { shifts: 0, no_shows: 0, auto_checkouts: 0 };

/** People in one transaction: a festival's roster must not hold locks, or memory, all at once. */
const batch = 500;

/** Shifts that are looked up at once. */
const pageSize = 100;

/** Shifts of one organization that may fail in a run; then it waits for the next one. The others go on. */
const mostFailures = 100;

/**
 * An hour after the end of a shift: who has not come is a no-show, who has not checked out left at the end.
 * Each shift is claimed by one caller; called again, or from two places at once, nothing happens twice.
 */
export async function closeAttendance(
  platform: Platform,
  call: Call,
  { organizationIds, signal }: { organizationIds?: readonly number[]; signal?: AbortSignal | undefined } = {},
): Promise<Closed> {
  const cutoff = call.now.subtract({ minutes: closesMinutesAfter });
  const failed = new Map<number, number>();
  const scope = { cutoff, organizationIds, except: [] as number[], exceptOrganizations: [] as number[] };
  let closed = nothing;
  for (const kind of ['due', 'straggler'] as const) {
    for (;;) {
      const page = await selectToClose(platform.database.db, kind, scope, pageSize);
      if (page.length === 0) break;
      for (const candidate of page) {
        if (signal?.aborted) return closed;
        const step = await closeOne(platform, call, kind, scope, candidate);
        if (typeof step === 'object') closed = add(closed, step);
        else scope.except.push(candidate.id);
        if (step !== 'failed') continue;
        const failures = (failed.get(candidate.organization_id) ?? 0) + 1;
        failed.set(candidate.organization_id, failures);
        if (failures === mostFailures) scope.exceptOrganizations.push(candidate.organization_id);
      }
    }
  }
  return closed;
}

/** A shift that cannot be closed is passed over in this run, so that it does not keep the others open. */
async function closeOne(
  platform: Platform,
  call: Call,
  kind: ClosingKind,
  scope: ClosingScope,
  candidate: Pick<ClosingShift, 'id' | 'organization_id'>,
): Promise<Closed | 'taken' | 'failed'> {
  if (scope.exceptOrganizations.includes(candidate.organization_id)) return 'taken';
  try {
    return await inTransaction(platform.database, {}, async (tx) => {
      const shift = await claimShift(tx, kind, scope, candidate);
      return shift ? await closeBatch(tx, call, shift, scope) : 'taken';
    });
  } catch (error) {
    // A caller who named organizations gets the error.
    if (scope.organizationIds !== undefined || classifyFailure(error) === 'unavailable') throw error;
    await noteFailure(platform, closeAttendanceJob.name, candidate.organization_id, error);
    return 'failed';
  }
}

async function closeBatch(tx: Tx, call: Call, shift: ClosingShift, scope: ClosingScope): Promise<Closed> {
  const { now } = call;
  const missing = shift.status === 'published' ? await insertNoShows(tx, shift, now, batch) : [];
  const forgotten = await closeForgotten(tx, shift, scope, now, batch);
  const rows = await findRecords(tx, [shift.organization_id], [...missing, ...forgotten]);
  const events = rows.map((row) =>
    (row.status === 'no_show' ? noShow : checkedOut)(row.organization_id, eventData(row)),
  );
  await record(tx, now, ...events);
  await writeAudit(tx, call, ...rows.map(auditEntry));
  const isDone = missing.length < batch && forgotten.length < batch;
  if (isDone) await setClosed(tx, shift, now);
  return { shifts: isDone ? 1 : 0, no_shows: missing.length, auto_checkouts: forgotten.length };
}

function auditEntry(row: AttendanceRow): AuditEntry {
  const { status, checked_out_at, minutes } = row;
  return {
    organizationId: row.organization_id,
    action: status === 'no_show' ? 'attendance.no_show' : 'attendance.auto_checked_out',
    objectId: row.registration_id,
    subjectUserId: row.user_id,
    after: status === 'no_show' ? { status } : { status, checked_out_at, minutes },
  };
}

function add(one: Closed, other: Closed): Closed {
  return {
    shifts: one.shifts + other.shifts,
    no_shows: one.no_shows + other.no_shows,
    auto_checkouts: one.auto_checkouts + other.auto_checkouts,
  };
}

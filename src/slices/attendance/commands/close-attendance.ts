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
  type ClosingScope,
  type ClosingShift,
  claimShift,
  claimStraggler,
  closeForgotten,
  insertNoShows,
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
  for (const claim of [claimShift, claimStraggler]) {
    while (!signal?.aborted) {
      const { shift, step } = await closeNext(platform, call, claim, scope);
      if (!shift) break;
      if (step) {
        closed = add(closed, step);
        continue;
      }
      const failures = (failed.get(shift.organization_id) ?? 0) + 1;
      failed.set(shift.organization_id, failures);
      scope.except.push(shift.id);
      if (failures === mostFailures) scope.exceptOrganizations.push(shift.organization_id);
    }
  }
  return closed;
}

/** A shift that cannot be closed is passed over in this run, so that it does not keep the others open. */
async function closeNext(
  platform: Platform,
  call: Call,
  claim: typeof claimShift,
  scope: ClosingScope,
): Promise<{ shift: ClosingShift | undefined; step: Closed | undefined }> {
  let shift: ClosingShift | undefined;
  try {
    const step = await inTransaction(platform.database, {}, async (tx) => {
      shift = await claim(tx, scope);
      return shift && (await closeBatch(tx, call, shift, scope));
    });
    return { shift, step };
  } catch (error) {
    // A caller who named organizations gets the error.
    if (!shift || scope.organizationIds !== undefined || classifyFailure(error) === 'unavailable')
      throw error;
    await noteFailure(platform, closeAttendanceJob.name, shift.organization_id, error);
    return { shift, step: undefined };
  }
}

async function closeBatch(tx: Tx, call: Call, shift: ClosingShift, scope: ClosingScope): Promise<Closed> {
  const { now } = call;
  const missing = shift.status === 'published' ? await insertNoShows(tx, shift, now, batch) : [];
  const forgotten = await closeForgotten(tx, shift, scope, now, batch);
  const rows = await findRecords(tx, [...missing, ...forgotten]);
  const events = rows.map((row) =>
    (row.status === 'no_show' ? noShow : checkedOut)(row.organization_id, eventData(row)),
  );
  await record(tx, now, ...events);
  await writeAudit(tx, call, ...rows.map(auditEntry));
  const isDone = missing.length < batch && forgotten.length < batch;
  if (isDone) await setClosed(tx, shift.id, now);
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

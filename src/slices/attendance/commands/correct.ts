import type { Call } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentRecord } from '../reads.ts';
import { minutesBetween } from '../rules.ts';
import type { AttendanceAnswerBody, CorrectionInput } from '../schema.ts';
import {
  type AttendanceRow,
  type CorrectedValues,
  findRecord,
  lockRecord,
  markVerified,
  removeRecord,
  writeCorrection,
} from '../sql.ts';

/** Puts a record right: a forgotten scan, a wrong time, an appeal against a no-show. Verification starts anew. */
export async function correctAttendance(
  platform: Platform,
  call: Call,
  id: number,
  input: CorrectionInput,
): Promise<AttendanceAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const before = await lockRecord(tx, id);
    if (!before) throw refuse('not_found');
    const grant = await authorize(tx, call, 'attendance.correct', before.organization_id);
    const values = corrected(before, input, call.now);
    if (values.status === 'expected') await removeRecord(tx, grant, id);
    else await writeCorrection(tx, grant, id, values, call.now);
    const after = await findRecord(tx, id);
    if (!after) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId: grant.organizationId,
      action: 'attendance.corrected',
      objectType: 'attendance',
      objectId: id,
      subjectUserId: before.user_id,
      before: stateOf(before),
      after: stateOf(after),
      reason: input.reason ?? null,
    });
    return { success: true, message: 'Corrected.', attendance: presentRecord(after) };
  });
}

function corrected(before: AttendanceRow, input: CorrectionInput, now: Temporal.Instant): CorrectedValues {
  const checkedInAt = pick(input.checked_in_at, before.checked_in_at);
  const checkedOutAt = pick(input.checked_out_at, before.checked_out_at);
  const status = input.status ?? (checkedOutAt ? 'checked_out' : checkedInAt ? 'checked_in' : before.status);
  if (status === 'no_show' || status === 'expected') {
    return { status, checkedInAt: null, checkedOutAt: null, minutes: null, note: noteOf(before, input) };
  }
  if (!checkedInAt) throw refuseField('checked_in_at', 'required', 'is required for this status');
  if (Temporal.Instant.compare(checkedInAt, now) > 0)
    throw refuseField('checked_in_at', 'future', 'must not be in the future');
  if (status === 'checked_in')
    return { status, checkedInAt, checkedOutAt: null, minutes: null, note: noteOf(before, input) };
  if (!checkedOutAt) throw refuseField('checked_out_at', 'required', 'is required for this status');
  if (Temporal.Instant.compare(checkedOutAt, checkedInAt) < 0) {
    throw refuseField('checked_out_at', 'before_checkin', 'must not be before checked_in_at');
  }
  const minutes = input.minutes ?? minutesBetween(checkedInAt, checkedOutAt);
  return { status, checkedInAt, checkedOutAt, minutes, note: noteOf(before, input) };
}

function pick(given: string | null | undefined, present: Temporal.Instant | null): Temporal.Instant | null {
  if (given === undefined) return present;
  return given === null ? null : Temporal.Instant.from(given);
}

function noteOf(before: AttendanceRow, input: CorrectionInput): string | null {
  return input.note === undefined ? before.note : input.note;
}

function stateOf(row: AttendanceRow) {
  const { status, checked_in_at, checked_out_at, minutes } = row;
  return { status, checked_in_at, checked_out_at, minutes };
}

/** A coordinator's word that the hours are right. */
export async function verifyHours(
  platform: Platform,
  call: Call,
  organizationId: number,
  ids: readonly number[],
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'attendance.correct', organizationId);
    const by = call.actor.kind === 'person' ? call.actor.userId : null;
    const verified = await markVerified(tx, grant, ids, by, call.now);
    const entries = verified.map((id) => ({
      organizationId,
      action: 'attendance.verified',
      objectType: 'attendance',
      objectId: id,
    }));
    await writeAudit(tx, call, ...entries);
    return { success: true, message: `${verified.length} verified.`, verified: verified.length };
  });
}

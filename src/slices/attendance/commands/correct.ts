import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { attendanceErrors } from '../errors.ts';
import { attendanceCorrected, checkedIn, checkedOut, hoursVerified, noShow } from '../events.ts';
import { attendanceTexts } from '../messages/index.ts';
import { eventData, presentRecord } from '../present.ts';
import { correct, isSameAttendance } from '../rules/correction.ts';
import type { AttendanceAnswerBody, CorrectionInput } from '../schema.ts';
import {
  type AttendanceRow,
  findRecord,
  findRecords,
  lockRecord,
  markVerified,
  removeRecord,
  writeCorrection,
} from '../sql/records.ts';

/** Puts a record right: a forgotten scan, a wrong time, an appeal against a no-show. What has changed must be verified again. */
export async function correctAttendance(
  platform: Platform,
  call: Call,
  id: number,
  input: CorrectionInput,
): Promise<AttendanceAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const known = await findRecord(tx, id);
    if (!known) throw refuse('not_found');
    const grant = await authorize(tx, call, 'attendance.correct', known.organization_id);
    const before = await lockRecord(tx, grant, id);
    if (!before) throw refuse('not_found');
    requireSpot(call, before);
    const values = correct(before, input, { start: before.start_time, end: before.end_time }, call.now);
    const keepsVerification = isSameAttendance(before, values);
    const changed = !keepsVerification || before.note !== values.note;
    if (!changed) return answer(call, before, changed);
    if (values.status === 'expected') await removeRecord(tx, grant, id);
    else await writeCorrection(tx, grant, id, values, { keepsVerification, now: call.now });
    const after = await findRecord(tx, id);
    if (!after) throw refuse('not_found');
    await record(tx, call.now, ...newsOf(before, after));
    await writeAudit(tx, call, {
      organizationId: grant.organizationId,
      action: 'attendance.corrected',
      objectId: id,
      subjectUserId: before.user_id,
      before: stateOf(before),
      after: stateOf(after),
      reason: input.reason ?? null,
    });
    return answer(call, after, changed);
  });
}

function answer({ language }: Call, row: AttendanceRow, changed: boolean): AttendanceAnswerBody {
  const message = attendanceTexts.say(language, 'answers.corrected');
  return { success: true, message, changed, attendance: presentRecord(row) };
}

/** People on a waitlist, or who cancelled, were not there. Where there is a record, they had a spot once. */
function requireSpot({ actor }: Call, { registration_status: status, ...before }: AttendanceRow): void {
  if (status === 'active' || before.status !== 'expected') return;
  const error =
    status === 'cancelled'
      ? attendanceErrors.signup_cancelled('id')
      : attendanceErrors.not_confirmed('id', { status });
  const isOwn = actor.kind === 'person' && actor.userId === before.user_id;
  throw refuse(isOwn ? error : { ...error, about: before.user_name });
}

/** A no-show who was there after all counts like a person who was scanned. */
function newsOf(before: AttendanceRow, after: AttendanceRow): DomainEvent[] {
  if (isSameAttendance(before, after)) return [];
  const events = { checked_in: checkedIn, checked_out: checkedOut, no_show: noShow };
  const isNews = after.status !== 'expected' && after.status !== before.status;
  const event = isNews ? events[after.status] : attendanceCorrected;
  return [event(after.organization_id, eventData(after))];
}

function stateOf({ status, checked_in_at, checked_out_at, minutes }: AttendanceRow) {
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
    const marked = await markVerified(tx, grant, ids, by, call.now);
    const verified = marked.length === 0 ? [] : await findRecords(tx, [organizationId], marked);
    const events = verified.map((row) =>
      hoursVerified(organizationId, { ...eventData(row), verified_by: row.verified_by }),
    );
    await record(tx, call.now, ...events);
    const entries = verified.map(({ registration_id, user_id, minutes }) => ({
      organizationId,
      action: 'attendance.verified' as const,
      objectId: registration_id,
      subjectUserId: user_id,
      after: { minutes },
    }));
    await writeAudit(tx, call, ...entries);
    const count = verified.length;
    const message = attendanceTexts.say(call.language, 'answers.verified', { count });
    return { success: true, message, verified: count };
  });
}

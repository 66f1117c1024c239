import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { attendanceErrors } from '../errors.ts';
import { checkedOut } from '../events.ts';
import { openCheckIn, refuseAt } from '../gate.ts';
import { attendanceTexts } from '../messages/index.ts';
import { eventData, presentRecord } from '../present.ts';
import { checkOutAt } from '../rules/check-in.ts';
import type { AttendanceAnswerBody, CheckOutInput } from '../schema.ts';
import { updateCheckOut } from '../sql/check-in.ts';
import { findRecord } from '../sql/records.ts';
import { auditAttendance, identifyPerson, type Scan } from './identify-person.ts';

export async function checkOutWithin(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  scan: Scan,
): Promise<AttendanceAnswerBody> {
  const who = identifyPerson(platform, call, shiftId, input, scan.at);
  const facts = await openCheckIn(tx, call, shiftId, who.userId);
  const { registration_id: registrationId, checked_in_at: checkedInAt } = facts;
  if (registrationId === null || checkedInAt === null)
    throw refuseAt(facts, attendanceErrors.not_checked_in('user_id'));
  const left = checkOutAt(scan.at, checkedInAt, facts.end_time, facts.isDesk);
  const isNew = await updateCheckOut(tx, {
    organizationId: facts.organization_id,
    registrationId,
    ...left,
    metadata: input.metadata ? { ...facts.metadata, ...input.metadata } : null,
    now: call.now,
  });
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  if (isNew) {
    await record(tx, call.now, checkedOut(row.organization_id, eventData(row)));
    const { minutes } = row;
    await auditAttendance(tx, call, row, 'attendance.checked_out', { minutes, flags: left.flags });
  }
  const what = isNew ? 'checked_out' : 'checked_out_already';
  const whose = facts.about === undefined ? 'own' : 'other';
  const message = attendanceTexts.say(call.language, `answers.${what}.${whose}`, { name: row.user_name });
  return { success: true, message, changed: isNew, attendance: presentRecord(row) };
}

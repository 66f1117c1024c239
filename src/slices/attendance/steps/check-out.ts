import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { checkedOut } from '../events.ts';
import { openDoor } from '../gate.ts';
import { eventData, presentRecord } from '../present.ts';
import { checkOutAt } from '../rules/check-in.ts';
import type { AttendanceAnswerBody, CheckOutInput } from '../schema.ts';
import { updateCheckOut } from '../sql/check-in.ts';
import { findRecord } from '../sql/records.ts';
import { auditDoor, type Scan, whoIs } from './identify-person.ts';

export async function checkOutWithin(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  scan: Scan,
): Promise<AttendanceAnswerBody> {
  const who = whoIs(platform, call, shiftId, input, scan.at);
  const door = await openDoor(tx, call, shiftId, who.userId);
  const { registration_id: registrationId, checked_in_at: checkedInAt } = door;
  if (registrationId === null || checkedInAt === null) {
    throw refuse('conflict', 'There is no check-in yet: check in first.', [
      { path: 'user_id', code: 'not_checked_in', message: 'has not checked in to this shift' },
    ]);
  }
  const left = checkOutAt(scan.at, checkedInAt, door.end_time, door.isDesk);
  const isNew = await updateCheckOut(tx, {
    registrationId,
    ...left,
    metadata: input.metadata ? { ...door.metadata, ...input.metadata } : null,
    now: call.now,
  });
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  if (isNew) {
    await record(tx, call.now, checkedOut(row.organization_id, eventData(row)));
    const { minutes } = row;
    await auditDoor(tx, call, row, 'attendance.checked_out', { minutes, flags: left.flags });
  }
  const message = isNew ? 'Checked out.' : 'Checked out already.';
  return { success: true, message, attendance: presentRecord(row) };
}

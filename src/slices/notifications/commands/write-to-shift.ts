import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { openShift } from '#slices/shifts/index.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import type { ShiftMessageInput } from '../schema.ts';
import { insertMessage } from '../sql/queue.ts';

/** Everybody on the shift gets a message of their own; sending is a job, as with all that is told. */
export async function writeToShift(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: ShiftMessageInput,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant } = await openShift(tx, call, shiftId, 'shifts.manage');
    const { organizationId } = grant;
    const { id, recipients } = await insertMessage(tx, {
      organizationId,
      shiftId,
      senderId: call.actor.kind === 'person' ? call.actor.userId : null,
      subject: input.subject.trim(),
      body: input.text.trim(),
      statuses: input.statuses ?? ['active', 'pending_approval'],
      now: call.now,
    });
    if (recipients > 0) await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
    await writeAudit(tx, call, {
      organizationId,
      action: 'shift.message_sent',
      objectId: shiftId,
      after: { message_id: id, subject: input.subject.trim(), recipients },
    });
    const people = recipients === 1 ? 'one person' : `${recipients} people`;
    return { success: true, message: `On its way to ${people}.`, id, recipients };
  });
}

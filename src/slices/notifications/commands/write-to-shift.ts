import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { openShift } from '#slices/shifts/index.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { notificationTexts } from '../messages/index.ts';
import type { ShiftMessageInput } from '../schema.ts';
import { insertMessage } from '../sql/queue.ts';

/** Each person on the shift gets an email. A job sends them, as with all notifications. */
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
    const message = notificationTexts.say(call.language, 'answers.messageSent', { count: recipients });
    return { success: true, message, id, recipients };
  });
}

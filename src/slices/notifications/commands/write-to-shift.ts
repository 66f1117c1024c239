import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { knownLanguage } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { openShift } from '#slices/shifts/index.ts';
import type { ShiftMessageInput } from '../schema/messages.ts';
import { sendMessage } from '../steps/send-message.ts';

/** One text for everyone on a shift, in the language of the person who writes it. */
export async function writeToShift(
  platform: Platform,
  call: Call,
  shiftId: number,
  { subject, text, statuses }: ShiftMessageInput,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant } = await openShift(tx, call, shiftId, 'shifts.manage');
    return await sendMessage(tx, call, grant, {
      audience: 'shift',
      target: { shift_id: shiftId, ...(statuses && { statuses }) },
      texts: [{ language: knownLanguage(call.language), subject, text }],
      isDryRun: false,
    });
  });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { findProgram } from '#slices/programs/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { messageErrors } from '../errors.ts';
import { audienceOf } from '../rules/messages.ts';
import type { MessageInput } from '../schema/messages.ts';
import { sendMessage } from '../steps/send-message.ts';

/** A message to people, a shift, a program or everybody: each reads it in their language, if it is written in it. */
export async function writeMessage(
  platform: Platform,
  call: Call,
  organizationId: number,
  { texts, dry_run, ...target }: MessageInput,
) {
  const audience = audienceOf(target);
  if (audience === 'none') throw refuse(messageErrors.target_required('user_ids'));
  if (audience === 'several') throw refuse(messageErrors.one_target('user_ids'));
  const twice = texts.find(
    ({ language }, index) => texts.findIndex((one) => one.language === language) < index,
  );
  if (twice) throw refuse(messageErrors.language_twice('texts', { language: twice.language }));
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'messages.send', organizationId);
    if (target.shift_id !== undefined) {
      const { shift } = await openShift(tx, call, target.shift_id, 'messages.send');
      if (shift.organization_id !== organizationId) throw refuse('not_found');
    }
    if (target.program_id !== undefined) {
      const program = await findProgram(tx, target.program_id);
      if (program?.organization_id !== organizationId)
        throw refuse(messageErrors.program_not_found('program_id'));
    }
    return await sendMessage(tx, call, grant, { audience, target, texts, isDryRun: dry_run ?? false });
  });
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { findPeople, findVisibleFilter } from '#slices/people/index.ts';
import { findProgram } from '#slices/programs/index.ts';
import { openShift } from '#slices/shifts/index.ts';
import { messageErrors } from '../errors.ts';
import { audienceOf, checkLanguages, mostRecipients, strayField } from '../rules/messages.ts';
import type { MessageInput, Target } from '../schema/messages.ts';
import { sendMessage } from '../steps/send-message.ts';

/** A message to people, a shift, a program, a filter or everybody: each reads it in their language, if it is written in it. */
export async function writeMessage(
  platform: Platform,
  call: Call,
  organizationId: number,
  { texts, dry_run, ...target }: MessageInput,
) {
  const audience = audienceOf(target);
  if (audience === 'none') throw refuse(messageErrors.target_required('user_ids'));
  if (audience === 'several') throw refuse(messageErrors.one_target('user_ids'));
  const stray = strayField(target, audience);
  if (stray) throw refuse(messageErrors.only_with_shift(stray));
  checkLanguages(texts);
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'messages.send', organizationId);
    const shift =
      target.shift_id === undefined
        ? undefined
        : (await openShift(tx, call, target.shift_id, 'messages.send')).shift;
    if (shift && shift.organization_id !== organizationId) throw refuse('not_found');
    const role = shift?.roles.find(({ id }) => id === target.role_id);
    if (target.role_id !== undefined && !role) throw refuse(messageErrors.unknown_role('role_id'));
    if (target.program_id !== undefined) {
      const program = await findProgram(tx, target.program_id);
      if (program?.organization_id !== organizationId)
        throw refuse(messageErrors.program_not_found('program_id'));
    }
    const filter = audience === 'filter' ? await peopleIn(tx, call, organizationId, target) : undefined;
    return await sendMessage(tx, call, grant, {
      audience,
      target,
      texts,
      isDryRun: dry_run ?? false,
      ...(shift && { shift }),
      ...(role && { roleName: role.name }),
      ...(filter && { filter }),
    });
  });
}

/** Who is in the filter now. What was saved of it is read, not what the caller believes it to be. */
async function peopleIn(tx: Tx, call: Call, organizationId: number, { filter_id, filter = {} }: Target) {
  const saved =
    filter_id === undefined ? undefined : await findVisibleFilter(tx, call, organizationId, filter_id);
  if (filter_id !== undefined && !saved) throw refuse(messageErrors.filter_not_found('filter_id'));
  const people = await findPeople(tx, call, organizationId, saved?.filter ?? filter, mostRecipients);
  return {
    id: saved?.id ?? null,
    name: saved?.name ?? null,
    userIds: people.map(({ user_id }) => user_id),
  };
}

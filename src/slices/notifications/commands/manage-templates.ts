import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { brokenConstraint, inTransaction, lockAll } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { messageErrors } from '../errors.ts';
import { checkLanguages, mostTemplates } from '../rules/messages.ts';
import type { TemplateInput } from '../schema/messages.ts';
import {
  deleteTemplate,
  insertTemplate,
  lockTemplate,
  selectTemplates,
  type TemplateRow,
  updateTemplate,
} from '../sql/messages.ts';

export async function createTemplate(
  { database }: Platform,
  call: Call,
  organizationId: number,
  { name, texts }: TemplateInput,
) {
  checkLanguages(texts);
  return await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'messages.send', organizationId);
    await lockAll(tx, 'message_templates', [organizationId]);
    if ((await selectTemplates(tx, grant)).length >= mostTemplates)
      throw refuse(messageErrors.too_many_templates('name', { limit: mostTemplates }));
    const row = await insertTemplate(tx, grant, { name: name.trim(), texts, now: call.now });
    if (!row) throw refuse(messageErrors.template_name_taken('name'));
    await writeAudit(tx, call, {
      organizationId,
      action: 'message_template.created',
      objectId: row.id,
      after: { name: row.name },
    });
    return present(row);
  });
}

function present({ texts, updated_at, ...row }: TemplateRow) {
  return { ...row, texts: [...texts], updated_at: formatInstant(updated_at) };
}

export async function changeTemplate(
  { database }: Platform,
  call: Call,
  { organizationId, id }: { organizationId: number; id: number },
  { name, texts }: TemplateInput,
) {
  checkLanguages(texts);
  try {
    return await inTransaction(database, call, async (tx) => {
      const grant = await authorize(tx, call, 'messages.send', organizationId);
      const before = await lockTemplate(tx, grant, id);
      if (!before) throw refuse('not_found');
      const changes = changesOf(before, { name: name.trim(), texts });
      if (!changes) return present(before);
      const row = { ...before, ...changes, updated_at: call.now };
      await updateTemplate(tx, grant, row);
      await writeAudit(tx, call, {
        organizationId,
        action: 'message_template.changed',
        objectId: id,
        before: { name: before.name },
        after: { name: row.name },
      });
      return present(row);
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'one_template_of_a_name') throw error;
    throw refuse(messageErrors.template_name_taken('name'));
  }
}

export async function removeTemplate(
  { database }: Platform,
  call: Call,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'messages.send', organizationId);
    const name = await deleteTemplate(tx, grant, id);
    if (name === undefined) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId,
      action: 'message_template.deleted',
      objectId: id,
      before: { name },
    });
  });
}

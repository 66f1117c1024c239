import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { presentForm } from '../present.ts';
import { Form, type FormBody, type FormChangeInput } from '../schema.ts';
import { type FormRow, findForm, insertVersion, lockForm, updateForm } from '../sql/forms.ts';
import { requireSound } from './create-form.ts';

/** Another schema or another look is a new version; what was submitted keeps the version that it answers. */
export async function changeForm(
  platform: Platform,
  call: Call,
  id: number,
  change: FormChangeInput,
): Promise<FormBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { form: before, grant } = await openForm(tx, call, id);
    checkIfMatch(call, Form, presentForm(before));
    const { schema = before.schema, ui = before.ui, title, ...settings } = change;
    const isNew = !isSame(schema, before.schema) || !isSame(ui, before.ui);
    const version = isNew ? before.version + 1 : before.version;
    if (isNew) {
      requireSound({ schema, ui });
      await insertVersion(tx, id, version, { schema, ui }, call.now);
    }
    const values = { ...settings, ...(title !== undefined && { title: title.trim() }), version };
    await updateForm(tx, grant, id, values, call.now);
    const { organizationId } = grant;
    if (values.title !== undefined)
      await nameRequirementItem(tx, { kind: 'form', itemId: id, organizationId, name: values.title });
    await writeAudit(tx, call, {
      organizationId,
      action: 'form.changed',
      objectType: 'form',
      objectId: id,
      before: settingsOf(before),
      after: { ...settingsOf(before), ...values },
    });
    return await readBack(tx, id);
  });
}

const moves = {
  publish: { action: 'form.published', message: 'The form is published.' },
  archive: { action: 'form.archived', message: 'Archived.' },
  restore: { action: 'form.restored', message: 'Restored.' },
} as const;
export type Move = keyof typeof moves;

/** Archiving takes a form out of lists and takes no more answers; what was answered stays. It can be undone. */
export async function moveForm(
  platform: Platform,
  call: Call,
  id: number,
  move: Move,
): Promise<{ success: boolean; message: string; form: FormBody }> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { form, grant } = await openForm(tx, call, id);
    const { action, message } = moves[move];
    const status = nextStatus(form, move);
    if (status !== form.status) {
      const isFirst = status === 'published' && form.published_at === null;
      await updateForm(tx, grant, id, { status, ...(isFirst && { published_at: call.now }) }, call.now);
      await writeAudit(tx, call, {
        organizationId: grant.organizationId,
        action,
        objectType: 'form',
        objectId: id,
        before: { status: form.status },
        after: { status },
      });
    }
    return { success: true, message, form: await readBack(tx, id) };
  });
}

function nextStatus(form: FormRow, move: Move): FormRow['status'] {
  if (move === 'archive') return 'archived';
  if (move === 'publish') {
    if (form.status === 'archived') throw refuse('conflict', 'The form is archived. Bring it back first.');
    return 'published';
  }
  if (form.status !== 'archived') return form.status;
  return form.published_at === null ? 'draft' : 'published';
}

async function openForm(
  tx: Tx,
  call: Call,
  id: number,
): Promise<{ form: FormRow; grant: Grant<'forms.manage'> }> {
  const form = await lockForm(tx, id);
  if (!form) throw refuse('not_found');
  const thing = form.status === 'published' ? 'public' : 'private';
  return { form, grant: await authorize(tx, call, 'forms.manage', form.organization_id, thing) };
}

async function readBack(tx: Tx, id: number): Promise<FormBody> {
  const row = await findForm(tx, id);
  if (!row) throw refuse('not_found');
  return presentForm(row);
}

/** The order of fields is part of a form, so the texts are compared. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function settingsOf({ title, description, version, resubmission, consent, renew_on_new_version }: FormRow) {
  return { title, description, version, resubmission, consent, renew_on_new_version };
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { managedForms } from '../managed.ts';
import { presentForm } from '../present.ts';
import { uiErrors } from '../rules/check-ui.ts';
import type { JsonObject } from '../rules/schema-parts.ts';
import { Form, type FormBody, type FormChangeInput, type FormCreateInput } from '../schema.ts';
import { type FormRow, insertForm, insertVersion, updateForm } from '../sql/forms.ts';
import { checkSchema } from '../steps/compile-form.ts';

export async function createForm(platform: Platform, call: Call, input: FormCreateInput): Promise<FormBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, input.organization_id);
    const grant = await authorize(tx, call, 'forms.manage', organizationId, 'public');
    const content = { schema: input.schema, ui: input.ui ?? {} };
    requireSound(content);
    const values = {
      title: input.title.trim(),
      description: input.description ?? '',
      status: input.status ?? 'draft',
      resubmission: input.resubmission ?? 'latest',
      consent: input.consent ?? false,
      renew_on_new_version: input.renew_on_new_version ?? false,
    };
    const row = await insertForm(tx, grant, values, content, call.now);
    await nameRequirementItem(tx, { kind: 'form', itemId: row.id, organizationId, name: values.title });
    await writeAudit(tx, call, {
      organizationId,
      action: 'form.created',
      objectId: row.id,
      after: { ...values, version: row.version },
    });
    return presentForm(row);
  });
}

/** Refuses a schema that could hang the service, and a description that names unknown fields. */
export function requireSound({ schema, ui }: { schema: JsonObject; ui: JsonObject }): void {
  const errors = [...checkSchema(schema), ...uiErrors(ui, schema)];
  if (errors.length > 0) throw refuse('validation_failed', ...errors);
}

/** Another schema or another look is a new version; what was submitted keeps the version that it answers. */
export async function changeForm(
  platform: Platform,
  call: Call,
  id: number,
  change: FormChangeInput,
): Promise<FormBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { row: before, grant } = await managedForms.open(tx, call, id);
    checkIfMatch(call, Form, presentForm(before));
    const { schema = before.schema, ui = before.ui, title, ...settings } = change;
    const isNew = !isSame(schema, before.schema) || !isSame(ui, before.ui);
    const version = isNew ? before.version + 1 : before.version;
    const values = { ...settings, ...(title !== undefined && { title: title.trim() }), version };
    if (!changesOf(before, values)) return presentForm(before);
    if (isNew) {
      requireSound({ schema, ui });
      await insertVersion(tx, grant, id, version, { schema, ui }, call.now);
    }
    await updateForm(tx, grant, id, values, call.now);
    const { organizationId } = grant;
    if (values.title !== undefined)
      await nameRequirementItem(tx, { kind: 'form', itemId: id, organizationId, name: values.title });
    await writeAudit(tx, call, {
      organizationId,
      action: 'form.changed',
      objectId: id,
      before: settingsOf(before),
      after: { ...settingsOf(before), ...values },
    });
    return await managedForms.readBack(platform, tx, id);
  });
}

/** The order of fields is part of a form, so the texts are compared. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function settingsOf({ title, description, version, resubmission, consent, renew_on_new_version }: FormRow) {
  return { title, description, version, resubmission, consent, renew_on_new_version };
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentForm } from '../present.ts';
import type { FormBody, FormQueryInput, FormVersionBody } from '../schema.ts';
import { type FormRow, findForm, findVersion, selectForms } from '../sql/forms.ts';
import { hasSubmitted } from '../sql/submissions.ts';

const cursors = cursorsOf('forms', ['number']);

export async function readForm(db: Reader, call: Call, id: number): Promise<FormBody> {
  return presentForm(await findVisible(db, call, id));
}

/** Published forms are public. Others are known to those who manage them, and to whoever has answered them. */
async function findVisible(db: Reader, call: Call, id: number): Promise<FormRow> {
  const row = await findForm(db, id);
  if (!row) throw refuse('not_found');
  if (row.status === 'published') return row;
  const { actor } = call;
  if (actor.kind === 'anonymous') throw refuse('not_found');
  const isOwn = actor.kind === 'person' && (await hasSubmitted(db, actor.userId, id));
  if (!isOwn) await authorize(db, call, 'forms.manage', row.organization_id);
  return row;
}

export async function readVersion(
  db: Reader,
  call: Call,
  formId: number,
  version: number,
): Promise<FormVersionBody> {
  await findVisible(db, call, formId);
  const row = await findVersion(db, formId, version);
  if (!row) throw refuse('not_found');
  return { ...row, created_at: formatInstant(row.created_at) };
}

export async function readForms(db: Reader, call: Call, query: FormQueryInput) {
  const { status = 'published', organization_id: organizationId, limit = 50 } = query;
  if (status !== 'published') {
    if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
    if (organizationId === undefined)
      throw refuse('organization_required', 'Such forms are listed by organization: send `organization_id`.');
    await authorize(db, call, 'forms.manage', organizationId);
  }
  const after = cursors.decode(query.cursor)?.[0] as number | undefined;
  const { rows, more } = await selectForms(db, { organizationId, status, after, limit });
  const last = rows.at(-1);
  return { items: rows.map(presentForm), next_cursor: more && last ? cursors.encode([last.id]) : null };
}

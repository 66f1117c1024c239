import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf } from '#platform/http/paging.ts';
import { managedForms } from '../managed.ts';
import { presentForm } from '../present.ts';
import type { FormQueryInput, FormVersionBody } from '../schema.ts';
import { findVersion, selectForms } from '../sql/forms.ts';

const cursors = cursorsOf('forms', ['number']);

export async function readVersion(
  db: Reader,
  call: Call,
  formId: number,
  version: number,
): Promise<FormVersionBody> {
  const form = await managedForms.findVisible(db, call, formId);
  const row = await findVersion(db, form, version);
  if (!row) throw refuse('not_found');
  return { ...row, created_at: formatInstant(row.created_at) };
}

export async function readForms(db: Reader, call: Call, query: FormQueryInput) {
  const { status = 'published', limit } = query;
  const organizationId = await managedForms.chooseList(db, call, status, query.organization_id);
  const after = cursors.decode(query.cursor)?.[0] as number | undefined;
  const { rows, more } = await selectForms(db, { organizationId, status, after, limit });
  const last = rows.at(-1);
  return { items: rows.map(presentForm), next_cursor: more && last ? cursors.encode([last.id]) : null };
}

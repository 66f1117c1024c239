import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { programErrors } from '../errors.ts';
import { type RequirementKind, selectMissionsRequiring } from '../sql/requirements.ts';

const errors = {
  form: programErrors.required_form,
  badge: programErrors.required_badge,
  journey: programErrors.required_journey,
};

/**
 * What a mission requires stays open to people. Archived, it would lock out everyone who doesn't have it yet, and the error
 * at sign-up would lead to a page that is not there.
 */
export async function keepRequired(
  tx: Tx,
  kind: RequirementKind,
  item: { readonly id: number; readonly organization_id: number; readonly status: string },
): Promise<void> {
  if (item.status === 'archived') return;
  const missions = await selectMissionsRequiring(tx, item.organization_id, kind, item.id);
  if (missions.length > 0) throw refuse(errors[kind]('status', { missions }));
}

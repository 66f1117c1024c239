import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { programErrors } from '../errors.ts';
import {
  type RequirementKind,
  selectJourneysRequiring,
  selectMissionsRequiring,
} from '../sql/requirements.ts';

const stepErrors = { form: programErrors.form_in_journey, badge: programErrors.badge_in_journey };
const errors = {
  form: programErrors.required_form,
  badge: programErrors.required_badge,
  journey: programErrors.required_journey,
};

/**
 * What a mission or a step of a journey requires stays open to people. Archived, it would lock out everyone who doesn't have
 * it yet, and the error at sign-up or the step would lead to a page that is not there.
 */
export async function keepRequired(
  tx: Tx,
  kind: RequirementKind,
  item: { readonly id: number; readonly organization_id: number; readonly status: string },
): Promise<void> {
  if (item.status === 'archived') return;
  const missions = await selectMissionsRequiring(tx, item.organization_id, kind, item.id);
  if (missions.length > 0) throw refuse(errors[kind]('status', { missions }));
  if (kind === 'journey') return;
  const journeys = await selectJourneysRequiring(tx, item.organization_id, kind, item.id);
  if (journeys.length > 0) throw refuse(stepErrors[kind]('status', { journeys }));
}

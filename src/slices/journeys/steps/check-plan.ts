import { type FieldError, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { holdOwnItems } from '#slices/programs/index.ts';
import { journeyErrors } from '../errors.ts';
import { type StepInput, stepErrors, toPlans } from '../rules/check-steps.ts';
import { itemErrors, namedBySteps } from '../rules/named-items.ts';
import type { StepPlan } from '../rules/steps.ts';

/**
 * The plan that was asked for, or a refusal with every error: in the list, and in what its steps name. What steps named
 * before may have been archived since.
 */
export async function checkPlan(
  tx: Tx,
  organizationId: number,
  steps: readonly StepInput[],
  { isDraft, before = [] }: { readonly isDraft: boolean; readonly before?: readonly StepPlan[] },
): Promise<StepPlan[]> {
  refuseErrors(stepErrors(steps));
  const plans = toPlans(steps);
  const named = namedBySteps(plans, before);
  refuseErrors(itemErrors(named, await holdOwnItems(tx, organizationId, named), { isDraft }));
  return plans;
}

/** The badge at the end must exist, and no step may require it. */
export async function checkPrize(
  tx: Tx,
  organizationId: number,
  { badgeId, before }: { badgeId: number | null; before: number | null },
  plans: readonly StepPlan[],
): Promise<void> {
  if (badgeId === null) return;
  const named = [{ kind: 'badge', id: badgeId, path: 'badge_id', isNew: badgeId !== before }] as const;
  const errors = itemErrors(named, await holdOwnItems(tx, organizationId, named), { isDraft: true });
  const asking = plans.findIndex(({ kind, config }) => kind === 'badge' && config.badge_id === badgeId);
  if (asking >= 0) errors.push(journeyErrors.circular_badge(`steps.${asking}.config.badge_id`));
  refuseErrors(errors);
}

function refuseErrors([first, ...others]: readonly FieldError[]): void {
  if (first) throw refuse(first, ...others);
}

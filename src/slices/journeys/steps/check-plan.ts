import { type FieldError, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { findBadge } from '#slices/badges/index.ts';
import { findForm } from '#slices/forms/index.ts';
import { findMission, findProgram } from '#slices/programs/index.ts';
import { journeyErrors } from '../errors.ts';
import { type StepInput, stepErrors, toPlans } from '../rules/check-steps.ts';
import type { StepPlan } from '../rules/steps.ts';

type Found =
  | {
      readonly organization_id: number;
      readonly status?: string;
      readonly archived_at?: Temporal.Instant | null;
    }
  | undefined;

/** The plan that was asked for, or a refusal with every error: in the list, and in what its steps name. */
export async function checkPlan(
  tx: Tx,
  organizationId: number,
  steps: readonly StepInput[],
): Promise<StepPlan[]> {
  refuseErrors(stepErrors(steps));
  const plans = toPlans(steps);
  const errors = await Promise.all(
    plans.flatMap((plan, index) =>
      itemsOf(plan).map((item) =>
        itemErrors(tx, organizationId, item, `steps.${index}.config.${item.kind}_id`),
      ),
    ),
  );
  refuseErrors(errors.flat());
  return plans;
}

/** The badge at the end must exist, and no step may require it. */
export async function checkPrize(
  tx: Tx,
  organizationId: number,
  badgeId: number | null,
  plans: readonly StepPlan[],
): Promise<void> {
  if (badgeId === null) return;
  const errors = await itemErrors(tx, organizationId, badgeItem(badgeId), 'badge_id');
  const asking = plans.findIndex(({ kind, config }) => kind === 'badge' && config.badge_id === badgeId);
  if (asking >= 0) errors.push(journeyErrors.circular_badge(`steps.${asking}.config.badge_id`));
  refuseErrors(errors);
}

function refuseErrors([first, ...others]: readonly FieldError[]): void {
  if (first) throw refuse(first, ...others);
}

/** Something of the organization that a step names. */
interface Item {
  readonly kind: 'form' | 'badge' | 'program' | 'mission';
  find(tx: Tx): Promise<Found>;
}

const badgeItem = (id: number): Item => ({ kind: 'badge', find: (tx) => findBadge(tx, id) });

function itemsOf({ kind, config }: StepPlan): Item[] {
  if (kind === 'form') return [{ kind, find: (tx) => findForm(tx, config.form_id) }];
  if (kind === 'badge') return [badgeItem(config.badge_id)];
  if (kind !== 'attend_shifts' && kind !== 'hours') return [];
  const { program_id: programId, mission_id: missionId } = config;
  const items: Item[] = [];
  if (programId !== undefined) items.push({ kind: 'program', find: (tx) => findProgram(tx, programId) });
  if (missionId !== undefined) items.push({ kind: 'mission', find: (tx) => findMission(tx, missionId) });
  return items;
}

async function itemErrors(
  tx: Tx,
  organizationId: number,
  { kind, find }: Item,
  path: string,
): Promise<FieldError[]> {
  const found = await find(tx);
  if (found?.organization_id !== organizationId) return [journeyErrors.item_not_found(path, { kind })];
  if (found.status === 'archived' || found.archived_at) return [journeyErrors.item_archived(path, { kind })];
  return [];
}

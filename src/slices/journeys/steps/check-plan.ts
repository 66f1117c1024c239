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

/**
 * The plan that was asked for, or a refusal with every error: in the list, and in what its steps name. What steps named
 * before may have been archived since.
 */
export async function checkPlan(
  tx: Tx,
  organizationId: number,
  steps: readonly StepInput[],
  before: readonly StepPlan[] = [],
): Promise<StepPlan[]> {
  refuseErrors(stepErrors(steps));
  const plans = toPlans(steps);
  const known = before.flatMap(itemsOf);
  const errors = await Promise.all(
    plans.flatMap((plan, index) =>
      itemsOf(plan).map((item) =>
        itemErrors(tx, organizationId, item, {
          path: `steps.${index}.config.${item.kind}_id`,
          isNew: !known.some(({ kind, id }) => kind === item.kind && id === item.id),
        }),
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
  { badgeId, before }: { badgeId: number | null; before: number | null },
  plans: readonly StepPlan[],
): Promise<void> {
  if (badgeId === null) return;
  const place = { path: 'badge_id', isNew: badgeId !== before };
  const errors = await itemErrors(tx, organizationId, badgeItem(badgeId), place);
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
  readonly id: number;
  find(tx: Tx): Promise<Found>;
}

const badgeItem = (id: number): Item => ({ kind: 'badge', id, find: (tx) => findBadge(tx, id) });

function itemsOf({ kind, config }: StepPlan): Item[] {
  if (kind === 'form') return [{ kind, id: config.form_id, find: (tx) => findForm(tx, config.form_id) }];
  if (kind === 'badge') return [badgeItem(config.badge_id)];
  if (kind !== 'attend_shifts' && kind !== 'hours') return [];
  const { program_id: programId, mission_id: missionId } = config;
  const items: Item[] = [];
  if (programId !== undefined)
    items.push({ kind: 'program', id: programId, find: (tx) => findProgram(tx, programId) });
  if (missionId !== undefined)
    items.push({ kind: 'mission', id: missionId, find: (tx) => findMission(tx, missionId) });
  return items;
}

async function itemErrors(
  tx: Tx,
  organizationId: number,
  { kind, find }: Item,
  { path, isNew }: { path: string; isNew: boolean },
): Promise<FieldError[]> {
  const found = await find(tx);
  if (found?.organization_id !== organizationId) return [journeyErrors.item_not_found(path, { kind })];
  const isArchived = found.status === 'archived' || Boolean(found.archived_at);
  if (isArchived && isNew) return [journeyErrors.item_archived(path, { kind })];
  return [];
}

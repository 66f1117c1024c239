import { type FieldError, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { findMission, findProgram, holdOwnItems } from '#slices/programs/index.ts';
import { journeyErrors } from '../errors.ts';
import { type StepInput, stepErrors, toPlans } from '../rules/check-steps.ts';
import type { StepPlan } from '../rules/steps.ts';

/** Something of the organization that a step names. */
interface Item {
  readonly kind: 'form' | 'badge' | 'program' | 'mission';
  readonly id: number;
}

interface NamedItem extends Item {
  readonly path: string;
  /** Not named before. */
  readonly isNew: boolean;
}

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
  const named = plans.flatMap((plan, index) =>
    itemsOf(plan).map((item) => ({
      ...item,
      path: `steps.${index}.config.${item.kind}_id`,
      isNew: !known.some(({ kind, id }) => kind === item.kind && id === item.id),
    })),
  );
  refuseErrors(await itemErrors(tx, organizationId, named));
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
  const badge = { kind: 'badge', id: badgeId, path: 'badge_id', isNew: badgeId !== before } as const;
  const errors = await itemErrors(tx, organizationId, [badge]);
  const asking = plans.findIndex(({ kind, config }) => kind === 'badge' && config.badge_id === badgeId);
  if (asking >= 0) errors.push(journeyErrors.circular_badge(`steps.${asking}.config.badge_id`));
  refuseErrors(errors);
}

function refuseErrors([first, ...others]: readonly FieldError[]): void {
  if (first) throw refuse(first, ...others);
}

function itemsOf({ kind, config }: StepPlan): Item[] {
  if (kind === 'form') return [{ kind, id: config.form_id }];
  if (kind === 'badge') return [{ kind, id: config.badge_id }];
  if (kind !== 'attend_shifts' && kind !== 'hours') return [];
  const { program_id: programId, mission_id: missionId } = config;
  const items: Item[] = [];
  if (programId !== undefined) items.push({ kind: 'program', id: programId });
  if (missionId !== undefined) items.push({ kind: 'mission', id: missionId });
  return items;
}

/**
 * Forms and badges are held until the journey is written: they aren't archived before a journey that asks for them. Programs
 * and missions are, so they are only looked at.
 */
async function itemErrors(
  tx: Tx,
  organizationId: number,
  named: readonly NamedItem[],
): Promise<FieldError[]> {
  const held = named.flatMap(({ kind, id }) => (kind === 'form' || kind === 'badge' ? [{ kind, id }] : []));
  const own = held.length > 0 ? await holdOwnItems(tx, organizationId, held) : [];
  const isArchived = async ({ kind, id }: Item): Promise<boolean | undefined> => {
    if (kind === 'form' || kind === 'badge')
      return own.find((one) => one.kind === kind && one.id === id)?.is_archived;
    const found = kind === 'program' ? await findProgram(tx, id) : await findMission(tx, id);
    return found?.organization_id === organizationId ? found.archived_at !== null : undefined;
  };
  const errors = await Promise.all(
    named.map(async ({ path, isNew, ...item }) => {
      const archived = await isArchived(item);
      if (archived === undefined) return [journeyErrors.item_not_found(path, { kind: item.kind })];
      return archived && isNew ? [journeyErrors.item_archived(path, { kind: item.kind })] : [];
    }),
  );
  return errors.flat();
}

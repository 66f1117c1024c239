import type { FieldError } from '#kernel/refusal.ts';
import { journeyErrors } from '../errors.ts';
import type { StepPlan } from './steps.ts';

/** Something of the organization that a journey names. */
export interface Item {
  readonly kind: 'form' | 'badge' | 'program' | 'mission';
  readonly id: number;
}

export interface NamedItem extends Item {
  readonly path: string;
  /** Not named before. */
  readonly isNew: boolean;
}

export interface FoundItem {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly is_archived: boolean;
  readonly is_draft: boolean;
}

const isSame = (one: Pick<FoundItem, 'kind' | 'id'>, other: Item) =>
  one.kind === other.kind && one.id === other.id;

/** What these steps name, and whether other steps named it before. */
export function namedBySteps(plans: readonly StepPlan[], before: readonly StepPlan[]): NamedItem[] {
  const known = before.flatMap(itemsOf);
  return plans.flatMap((plan, index) =>
    itemsOf(plan).map((item) => ({
      ...item,
      path: `steps.${index}.config.${item.kind}_id`,
      isNew: !known.some((one) => isSame(one, item)),
    })),
  );
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

/** What was named before may have been archived since. Only a draft journey can name a form that is a draft itself. */
export function itemErrors(
  named: readonly NamedItem[],
  found: readonly FoundItem[],
  { isDraft }: { readonly isDraft: boolean },
): FieldError[] {
  return named.flatMap(({ path, isNew, ...item }) => {
    const known = found.find((one) => isSame(one, item));
    if (!known) return [journeyErrors.item_not_found(path, { kind: item.kind })];
    if (!isNew) return [];
    if (known.is_archived) return [journeyErrors.item_archived(path, { kind: item.kind, name: known.name })];
    return known.is_draft && !isDraft ? [journeyErrors.form_draft(path, { name: known.name })] : [];
  });
}

import type { FieldError } from '#kernel/refusal.ts';
import { badgeErrors } from '../errors.ts';
import type { CriteriaInput } from './criteria.ts';

const kinds = [
  { kind: 'program', missing: badgeErrors.program_not_found, closed: badgeErrors.program_archived },
  { kind: 'journey', missing: badgeErrors.journey_not_found, closed: badgeErrors.journey_archived },
] as const;

type NamedItem = (typeof kinds)[number] & { readonly id: number; readonly isNew: boolean };

/** What the criteria count, and whether other criteria counted it before. */
export const namedBy = (criteria: CriteriaInput | undefined, before?: CriteriaInput): NamedItem[] =>
  kinds.flatMap((one) => {
    const id = criteria?.[`${one.kind}_id`];
    return id === undefined ? [] : [{ ...one, id, isNew: id !== before?.[`${one.kind}_id`] }];
  });

/** What was counted before may have been archived since. */
export function itemErrors(
  named: readonly NamedItem[],
  found: readonly { readonly kind: string; readonly name: string; readonly is_archived: boolean }[],
): FieldError[] {
  return named.flatMap(({ kind, isNew, missing, closed }) => {
    const item = found.find((one) => one.kind === kind);
    if (!item) return [missing(`criteria.${kind}_id`)];
    return item.is_archived && isNew ? [closed(`criteria.${kind}_id`, { name: item.name })] : [];
  });
}

import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { programErrors } from '../errors.ts';
import type { RequirementValues } from '../schema.ts';
import { holdOwnItems } from '../sql/requirements.ts';

const kinds = [
  {
    field: 'forms',
    kind: 'form',
    missing: programErrors.form_not_found,
    closed: programErrors.form_archived,
    draft: programErrors.form_draft,
  },
  {
    field: 'badges',
    kind: 'badge',
    missing: programErrors.badge_not_found,
    closed: programErrors.badge_archived,
    draft: undefined,
  },
  {
    field: 'journeys',
    kind: 'journey',
    missing: programErrors.journey_not_found,
    closed: programErrors.journey_archived,
    draft: programErrors.journey_draft,
  },
] as const;

/**
 * A mission can only require what its organization has and offers: no one could meet anything else. What it required before
 * may have been archived since.
 */
export async function checkRequirements(
  tx: Tx,
  organizationId: number,
  requirements: RequirementValues | undefined,
  before?: RequirementValues,
): Promise<void> {
  const wanted = kinds.flatMap(({ field, ...kind }) =>
    (requirements?.[field] ?? []).map((id, index) => ({
      ...kind,
      id,
      isNew: !before?.[field]?.includes(id),
      path: `requirements.${field}.${index}`,
    })),
  );
  const own = await holdOwnItems(tx, organizationId, wanted);
  const errors = wanted.flatMap(({ kind, id, isNew, path, missing, closed, draft }) => {
    const item = own.find((one) => one.kind === kind && one.id === id);
    if (!item) return [missing(path)];
    if (!isNew) return [];
    if (item.is_archived) return [closed(path)];
    return item.is_draft && draft ? [draft(path)] : [];
  });
  if (errors.length > 0) throw refuse('validation_failed', ...errors);
}

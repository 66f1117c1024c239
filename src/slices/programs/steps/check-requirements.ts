import { type FieldError, refuse } from '#kernel/refusal.ts';
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
  const wanted = await lookAt(tx, organizationId, requirements);
  const errors = wanted.flatMap((one) => errorsOf(one, !before?.[one.field]?.includes(one.id)));
  if (errors.length > 0) throw refuse('validation_failed', ...errors);
}

/** What a mission requires can be archived while the mission is, too. Restored alone, it would lock everyone out. */
export async function checkRestored(
  tx: Tx,
  organizationId: number,
  requirements: RequirementValues | undefined,
): Promise<void> {
  const wanted = await lookAt(tx, organizationId, requirements);
  const errors = wanted.flatMap((one) => errorsOf(one, true));
  if (errors.length > 0) throw refuse('conflict', ...errors);
}

async function lookAt(tx: Tx, organizationId: number, requirements: RequirementValues | undefined) {
  const wanted = kinds.flatMap((kind) =>
    (requirements?.[kind.field] ?? []).map((id, index) => ({
      ...kind,
      id,
      path: `requirements.${kind.field}.${index}`,
    })),
  );
  const own = await holdOwnItems(tx, organizationId, wanted);
  return wanted.map((one) => ({
    ...one,
    item: own.find(({ kind, id }) => kind === one.kind && id === one.id),
  }));
}

type Wanted = Awaited<ReturnType<typeof lookAt>>[number];

function errorsOf({ item, path, missing, closed, draft }: Wanted, mustBeOpen: boolean): FieldError[] {
  if (!item) return [missing(path)];
  if (!mustBeOpen) return [];
  if (item.is_archived) return [closed(path, { name: item.name })];
  return item.is_draft && draft ? [draft(path, { name: item.name })] : [];
}

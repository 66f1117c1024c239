import { type Fault, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { RequirementValues } from '../schema.ts';
import { selectOwnItems } from '../sql/requirements.ts';

const kinds = [
  ['forms', 'form'],
  ['badges', 'badge'],
  ['journeys', 'journey'],
] as const;

/** A mission can only ask for what its organization has: nobody could ever meet anything else. */
export async function checkRequirements(
  tx: Tx,
  organizationId: number,
  requirements: RequirementValues | undefined,
): Promise<void> {
  const wanted = kinds.flatMap(([field, kind]) =>
    (requirements?.[field] ?? []).map((id, index) => ({ kind, id, path: `requirements.${field}.${index}` })),
  );
  if (wanted.length === 0) return;
  const own = await selectOwnItems(tx, organizationId, wanted);
  const missing = wanted.filter(({ kind, id }) => !own.some((item) => item.kind === kind && item.id === id));
  if (missing.length === 0) return;
  const errors = missing.map(
    ({ kind, path }): Fault => ({
      path,
      code: 'not_found',
      message: `is not a ${kind} of this organization`,
    }),
  );
  throw refuse('validation_failed', undefined, errors);
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { presentWithSteps } from '../present.ts';
import { reasonNotToPublish } from '../rules/check-steps.ts';
import type { JourneyBody, JourneyCreateInput } from '../schema.ts';
import { findJourney, insertJourney, putVersion } from '../sql/journeys.ts';
import { checkPlan, checkPrize } from './check-plan.ts';

export async function createJourney(
  platform: Platform,
  call: Call,
  input: JourneyCreateInput,
): Promise<JourneyBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const organizationId = await chooseOrganization(tx, call, input.organization_id);
    const grant = await authorize(tx, call, 'journeys.manage', organizationId, 'public');
    const values = {
      name: input.name.trim(),
      description: input.description ?? '',
      status: input.status ?? 'draft',
      auto_enroll: input.auto_enroll ?? false,
      badge_id: input.badge_id ?? null,
    };
    const steps = await checkPlan(tx, organizationId, input.steps ?? []);
    await checkPrize(tx, organizationId, values.badge_id, steps);
    const reason = values.status === 'published' ? reasonNotToPublish(steps) : undefined;
    if (reason !== undefined)
      throw refuse('validation_failed', reason, [{ path: 'steps', code: 'incomplete', message: reason }]);
    const sequence = input.sequence ?? 'in_order';
    const id = await insertJourney(tx, grant, values, call.now);
    await putVersion(tx, { journey_id: id, version: 1 }, { sequence, steps }, call.now);
    await nameRequirementItem(tx, { kind: 'journey', itemId: id, organizationId, name: values.name });
    await writeAudit(tx, call, {
      organizationId,
      action: 'journey.created',
      objectType: 'journey',
      objectId: id,
      after: { ...values, sequence, steps: steps.map(({ key }) => key), version: 1 },
    });
    return await readBack(tx, id);
  });
}

export async function readBack(tx: Tx, id: number): Promise<JourneyBody> {
  const row = await findJourney(tx, id);
  if (!row) throw refuse('not_found');
  return await presentWithSteps(tx, row);
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { managedJourneys } from '../managed.ts';
import { presentJourney } from '../present.ts';
import { incompleteSteps, isSamePlan } from '../rules/check-steps.ts';
import { Journey, type JourneyBody, type JourneyChangeInput, type JourneyCreateInput } from '../schema.ts';
import { insertJourney, type JourneyRow, putVersion, selectSteps, updateJourney } from '../sql/journeys.ts';
import { checkPlan, checkPrize } from '../steps/check-plan.ts';

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
    const isDraft = values.status === 'draft';
    const steps = await checkPlan(tx, organizationId, input.steps ?? [], { isDraft });
    await checkPrize(tx, organizationId, { badgeId: values.badge_id, before: null }, steps);
    const error = isDraft ? undefined : incompleteSteps(steps);
    if (error) throw refuse(error);
    const sequence = input.sequence ?? 'in_order';
    const id = await insertJourney(tx, grant, values, call.now);
    await putVersion(
      tx,
      { organization_id: organizationId, journey_id: id, version: 1 },
      { sequence, steps },
      call.now,
    );
    await nameRequirementItem(tx, { kind: 'journey', itemId: id, organizationId, name: values.name });
    await writeAudit(tx, call, {
      organizationId,
      action: 'journey.created',
      objectId: id,
      after: { ...values, sequence, steps: steps.map(({ key }) => key), version: 1 },
    });
    return await managedJourneys.readBack(platform, tx, id);
  });
}

/**
 * Once a journey has been published, other steps or another order make a new version: people who have started go on
 * with the steps they started with.
 */
export async function changeJourney(
  platform: Platform,
  call: Call,
  id: number,
  change: JourneyChangeInput,
): Promise<JourneyBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { row: before, grant } = await managedJourneys.open(tx, call, id);
    const { organization_id } = before;
    const known = await selectSteps(tx, [{ organization_id, journey_id: id, version: before.version }]);
    checkIfMatch(call, Journey, presentJourney(before, known));
    const { steps: wanted, sequence = before.sequence, name, ...settings } = change;
    const isDraft = before.status !== 'published';
    const steps =
      wanted === undefined
        ? known
        : await checkPlan(tx, grant.organizationId, wanted, { isDraft, before: known });
    if (wanted !== undefined || settings.badge_id !== undefined) {
      const badgeId = settings.badge_id === undefined ? before.badge_id : settings.badge_id;
      await checkPrize(tx, grant.organizationId, { badgeId, before: before.badge_id }, steps);
    }
    const isNew = sequence !== before.sequence || !isSamePlan(steps, known);
    const version = isNew && before.published_at !== null ? before.version + 1 : before.version;
    const values = { ...settings, ...(name !== undefined && { name: name.trim() }), version };
    // The steps of a draft change without a new version.
    if (!isNew && !changesOf(before, values)) return presentJourney(before, known);
    if (isNew) {
      const error = before.published_at === null ? undefined : incompleteSteps(steps);
      if (error) throw refuse(error);
      await putVersion(tx, { organization_id, journey_id: id, version }, { sequence, steps }, call.now);
    }
    await updateJourney(tx, grant, id, values, call.now);
    if (values.name !== undefined) await rename(tx, before, values.name);
    await writeAudit(tx, call, {
      organizationId: grant.organizationId,
      action: 'journey.changed',
      objectId: id,
      before: { ...settingsOf(before), steps: known.map(({ key }) => key) },
      after: { ...settingsOf(before), ...values, sequence, steps: steps.map(({ key }) => key) },
    });
    return await managedJourneys.readBack(platform, tx, id);
  });
}

async function rename(tx: Tx, { id, organization_id }: JourneyRow, name: string): Promise<void> {
  await nameRequirementItem(tx, { kind: 'journey', itemId: id, organizationId: organization_id, name });
}

function settingsOf({ name, description, version, sequence, auto_enroll, badge_id }: JourneyRow) {
  return { name, description, version, sequence, auto_enroll, badge_id };
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { presentJourney } from '../present.ts';
import { isSamePlan, reasonNotToPublish } from '../rules/check-steps.ts';
import { Journey, type JourneyBody, type JourneyChangeInput } from '../schema.ts';
import { type JourneyRow, lockJourney, putVersion, selectSteps, updateJourney } from '../sql/journeys.ts';
import { checkPlan, checkPrize } from './check-plan.ts';
import { readBack } from './create-journey.ts';

/**
 * Other steps, or another order of them, are a new version once the journey has been published: whoever is on the way
 * goes on with the steps they began with.
 */
export async function changeJourney(
  platform: Platform,
  call: Call,
  id: number,
  change: JourneyChangeInput,
): Promise<JourneyBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { journey: before, grant } = await openJourney(tx, call, id);
    const known = await selectSteps(tx, [{ journey_id: id, version: before.version }]);
    checkIfMatch(call, Journey, presentJourney(before, known));
    const { steps: wanted, sequence = before.sequence, name, ...settings } = change;
    const steps = wanted === undefined ? known : await checkPlan(tx, grant.organizationId, wanted);
    if (wanted !== undefined || settings.badge_id !== undefined) {
      const badgeId = settings.badge_id === undefined ? before.badge_id : settings.badge_id;
      await checkPrize(tx, grant.organizationId, badgeId, steps);
    }
    const isNew = sequence !== before.sequence || !isSamePlan(steps, known);
    const version = isNew && before.published_at !== null ? before.version + 1 : before.version;
    if (isNew) {
      const reason = before.published_at === null ? undefined : reasonNotToPublish(steps);
      if (reason !== undefined)
        throw refuse('validation_failed', reason, [{ path: 'steps', code: 'incomplete', message: reason }]);
      await putVersion(tx, { journey_id: id, version }, { sequence, steps }, call.now);
    }
    const values = { ...settings, ...(name !== undefined && { name: name.trim() }), version };
    await updateJourney(tx, grant, id, values, call.now);
    if (values.name !== undefined) await rename(tx, before, values.name);
    await writeAudit(tx, call, {
      organizationId: grant.organizationId,
      action: 'journey.changed',
      objectType: 'journey',
      objectId: id,
      before: settingsOf(before),
      after: { ...settingsOf(before), ...values, sequence, steps: steps.map(({ key }) => key) },
    });
    return await readBack(tx, id);
  });
}

async function rename(tx: Tx, { id, organization_id }: JourneyRow, name: string): Promise<void> {
  await nameRequirementItem(tx, { kind: 'journey', itemId: id, organizationId: organization_id, name });
}

const moves = {
  publish: { action: 'journey.published', message: 'The journey is published.' },
  archive: { action: 'journey.archived', message: 'Archived. Who is on the way can go on.' },
  restore: { action: 'journey.restored', message: 'Restored.' },
} as const;
export type Move = keyof typeof moves;

/** Archiving takes a journey out of lists and takes nobody in; who is on the way can finish. It can be undone. */
export async function moveJourney(
  platform: Platform,
  call: Call,
  id: number,
  move: Move,
): Promise<{ success: boolean; message: string; journey: JourneyBody }> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { journey, grant } = await openJourney(tx, call, id);
    const { action, message } = moves[move];
    const status = await nextStatus(tx, journey, move);
    if (status !== journey.status) {
      const isFirst = status === 'published' && journey.published_at === null;
      await updateJourney(tx, grant, id, { status, ...(isFirst && { published_at: call.now }) }, call.now);
      await writeAudit(tx, call, {
        organizationId: grant.organizationId,
        action,
        objectType: 'journey',
        objectId: id,
        before: { status: journey.status },
        after: { status },
      });
    }
    return { success: true, message, journey: await readBack(tx, id) };
  });
}

async function nextStatus(tx: Tx, journey: JourneyRow, move: Move): Promise<JourneyRow['status']> {
  if (move === 'archive') return 'archived';
  if (move === 'publish') {
    if (journey.status === 'archived')
      throw refuse('conflict', 'The journey is archived. Bring it back first.');
    const reason = reasonNotToPublish(
      await selectSteps(tx, [{ journey_id: journey.id, version: journey.version }]),
    );
    if (reason !== undefined) throw refuse('conflict', reason);
    return 'published';
  }
  if (journey.status !== 'archived') return journey.status;
  return journey.published_at === null ? 'draft' : 'published';
}

async function openJourney(
  tx: Tx,
  call: Call,
  id: number,
): Promise<{ journey: JourneyRow; grant: Grant<'journeys.manage'> }> {
  const journey = await lockJourney(tx, id);
  if (!journey) throw refuse('not_found');
  const thing = journey.status === 'published' ? 'public' : 'private';
  return { journey, grant: await authorize(tx, call, 'journeys.manage', journey.organization_id, thing) };
}

function settingsOf({ name, description, version, sequence, auto_enroll, badge_id }: JourneyRow) {
  return { name, description, version, sequence, auto_enroll, badge_id };
}

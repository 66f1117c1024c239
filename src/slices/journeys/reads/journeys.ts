import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf } from '#platform/http/paging.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentJourney, presentStep, presentWithSteps } from '../present.ts';
import type { JourneyBody, JourneyQueryInput } from '../schema.ts';
import { findEnrollmentOf } from '../sql/enrollments.ts';
import { findJourney, type JourneyRow, type StepRow, selectJourneys, selectSteps } from '../sql/journeys.ts';

const cursors = cursorsOf('journeys', ['number']);

export async function readJourney(db: Reader, call: Call, id: number): Promise<JourneyBody> {
  return await presentWithSteps(db, await findVisible(db, call, id));
}

export async function readSteps(db: Reader, call: Call, id: number, version: number | undefined) {
  const row = await findVisible(db, call, id);
  const steps = await selectSteps(db, [{ journey_id: id, version: version ?? row.version }]);
  if (version !== undefined && version > row.version) throw refuse('not_found');
  return { items: steps.map(presentStep), next_cursor: null };
}

/** Published journeys are public. Others are known to those who manage them, and to whoever has begun them. */
async function findVisible(db: Reader, call: Call, id: number): Promise<JourneyRow> {
  const row = await findJourney(db, id);
  if (!row) throw refuse('not_found');
  if (row.status === 'published') return row;
  const { actor } = call;
  if (actor.kind === 'anonymous') throw refuse('not_found');
  const isOwn = actor.kind === 'person' && (await findEnrollmentOf(db, id, actor.userId)) !== undefined;
  if (!isOwn) await authorize(db, call, 'journeys.manage', row.organization_id);
  return row;
}

export async function readJourneys(db: Reader, call: Call, query: JourneyQueryInput) {
  const { status = 'published', organization_id: organizationId, limit = 50 } = query;
  if (status !== 'published') {
    if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
    if (organizationId === undefined)
      throw refuse(
        'organization_required',
        'Such journeys are listed by organization: send `organization_id`.',
      );
    await authorize(db, call, 'journeys.manage', organizationId);
  }
  const after = cursors.decode(query.cursor)?.[0] as number | undefined;
  const { rows, more } = await selectJourneys(db, { organizationId, status, after, limit });
  const versions = rows.map(({ id, version }) => ({ journey_id: id, version }));
  const steps = Map.groupBy(await selectSteps(db, versions), (step: StepRow) => step.journey_id);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => presentJourney(row, steps.get(row.id) ?? [])),
    next_cursor: more && last ? cursors.encode([last.id]) : null,
  };
}

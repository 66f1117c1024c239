import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf } from '#platform/http/paging.ts';
import { managedJourneys } from '../managed.ts';
import { presentJourney, presentStep } from '../present.ts';
import type { JourneyQueryInput } from '../schema.ts';
import { type StepRow, selectJourneys, selectSteps } from '../sql/journeys.ts';

const cursors = cursorsOf('journeys', ['number']);

export async function readSteps(db: Reader, call: Call, id: number, version: number | undefined) {
  const row = await managedJourneys.findVisible(db, call, id);
  const steps = await selectSteps(db, [{ journey_id: id, version: version ?? row.version }]);
  if (version !== undefined && version > row.version) throw refuse('not_found');
  return { items: steps.map(presentStep), next_cursor: null };
}

export async function readJourneys(db: Reader, call: Call, query: JourneyQueryInput) {
  const { status = 'published', organization_id: organizationId, limit } = query;
  await managedJourneys.gateList(db, call, status, organizationId);
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

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf } from '#platform/http/paging.ts';
import { loadEnrollments } from '../facts.ts';
import { managedJourneys } from '../managed.ts';
import { presentJourney, presentStep } from '../present.ts';
import { isPast, notedProgress } from '../rules/progress.ts';
import type { JourneyQueryInput } from '../schema.ts';
import { findEnrollment } from '../sql/enrollments.ts';
import { type StepRow, selectJourneys, selectSteps } from '../sql/journeys.ts';

const cursors = cursorsOf('journeys', ['number']);

export async function readSteps(db: Reader, call: Call, id: number, version: number | undefined) {
  const row = await managedJourneys.findVisible(db, call, id);
  const steps = await selectSteps(db, [
    { organization_id: row.organization_id, journey_id: id, version: version ?? row.version },
  ]);
  if (version !== undefined && version > row.version) throw refuse('not_found');
  return { items: steps.map(presentStep), next_cursor: null };
}

export async function readJourneys(db: Reader, call: Call, query: JourneyQueryInput) {
  const { status = 'published', limit } = query;
  const organizationId = await managedJourneys.chooseList(db, call, status, query.organization_id);
  const after = cursors.decode(query.cursor)?.[0] as number | undefined;
  const { rows, more } = await selectJourneys(db, { organizationId, status, after, limit });
  const versions = rows.map(({ id, organization_id, version }) => ({
    organization_id,
    journey_id: id,
    version,
  }));
  const steps = Map.groupBy(await selectSteps(db, versions), (step: StepRow) => step.journey_id);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => presentJourney(row, steps.get(row.id) ?? [])),
    next_cursor: more && last ? cursors.encode([last.id]) : null,
  };
}

export interface OpenStep {
  readonly journeyId: number;
  readonly journeyName: string;
  readonly title: string;
  readonly dueAt: Temporal.Instant;
}

/** A step that is still open, with its deadline; undefined when there is nothing left to do. */
export async function findOpenStep(
  db: Reader,
  { enrollmentId, key, now }: { enrollmentId: number; key: string; now: Temporal.Instant },
): Promise<OpenStep | undefined> {
  const row = await findEnrollment(db, enrollmentId);
  if (row?.status !== 'active' || !row.is_member) return undefined;
  const [enrollment] = await loadEnrollments(db, [row], now);
  const steps = enrollment ? notedProgress(enrollment.situation) : [];
  const found = steps.find(({ step, status }) => step.key === key && status === 'open');
  if (!found?.dueAt || isPast(found.dueAt, now)) return undefined;
  const { journey_id: journeyId, journey_name: journeyName } = row;
  return { journeyId, journeyName, title: found.step.title, dueAt: found.dueAt };
}

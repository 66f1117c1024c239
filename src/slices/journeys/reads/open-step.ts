import type { Reader } from '#platform/db/index.ts';
import { gather } from '../facts.ts';
import { isPast, notedProgress } from '../rules/progress.ts';
import { findEnrollment } from '../sql/enrollments.ts';

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
  const [enrollment] = await gather(db, [row], now);
  const steps = enrollment ? notedProgress(enrollment.situation) : [];
  const found = steps.find(({ step, status }) => step.key === key && status === 'open');
  if (!found?.dueAt || isPast(found.dueAt, now)) return undefined;
  const { journey_id: journeyId, journey_name: journeyName } = row;
  return { journeyId, journeyName, title: found.step.title, dueAt: found.dueAt };
}

import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { EnrollmentFacts } from './facts.ts';
import { tallyOf } from './rules/fulfilment.ts';
import { isPast, notedProgress, type StepProgress } from './rules/progress.ts';
import type { Step } from './rules/steps.ts';
import type { EnrollmentBody, JourneyBody } from './schema.ts';
import type { JourneyRow } from './sql/journeys.ts';

export function presentJourney(row: JourneyRow, steps: readonly Step[]): JourneyBody {
  const { published_at: _, ...journey } = row;
  return {
    ...journey,
    steps: steps.map(presentStep),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

export function presentStep({
  id,
  position,
  key,
  title,
  kind,
  config,
  ...rest
}: Step): JourneyBody['steps'][number] {
  const { required, deadline_days, reminder_days } = rest;
  return { id, position, key, title, kind, config: { ...config }, required, deadline_days, reminder_days };
}

/** What has been noted, and of what is still open how much there is. Reading completes nothing. */
export function presentEnrollment(enrollment: EnrollmentFacts): EnrollmentBody {
  const { row, situation } = enrollment;
  const isActive = row.status === 'active';
  const steps = notedProgress(situation);
  const required = steps.filter(({ step }) => step.required);
  return {
    id: row.id,
    organization_id: row.organization_id,
    journey_id: row.journey_id,
    journey_name: row.journey_name,
    user_id: row.user_id,
    version: row.version,
    status: row.status,
    current_step_id: row.current_step_id,
    steps: steps.map((one) => presentState(one, enrollment)),
    steps_done: required.filter(({ doneAt }) => doneAt !== null).length,
    steps_required: required.length,
    due_at: formatOptionalInstant(row.due_at),
    overdue: isActive && isPast(row.due_at, situation.now),
    source: row.source,
    enrolled_at: formatInstant(row.enrolled_at),
    completed_at: formatOptionalInstant(row.completed_at),
    withdrawn_at: formatOptionalInstant(row.withdrawn_at),
  };
}

function presentState(one: StepProgress, { row, situation, noted }: EnrollmentFacts) {
  const { step, status, doneAt } = one;
  const dueAt = row.status === 'active' ? one.dueAt : null;
  const tally = tallyOf(step, situation.person, situation);
  return {
    step_id: step.id,
    position: step.position,
    key: step.key,
    title: step.title,
    kind: step.kind,
    config: { ...step.config },
    required: step.required,
    status,
    completed_at: formatOptionalInstant(doneAt),
    due_at: formatOptionalInstant(dueAt),
    overdue: isPast(dueAt, situation.now),
    have: tally && (status === 'completed' ? tally.need : tally.have),
    need: tally?.need ?? null,
    note: noted.get(step.key)?.note ?? null,
  };
}

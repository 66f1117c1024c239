import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { journeyEnrolled, journeyStepCompleted } from '../events.ts';
import { type EnrollmentFacts, loadEnrollments } from '../facts.ts';
import { type Progress, progressOf } from '../rules/progress.ts';
import type { Step } from '../rules/steps.ts';
import type { Enrolled } from '../sql/enrolling.ts';
import type { EnrollmentRow } from '../sql/enrollments.ts';
import { insertCompletions, type ProgressUpdate, updateProgress } from '../sql/progress.ts';
import { celebrate } from './celebrate.ts';

export interface Advanced {
  readonly steps: number;
  readonly journeys: number;
}

export const nothingAdvanced: Advanced = { steps: 0, journeys: 0 };

/**
 * Brings enrollments, whose rows the caller holds locked, up to what is known of their people. It
 * looks at the facts and not at what has happened, so that doing it twice, or for an event that comes late, changes
 * nothing.
 */
export async function advance(tx: Tx, call: Call, rows: readonly EnrollmentRow[]): Promise<Advanced> {
  const active = rows.filter(({ status, is_member }) => status === 'active' && is_member);
  if (active.length === 0) return nothingAdvanced;
  const enrollments = await loadEnrollments(tx, active, call.now);
  const moved = enrollments.map((enrollment) => ({ enrollment, progress: progressOf(enrollment.situation) }));
  const steps = await noteSteps(tx, call, moved);
  const changed = moved.flatMap(
    ({ enrollment, progress }) => changedProgress(enrollment.row, progress) ?? [],
  );
  await updateProgress(tx, changed, call.now);
  const arrived = moved.flatMap(({ enrollment: { row }, progress: { completedAt } }) =>
    completedAt ? [{ row, completedAt }] : [],
  );
  for (const [organizationId, own] of Map.groupBy(arrived, ({ row }) => row.organization_id))
    await celebrate(tx, call, organizationId, own);
  return { steps, journeys: arrived.length };
}

/** Whether the facts put it further than its row says. */
export function isBehind({ row, situation }: EnrollmentFacts): boolean {
  const progress = progressOf(situation);
  return progress.news.length > 0 || changedProgress(row, progress) !== undefined;
}

interface EnrollmentProgress {
  readonly enrollment: EnrollmentFacts;
  readonly progress: Progress;
}

async function noteSteps(tx: Tx, call: Call, moved: readonly EnrollmentProgress[]): Promise<number> {
  const news = moved.flatMap(({ enrollment: { row }, progress }) =>
    progress.news.map(({ step, doneAt }) => ({ row, step, status: 'completed' as const, at: doneAt })),
  );
  const made = await insertCompletions(
    tx,
    news.map(({ row, step, status, at }) => ({
      organization_id: row.organization_id,
      enrollment_id: row.id,
      step_key: step.key,
      status,
      completed_at: at,
      by_hand: false,
      completed_by: null,
      note: null,
    })),
  );
  const isMade = new Set(made.map(({ enrollment_id, step_key }) => `${enrollment_id} ${step_key}`));
  const fresh = news.filter(({ row, step }) => isMade.has(`${row.id} ${step.key}`));
  await announceSteps(tx, call, fresh);
  return fresh.length;
}

export interface StepNews {
  readonly row: EnrollmentRow;
  readonly step: Step;
  readonly status: 'completed' | 'skipped';
  readonly at: Temporal.Instant;
  readonly note?: string | null;
}

export async function announceSteps(tx: Tx, call: Call, news: readonly StepNews[]): Promise<void> {
  const events = news.map(({ row, step, status, at }) =>
    journeyStepCompleted(row.organization_id, {
      enrollment_id: row.id,
      journey_id: row.journey_id,
      user_id: row.user_id,
      name: row.journey_name,
      step_id: step.id,
      step_key: step.key,
      title: step.title,
      kind: step.kind,
      status,
      completed_at: formatInstant(at),
    }),
  );
  await record(tx, call.now, ...events);
  const entries = news.map(
    ({ row, step, status, note }): AuditEntry => ({
      organizationId: row.organization_id,
      action: status === 'skipped' ? 'journey.step_skipped' : 'journey.step_completed',
      objectId: row.id,
      subjectUserId: row.user_id,
      after: { step_id: step.id, step_key: step.key },
      reason: note ?? null,
    }),
  );
  await writeAudit(tx, call, ...entries);
}

/** Undefined where nothing has changed. */
function changedProgress(row: EnrollmentRow, progress: Progress): ProgressUpdate | undefined {
  const update = {
    id: row.id,
    organization_id: row.organization_id,
    current_step_id: progress.currentStepId,
    due_at: progress.dueAt,
    timer_at: progress.timerAt,
    reminder_at: progress.reminderAt,
    completed_at: progress.completedAt,
  };
  const isSame =
    row.current_step_id === update.current_step_id &&
    (['due_at', 'timer_at', 'reminder_at', 'completed_at'] as const).every((name) =>
      isSameMoment(row[name], update[name]),
    );
  return isSame ? undefined : update;
}

/** PostgreSQL keeps microseconds. */
function isSameMoment(one: Temporal.Instant | null, other: Temporal.Instant | null): boolean {
  if (one === null || other === null) return one === other;
  return one.epochMilliseconds === other.epochMilliseconds;
}

export async function announceEnrolled(tx: Tx, call: Call, enrolled: readonly Enrolled[]): Promise<void> {
  const events = enrolled.map(({ id, organization_id, journey_id, user_id, name, version, source }) =>
    journeyEnrolled(organization_id, { enrollment_id: id, journey_id, user_id, name, version, source }),
  );
  await record(tx, call.now, ...events);
  const entries = enrolled.map(
    (one): AuditEntry => ({
      organizationId: one.organization_id,
      action: 'journey.enrolled',
      objectId: one.id,
      subjectUserId: one.user_id,
      after: { journey_id: one.journey_id, version: one.version, status: 'active' },
      source: one.source,
    }),
  );
  await writeAudit(tx, call, ...entries);
}

/** People in one transaction. */
export const batchSize = 500;

/** Calls with the last id of the page before until a page is not full. */
export async function inPages(next: (after: number) => Promise<readonly { id: number }[]>): Promise<void> {
  for (let after = 0, isLast = false; !isLast; ) {
    const rows = await next(after);
    isLast = rows.length < batchSize;
    after = rows.at(-1)?.id ?? after;
  }
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { journeyErrors } from '../errors.ts';
import { journeyStepReopened } from '../events.ts';
import { loadEnrollments, loadOneEnrollment } from '../facts.ts';
import { journeyTexts } from '../messages/index.ts';
import { presentEnrollment } from '../present.ts';
import { notedProgress, type StepProgress } from '../rules/progress.ts';
import type { EnrollmentAnswerBody } from '../schema.ts';
import type { EnrollmentRow } from '../sql/enrollments.ts';
import { deleteByHand, insertCompletions } from '../sql/progress.ts';
import { advance, announceSteps } from '../steps/advance.ts';
import { openEnrollment, requireActive } from '../steps/open-enrollment.ts';

/** The step and the enrollment. */
export interface StepAddress {
  readonly journeyId: number;
  readonly id: number;
  readonly stepId: number;
}

export type Mark = 'complete' | 'skip' | 'undo';

/** A coordinator marks a step as done, skips it, or undoes either. Doing it twice is the same as once. */
export async function markStep(
  platform: Platform,
  call: Call,
  address: StepAddress,
  mark: Mark,
  note: string | undefined,
): Promise<EnrollmentAnswerBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    const row = await openEnrollment(tx, call, address);
    const steps = await stepsOf(tx, call, row);
    const target = steps.find(({ step }) => step.id === address.stepId);
    if (!target) throw refuse(journeyErrors.step_not_found('step_id'));
    const change = mark === 'undo' ? reopenStep : noteStep;
    await change(tx, call, { row, steps, target, mark, note: note ?? null });
    return {
      success: true,
      message: journeyTexts.say(call.language, `answers.step.${mark}`),
      ...presentEnrollment(await loadOneEnrollment(tx, row.id, call.now)),
    };
  });
}

async function stepsOf(tx: Tx, call: Call, row: EnrollmentRow): Promise<StepProgress[]> {
  const [enrollment] = await loadEnrollments(tx, [row], call.now);
  return enrollment ? notedProgress(enrollment.situation) : [];
}

interface Order {
  readonly row: EnrollmentRow;
  readonly steps: readonly StepProgress[];
  readonly target: StepProgress;
  readonly mark: Mark;
  readonly note: string | null;
}

async function noteStep(tx: Tx, call: Call, { row, steps, target, mark, note }: Order): Promise<void> {
  const { step } = target;
  const status = mark === 'skip' ? 'skipped' : 'completed';
  if (target.status === status) return;
  await requireActive(tx, call, row);
  if (target.doneAt !== null) throw refuse(journeyErrors.step_done('status', { status: target.status }));
  if (target.status === 'pending') {
    const first = steps.find((one) => one.step.required && one.doneAt === null);
    throw refuse(journeyErrors.earlier_step('steps', { step: first?.step.title ?? '' }));
  }
  const at = call.now;
  await insertCompletions(tx, [
    {
      organization_id: row.organization_id,
      enrollment_id: row.id,
      step_key: step.key,
      status,
      completed_at: at,
      by_hand: true,
      completed_by: call.actor.kind === 'person' ? call.actor.userId : null,
      note,
    },
  ]);
  await announceSteps(tx, call, [{ row, step, status, at, note }]);
  await advance(tx, call, [row]);
}

async function reopenStep(tx: Tx, call: Call, { row, target, note }: Order): Promise<void> {
  if (target.doneAt === null) return;
  await requireActive(tx, call, row);
  if (!(await deleteByHand(tx, row, target.step.key))) throw refuse(journeyErrors.automatic_step('status'));
  const { id: stepId, key, title, kind } = target.step;
  await record(
    tx,
    call.now,
    journeyStepReopened(row.organization_id, {
      enrollment_id: row.id,
      journey_id: row.journey_id,
      user_id: row.user_id,
      name: row.journey_name,
      step_id: stepId,
      step_key: key,
      title,
      kind,
    }),
  );
  await writeAudit(tx, call, {
    organizationId: row.organization_id,
    action: 'journey.step_reopened',
    objectId: row.id,
    subjectUserId: row.user_id,
    before: { steps: { [target.step.key]: target.status } },
    after: { steps: { [target.step.key]: 'open' } },
    reason: note,
  });
  await advance(tx, call, [row]);
}

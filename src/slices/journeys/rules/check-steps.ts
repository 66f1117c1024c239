import type { FieldError } from '#kernel/refusal.ts';
import { journeyErrors } from '../errors.ts';
import { configErrors } from './check-config.ts';
import type { StepKind, StepPlan } from './steps.ts';

/** A step as it arrives: the contract has checked its frame, the kind says what the config must be. */
export interface StepInput {
  readonly key?: string;
  readonly title: string;
  readonly kind: StepKind;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly required?: boolean;
  readonly deadline_days?: number | null;
  readonly reminder_days?: number | null;
}

export const mostSteps = 50;

/** Every error of the list, each with its path. */
export function stepErrors(steps: readonly StepInput[]): FieldError[] {
  const seen = new Set<string>();
  return steps.flatMap((step, index) => {
    const at = (field: string) => `steps.${index}.${field}`;
    const errors = configErrors(step.kind, step.config ?? {}, at('config'));
    const key = keyOf(step, index);
    if (seen.has(key)) errors.push(journeyErrors.duplicate_key(at('key'), { key }));
    seen.add(key);
    return [...errors, ...deadlineErrors(step, at)];
  });
}

function deadlineErrors(step: StepInput, at: (field: string) => string): FieldError[] {
  const { deadline_days: deadline, reminder_days: reminder } = step;
  if (deadline != null && step.kind === 'wait') return [journeyErrors.wait_deadline(at('deadline_days'))];
  if (reminder == null) return [];
  if (deadline == null) return [journeyErrors.reminder_without_deadline(at('reminder_days'))];
  return reminder >= deadline ? [journeyErrors.reminder_too_early(at('reminder_days'), { deadline })] : [];
}

/** A step without a key is named after its place. */
function keyOf({ key }: StepInput, index: number): string {
  return key ?? `step_${index + 1}`;
}

/** Only for lists without errors. */
export function toPlans(steps: readonly StepInput[]): StepPlan[] {
  return steps.map(
    (step, index) =>
      ({
        key: keyOf(step, index),
        title: step.title.trim(),
        kind: step.kind,
        config: step.config ?? {},
        required: step.required ?? true,
        deadline_days: step.deadline_days ?? null,
        reminder_days: step.reminder_days ?? null,
      }) as StepPlan,
  );
}

/** Why a list of steps can't be published yet, if so. A draft may be unfinished. */
export function incompleteSteps(steps: readonly StepPlan[]): FieldError | undefined {
  if (steps.length === 0) return journeyErrors.no_steps('steps');
  return steps.every(({ required }) => !required) ? journeyErrors.no_required_step('steps') : undefined;
}

/** What two lists must have in common to be the same version. */
export function isSamePlan(one: readonly StepPlan[], other: readonly StepPlan[]): boolean {
  const shape = (steps: readonly StepPlan[]) =>
    JSON.stringify(
      steps.map((step) => [
        step.key,
        step.title,
        step.kind,
        Object.entries(step.config).sort(([a], [b]) => a.localeCompare(b)),
        step.required,
        step.deadline_days,
        step.reminder_days,
      ]),
    );
  return shape(one) === shape(other);
}

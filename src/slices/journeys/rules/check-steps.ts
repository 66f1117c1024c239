import type { Fault } from '#kernel/refusal.ts';
import { configFaults } from './check-config.ts';
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

/** Every fault of the list, each with its path. */
export function stepFaults(steps: readonly StepInput[]): Fault[] {
  const seen = new Set<string>();
  return steps.flatMap((step, index) => {
    const at = (field: string) => `steps.${index}.${field}`;
    const faults: Fault[] = configFaults(step.kind, step.config ?? {}, at('config'));
    const key = keyOf(step, index);
    if (seen.has(key))
      faults.push({
        path: at('key'),
        code: 'duplicate',
        message: `“${key}” is the key of an earlier step: each key stands once`,
      });
    seen.add(key);
    return [...faults, ...deadlineFaults(step, at)];
  });
}

function deadlineFaults(step: StepInput, at: (field: string) => string): Fault[] {
  const { deadline_days: deadline, reminder_days: reminder } = step;
  const fault = (field: string, message: string) => [{ path: at(field), code: 'invalid', message }];
  if (deadline != null && step.kind === 'wait')
    return fault('deadline_days', 'makes no sense here: a wait ends by itself');
  if (reminder == null) return [];
  if (deadline == null) return fault('reminder_days', 'needs a deadline: send deadline_days too');
  if (reminder >= deadline) return fault('reminder_days', `must be less than deadline_days, ${deadline}`);
  return [];
}

/** A step without a key is named after its place. */
function keyOf({ key }: StepInput, index: number): string {
  return key ?? `step_${index + 1}`;
}

/** Only for lists without faults. */
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

/** Why a list of steps cannot be walked, if so: a draft may still be unfinished. */
export function reasonNotToPublish(steps: readonly StepPlan[]): string | undefined {
  if (steps.length === 0) return 'The journey has no steps yet. Add some first.';
  if (steps.every(({ required }) => !required))
    return 'No step is required, so the journey would be over at once. Make one of them required.';
  return undefined;
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

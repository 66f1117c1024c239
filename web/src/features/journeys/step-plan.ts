import type { Schemas } from '@muster/client';
import { newId } from '../../api/new-id.ts';

export const stepKinds = ['form', 'attend_shifts', 'hours', 'badge', 'profile', 'wait', 'manual'] as const;
type StepKind = (typeof stepKinds)[number];

/** A step while it is being planned. Its key stays the same from version to version. */
export interface StepPlan {
  readonly key: string;
  readonly title: string;
  readonly kind: StepKind;
  readonly config: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly deadline_days: number | null;
  readonly reminder_days: number | null;
}

/** What each kind begins with. */
export const firstConfig: Readonly<Record<StepKind, StepPlan['config']>> = {
  form: {},
  attend_shifts: { count: 1 },
  hours: { hours: 5 },
  badge: {},
  profile: {},
  wait: { days: 7 },
  manual: {},
};

export function newStep(): StepPlan {
  return {
    key: `step-${newId().slice(0, 8)}`,
    title: '',
    kind: 'form',
    config: firstConfig.form,
    required: true,
    deadline_days: null,
    reminder_days: null,
  };
}

export function planOf(step: Schemas['JourneyStep']): StepPlan {
  const { key, title, kind, config, required, deadline_days, reminder_days } = step;
  return { key, title, kind, config, required, deadline_days, reminder_days };
}

/** With the value, or without the key where there is none. */
export function withConfig(step: StepPlan, name: string, value: unknown): StepPlan {
  const { [name]: _, ...rest } = step.config;
  return { ...step, config: value === undefined ? rest : { ...rest, [name]: value } };
}

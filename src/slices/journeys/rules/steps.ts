/** What a step can ask for. */
export const kinds = ['form', 'attend_shifts', 'hours', 'badge', 'profile', 'wait', 'manual'] as const;
export type StepKind = (typeof kinds)[number];

/** Whether the steps open one after the other or all at once. */
export const sequences = ['in_order', 'any_order'] as const;
export type Sequence = (typeof sequences)[number];

export interface AttendanceFilter {
  readonly program_id?: number;
  readonly mission_id?: number;
  readonly since_enrollment?: boolean;
}

/** The config of each kind, once it has been checked. */
export interface Configs {
  readonly form: { readonly form_id: number };
  readonly attend_shifts: AttendanceFilter & { readonly count: number };
  readonly hours: AttendanceFilter & { readonly hours?: number; readonly minutes?: number };
  readonly badge: { readonly badge_id: number };
  readonly profile: { readonly fields?: readonly string[] };
  readonly wait: { readonly days: number };
  readonly manual: { readonly instructions?: string };
}

export type Requirement = {
  [Kind in StepKind]: { readonly kind: Kind; readonly config: Configs[Kind] };
}[StepKind];

/** A step as it is planned; its position follows from the list. */
export type StepPlan = Requirement & {
  readonly key: string;
  readonly title: string;
  readonly required: boolean;
  /** Counted from the step's turn. */
  readonly deadline_days: number | null;
  /** Before the deadline. */
  readonly reminder_days: number | null;
};

export type Step = StepPlan & { readonly id: number; readonly position: number };

export function minutesOf({ hours, minutes }: Configs['hours']): number {
  return minutes ?? Math.round((hours ?? 0) * 60);
}

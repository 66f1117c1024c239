import type { Schemas } from '@muster/client';
import { ApiProblem } from './problem.ts';

type Wish = Exclude<keyof Schemas['Override'], 'reason'>;

/** Which part of an override lifts which rule of the service. What is not here, nobody lifts. */
const liftedBy: Readonly<Record<string, Wish>> = {
  shift_not_published: 'policy',
  rest_too_short: 'policy',
  hours_per_week: 'policy',
  under_age: 'policy',
  minor_at_night: 'policy',
  minor_hours_per_day: 'policy',
  outside_availability: 'availability',
  missing_profile_field: 'requirements',
  missing_form: 'requirements',
  missing_badge: 'requirements',
  missing_journey: 'requirements',
  minimum_age: 'requirements',
  shift_full: 'capacity',
  role_full: 'capacity',
  waitlist_full: 'capacity',
};

/** Whether a coordinator who gives a reason may override it. */
export function canOverride(error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    error.errors.length > 0 &&
    error.errors.every(({ code }) => liftedBy[code] !== undefined)
  );
}

/** Overrides exactly the blockers of the refusal, including those that the service would override too. */
export function overrideOf(error: ApiProblem, reason: string): Schemas['Override'] {
  const wishes = new Set(error.errors.flatMap(({ code }) => liftedBy[code] ?? []));
  const kinds = ['policy', 'availability', 'requirements', 'capacity'] as const;
  return { reason, ...Object.fromEntries(kinds.map((kind) => [kind, wishes.has(kind)])) };
}

import type { Schemas } from '@muster/client';
import { ApiProblem } from './problem.ts';

/** Whether a coordinator who gives a reason may override everything that the service names. */
export function canOverride(error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    error.errors.length > 0 &&
    error.errors.every(({ liftable_by }) => liftable_by !== undefined)
  );
}

/** Lifts what the service has named, and nothing else: what it would lift unasked is named as well. */
export function overrideOf(error: ApiProblem, reason: string): Schemas['Override'] {
  const lifted = new Set(error.errors.map(({ liftable_by }) => liftable_by));
  const parts = ['policy', 'availability', 'requirements', 'capacity'] as const;
  return { reason, ...Object.fromEntries(parts.map((part) => [part, lifted.has(part)])) };
}

import { ApiProblem, type ProblemBody, problemOf } from '@muster/client';

export { ApiProblem, type ProblemBody, problemOf };
export type FieldError = ProblemBody['errors'][number];

/** No answer came at all: offline, or the service is down. What was sent may or may not have arrived. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export function hasCode(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && codes.includes(error.code);
}

/** What was to be read isn't there, or its address is none: there is no shift "x". */
export const isMissing = (error: unknown): boolean => hasCode(error, 'not_found', 'validation_failed');

/** The longest that a button waits. Anyone who has to wait longer sees a message instead. */
const longestWaitSeconds = 30;

/** Refusals are final; a service that is busy, or an answer that got lost, is worth another try. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  if (!(error instanceof ApiProblem)) return false;
  // The first try is still at work.
  if (error.code === 'idempotency_in_flight') return true;
  return (
    error.status >= 500 || (error.status === 429 && (error.retryAfterSeconds ?? 1) <= longestWaitSeconds)
  );
}

/** A client that is asked to wait is served after a while; a service that fails a third time is not waited for. */
export function isWorthAnotherRead(failures: number, error: unknown): boolean {
  if (!isPassing(error)) return false;
  return failures < (error instanceof ApiProblem && error.status === 429 ? 6 : 2);
}

/** How long to wait before the next try: as the service says, else longer with each failure. */
export function pauseMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(1_000 * 2 ** failures, 30_000) : asked * 1_000;
}

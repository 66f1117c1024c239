import type { Schemas } from './client.ts';

export type ProblemBody = Schemas['ErrorResponse'];
export type Fault = ProblemBody['errors'][number];

/** The API said no. `code` is for decisions, `detail` and `errors` are for people. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly Fault[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: Partial<ProblemBody>, retryAfterSeconds?: number) {
    super(body.detail ?? body.title ?? `status ${status}`);
    this.status = status;
    this.code = body.code ?? 'internal_error';
    this.title = body.title ?? '';
    this.detail = body.detail ?? '';
    this.errors = body.errors ?? [];
    this.requestId = body.request_id;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came at all: offline, or the service is down. What was sent may or may not have arrived. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** `read`: the body, where somebody has read it from the answer already. */
export async function problemOf(response: Response, read?: unknown): Promise<ApiProblem> {
  const body: unknown = response.bodyUsed ? read : await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get('retry-after'));
  const isProblem = typeof body === 'object' && body !== null;
  return new ApiProblem(response.status, isProblem ? body : {}, retryAfter > 0 ? retryAfter : undefined);
}

export function hasCode(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && codes.includes(error.code);
}

/** Longer than this nobody waits for a button: whoever is to wait longer is told so. */
const patienceSeconds = 30;

/** Refusals are final; a service that is busy, or an answer that got lost, is worth another try. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  if (!(error instanceof ApiProblem)) return false;
  return error.status >= 500 || (error.status === 429 && (error.retryAfterSeconds ?? 1) <= patienceSeconds);
}

/** Whoever is asked to wait is let in after a while; a service that fails a third time is not waited for. */
export function isWorthAnotherRead(failures: number, error: unknown): boolean {
  if (!isPassing(error)) return false;
  return failures < (error instanceof ApiProblem && error.status === 429 ? 6 : 2);
}

/** How long to wait before the next try: as the service says, else longer with each failure. */
export function pauseMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(1_000 * 2 ** failures, 30_000) : asked * 1_000;
}

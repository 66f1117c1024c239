import type { Schemas } from './contract.ts';

export type ProblemBody = Schemas['ErrorResponse'];

/** The API said no. `code` is for decisions, `detail` and `errors` are for people. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: ProblemBody['errors'];
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

/** `read`: the body, if it was read from the response already. */
export async function problemOf(response: Response, read?: unknown): Promise<ApiProblem> {
  const body: unknown = response.bodyUsed ? read : await response.json().catch(() => ({}));
  const isProblem = typeof body === 'object' && body !== null;
  return new ApiProblem(response.status, isProblem ? body : {}, retryAfterSeconds(response));
}

export function retryAfterSeconds(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds : undefined;
}

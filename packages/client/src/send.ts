import { retryAfterSeconds } from './problem.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** Attempts after the first one. */
  readonly retries?: number;
  /** A longer Retry-After is not waited for: the caller gets the answer that asks for it. */
  readonly longestWaitSeconds?: number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** Too many requests, and what a proxy or a busy service says: nothing has happened, or not for sure. */
const passing = new Set([429, 502, 503, 504]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a request until there is an answer that lasts. A POST gets an Idempotency-Key, so that an attempt whose answer
 * was lost is not carried out twice.
 */
export async function sendWithRetries(
  request: Request,
  send: Fetch,
  { retries = 3, longestWaitSeconds = 60, sleep = pause }: RetryOptions = {},
): Promise<Response> {
  if (retries > 0 && request.method === 'POST' && !request.headers.has('idempotency-key'))
    request.headers.set('idempotency-key', crypto.randomUUID());
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(request.clone()).catch((error: unknown) => ({ error }));
    const isAnswer = answer instanceof Response;
    if (isAnswer && !passing.has(answer.status)) return answer;
    const asked = isAnswer ? retryAfterSeconds(answer) : undefined;
    const isLast = attempt >= retries || request.signal.aborted || (asked ?? 0) > longestWaitSeconds;
    if (isLast) {
      if (isAnswer) return answer;
      throw answer.error;
    }
    await sleep((asked ?? 2 ** attempt / 2) * 1_000);
  }
}

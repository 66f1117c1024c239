/** What came of one attempt: an answer, or none and why. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'error' };

export interface AttemptFacts {
  /** 1 for the first try since the delivery was queued or replayed. */
  readonly tryNumber: number;
  readonly outcome: Outcome;
  readonly nowMs: number;
  /** From 0 to 1: spreads what failed together. */
  readonly random: number;
}

export interface Decision {
  readonly status: 'succeeded' | 'failed' | 'given_up';
  /** How long to wait before the next attempt; null where there is none. */
  readonly delayMs: number | null;
  /** The receiver has said that it is gone permanently. */
  readonly gone: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait after each failed try: ten tries over about 75 hours. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  18 * hour,
  48 * hour,
];
export const mostTries = retryDelaysMs.length + 1;

const jitter = 0.1;
const longestRetryAfterMs = 24 * hour;

/** Decides retry, give up or deactivate. Success is 2xx and nothing else; a redirect is a failure. */
export function nextAttempt({ tryNumber, outcome, nowMs, random }: AttemptFacts): Decision {
  const status = outcome.kind === 'answer' ? outcome.status : 0;
  if (status >= 200 && status < 300) return { status: 'succeeded', delayMs: null, gone: false };
  if (status === 410) return { status: 'given_up', delayMs: null, gone: true };
  const delayMs = retryDelaysMs[tryNumber - 1];
  if (delayMs === undefined) return { status: 'given_up', delayMs: null, gone: false };
  const spreadMs = delayMs * (1 - jitter + 2 * jitter * random);
  const asked = outcome.kind === 'answer' ? retryAfterMs(outcome.retryAfter, nowMs) : 0;
  // A receiver may ask for a longer wait, not for a shorter one: that would use up all tries at once.
  return {
    status: 'failed',
    delayMs: Math.round(Math.max(spreadMs, asked * (1 + jitter * random))),
    gone: false,
  };
}

/** Seconds or an HTTP date, as RFC 9110 has it; anything else counts as not said. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  const wishMs = /^\d{1,9}$/.test(text) ? Number(text) * second : dateMs(text) - nowMs;
  return Number.isFinite(wishMs) ? Math.min(Math.max(wishMs, 0), longestRetryAfterMs) : 0;
}

/** Date.parse also accepts other formats than HTTP dates, such as bare numbers. */
function dateMs(text: string): number {
  return /^[A-Z][a-z]{2,8},? .*\d/.test(text) ? Date.parse(text) : Number.NaN;
}

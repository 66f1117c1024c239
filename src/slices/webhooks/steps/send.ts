import { type Outbound, OutboundError } from '#platform/outbound/index.ts';
import type { DeliveryError } from '../messages/index.ts';
import { nextAttempt, type Outcome } from '../rules/retries.ts';
import type { ClaimedRow } from '../sql/queue.ts';
import type { Result } from '../sql/results.ts';
import type { Sender } from './sign.ts';
import { signatureHeaders } from './sign.ts';

const keptResponseBytes = 1_024;

export interface SendOptions {
  readonly outbound: Outbound;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
}

export interface Sent extends Result {
  readonly endpointId: number;
  readonly eventId: string;
  readonly failing: boolean;
  readonly gone: boolean;
}

interface Answer {
  readonly outcome: Outcome;
  readonly responseStatus: number | null;
  readonly durationMs: number;
  readonly responseBody: string | null;
  readonly errorCode: DeliveryError | null;
}

/**
 * One attempt, outside any transaction. `sentMs` goes into the signature. Undefined when it was broken off and nothing
 * can be said about it.
 */
export function send(
  row: ClaimedRow,
  sender: Sender,
  sentMs: number,
  { outbound, timeoutMs, signal, nowMs }: SendOptions,
): Promise<Sent | undefined> {
  if (!sender.current) return Promise.resolve(sentOf(row, unreadableSecret, nowMs()));
  const startedMs = performance.now();
  const body = Buffer.from(row.body);
  const signed = { envelopeId: row.event_id, body, timestampSeconds: Math.floor(sentMs / 1_000) };
  const previous = sentMs < sender.previousUntilMs ? sender.previous : undefined;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Muster-Webhooks/1.0',
    ...signatureHeaders(signed, sender.current, previous),
  };
  const request = { headers, body, timeoutMs, signal, maxResponseBytes: keptResponseBytes };
  return outbound.post(sender.url, request).then(
    ({ status, retryAfter, durationMs, body: responseBody }) => {
      const isSuccess = status >= 200 && status < 300;
      const answer: Answer = {
        outcome: { kind: 'answer', status, retryAfter },
        responseStatus: status,
        durationMs,
        responseBody: storableText(responseBody),
        errorCode: isSuccess ? null : 'http_status',
      };
      return sentOf(row, answer, isSuccess ? sentMs : nowMs());
    },
    (error: unknown) => {
      if (signal.aborted) return undefined;
      const answer: Answer = {
        outcome: { kind: 'error' },
        responseStatus: null,
        durationMs: Math.round(performance.now() - startedMs),
        responseBody: null,
        // Anything but an OutboundError is our bug; the delivery must not be lost because of it.
        errorCode: error instanceof OutboundError ? error.code : 'internal',
      };
      return sentOf(row, answer, nowMs());
    },
  );
}

const unreadableSecret: Answer = {
  outcome: { kind: 'error' },
  responseStatus: null,
  durationMs: 0,
  responseBody: null,
  errorCode: 'secret_unreadable',
};

function sentOf(row: ClaimedRow, { outcome, ...shown }: Answer, nowMs: number): Sent {
  const decision = nextAttempt({ tryNumber: row.try, outcome, nowMs, random: Math.random() });
  return {
    ...shown,
    attemptId: row.attempt_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    token: row.token,
    failing: row.failing,
    status: decision.status,
    gone: decision.gone,
    nextAttemptAt:
      decision.delayMs === null ? null : Temporal.Instant.fromEpochMilliseconds(nowMs + decision.delayMs),
  };
}

/** Text that PostgreSQL and JSON can hold, whatever the receiver has sent; a character cut in two is left out. */
export function storableText(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  const text = bytes.toString('utf8');
  const whole = bytes.length >= keptResponseBytes ? text.replace(/�$/, '') : text;
  return whole.replaceAll('\0', '�');
}

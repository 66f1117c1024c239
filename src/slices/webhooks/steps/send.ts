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
  /** Goes into the signature. */
  readonly sentMs: number;
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

/** One attempt, outside any transaction. Undefined when it was broken off and nothing can be said about it. */
export async function send(row: ClaimedRow, sender: Sender, options: SendOptions): Promise<Sent | undefined> {
  const answer = await post(row, sender, options);
  if (!answer) return undefined;
  const { outcome, ...shown } = answer;
  const nowMs = answer.errorCode === null ? options.sentMs : options.nowMs();
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

const unreadableSecret: Answer = {
  outcome: { kind: 'error' },
  responseStatus: null,
  durationMs: 0,
  responseBody: null,
  errorCode: 'secret_unreadable',
};

async function post(
  row: ClaimedRow,
  sender: Sender,
  { outbound, timeoutMs, signal, sentMs }: SendOptions,
): Promise<Answer | undefined> {
  if (!sender.current) return unreadableSecret;
  const startedMs = performance.now();
  const body = Buffer.from(row.body);
  const signed = { envelopeId: row.event_id, body, timestampSeconds: Math.floor(sentMs / 1_000) };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Muster-Webhooks/1.0',
    ...signatureHeaders(
      signed,
      sender.current,
      sentMs < sender.previousUntilMs ? sender.previous : undefined,
    ),
  };
  try {
    const answer = await outbound.post(sender.url, {
      headers,
      body,
      timeoutMs,
      signal,
      maxResponseBytes: keptResponseBytes,
    });
    const isSuccess = answer.status >= 200 && answer.status < 300;
    return {
      outcome: { kind: 'answer', status: answer.status, retryAfter: answer.retryAfter },
      responseStatus: answer.status,
      durationMs: answer.durationMs,
      responseBody: storableText(answer.body),
      errorCode: isSuccess ? null : 'http_status',
    };
  } catch (error) {
    if (signal.aborted) return undefined;
    // Anything but an OutboundError is our bug; the delivery must not be lost because of it.
    return {
      outcome: { kind: 'error' },
      responseStatus: null,
      durationMs: Math.round(performance.now() - startedMs),
      responseBody: null,
      errorCode: error instanceof OutboundError ? error.code : 'internal',
    };
  }
}

/** Text that PostgreSQL and JSON can hold, whatever the receiver has sent; a character cut in two is left out. */
export function storableText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const whole = bytes.length >= keptResponseBytes ? text.replace(/�$/, '') : text;
  return whole.replaceAll('\0', '�');
}

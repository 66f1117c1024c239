import type { Actor } from './actor.ts';

/** One use of the service by one actor at one moment: what every command takes first. */
export interface Call {
  readonly actor: Actor;
  readonly now: Temporal.Instant;
  /**
   * What the caller reads: the language of the account, else the one that the request asks for. With the region in which it
   * asks for it, en-GB, because dates and clocks depend on that.
   */
  readonly language: string;
  readonly requestId: string;
  /** The caller's network address, where there is one. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Set when the caller sent an Idempotency-Key. */
  readonly idempotency?: IdempotencyClaim;
  /** The entity tag of If-Match, null if the caller sent none. Missing where the route doesn’t check it. */
  readonly ifMatch?: string | null;
}

export interface IdempotencyClaim {
  readonly scope: string;
  readonly key: string;
  /** Hash of method, path and body: the same key with another request is refused. */
  readonly fingerprint: string;
  /** What the answer is in: the caller's language, or that of the stored answer. Undefined if it was stored without one. */
  language?: string | undefined;
  /** The claim of the key: platform/db stores the answer together with the effect. */
  state: 'open' | 'stored' | 'replayed';
}

export function systemCall(name: string, now: Temporal.Instant): Call {
  return {
    actor: { kind: 'system', name },
    now,
    language: 'en',
    requestId: `${name}-${crypto.randomUUID()}`,
    address: null,
    userAgent: null,
    ifMatch: null,
  };
}

/** Who is asking. Made by authentication alone; everything later only reads it. */
export type Actor = Anonymous | Person | ApiKey | System;

export interface Anonymous {
  readonly kind: 'anonymous';
}

export interface Person {
  readonly kind: 'person';
  readonly userId: number;
  readonly sessionId: number;
  /** The one that the account is set to. */
  readonly language: string;
  /** When the access token was issued, with the end of that second. */
  readonly tokenIssuedMs?: number;
}

export interface ApiKey {
  readonly kind: 'api_key';
  readonly keyId: number;
  readonly organizationId: number;
  readonly scopes: readonly string[];
}

/** The service itself: jobs and the command line. */
export interface System {
  readonly kind: 'system';
  readonly name: string;
}

export const anonymous: Anonymous = { kind: 'anonymous' };

/** A short stable name: it scopes idempotency keys and rate limits, and is in log lines. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'person':
      return `user:${actor.userId}`;
    case 'api_key':
      return `key:${actor.keyId}`;
    case 'system':
      return `system:${actor.name}`;
  }
}

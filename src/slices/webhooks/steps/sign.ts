import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, Sealer } from '#platform/db/index.ts';
import { selectSenders } from '../sql/endpoints.ts';

const prefix = 'whsec_';
const purpose = 'webhook-secret';

/** 32 random bytes in base64 behind a prefix: what the libraries of Standard Webhooks take. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export function sealSecret(sealer: Sealer, endpointId: number, secret: string): Buffer {
  return sealer.seal(purpose, String(endpointId), Buffer.from(secret));
}

export function openSecret(sealer: Sealer, endpointId: number, sealed: Buffer): SigningKeys {
  return signingKeys(sealer.open(purpose, String(endpointId), sealed).toString());
}

/** One secret, two ways to sign with it. */
export interface SigningKeys {
  /** For X-Service-Signature: the characters of the secret, as they were shown. */
  readonly plain: KeyObject;
  /** For Standard Webhooks: the bytes that the part behind the prefix stands for. */
  readonly standard: KeyObject;
}

export function signingKeys(secret: string): SigningKeys {
  return {
    plain: createSecretKey(Buffer.from(secret)),
    standard: createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64')),
  };
}

export interface Signed {
  readonly envelopeId: string;
  readonly body: Buffer;
  readonly timestampSeconds: number;
}

/** The headers of one delivery. While a secret is being replaced, the one before signs too. */
export function signatureHeaders(
  { envelopeId, body, timestampSeconds }: Signed,
  current: SigningKeys,
  previous: SigningKeys | undefined,
): Record<string, string> {
  const hex = ({ plain }: SigningKeys) => createHmac('sha256', plain).update(body).digest('hex');
  const versioned = ({ standard }: SigningKeys) =>
    `v1,${createHmac('sha256', standard).update(`${envelopeId}.${timestampSeconds}.`).update(body).digest('base64')}`;
  return {
    'x-service-signature': hex(current),
    ...(previous && { 'x-service-signature-previous': hex(previous) }),
    'webhook-id': envelopeId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': previous ? `${versioned(current)} ${versioned(previous)}` : versioned(current),
  };
}

/** An endpoint, as far as sending to it goes. */
export interface Sender {
  readonly url: string;
  readonly version: number;
  /** Undefined if the stored secret cannot be read: then nothing can be sent, to this endpoint. */
  readonly current: SigningKeys | undefined;
  readonly previous: SigningKeys | undefined;
  readonly previousUntilMs: number;
}

const mostKept = 10_000;

/** Remembers addresses and secrets. Callers name the version that they have just read from the database. */
export class Senders {
  readonly #database: Database;
  readonly #known = new LRUCache<number, Sender>({ max: mostKept });

  constructor(database: Database) {
    this.#database = database;
  }

  find(endpointId: number, version: number): Sender | undefined {
    const sender = this.#known.get(endpointId);
    return sender && sender.version >= version ? sender : undefined;
  }

  async load(endpointIds: readonly number[]): Promise<void> {
    const { db } = this.#database;
    for (const row of await selectSenders(db, endpointIds)) {
      const { previous_secret: previous, previous_secret_until: until } = row;
      this.#known.set(row.id, {
        url: row.url,
        version: row.version,
        current: this.#open(row.id, row.secret),
        previous: previous ? this.#open(row.id, previous) : undefined,
        previousUntilMs: until?.epochMilliseconds ?? 0,
      });
    }
  }

  /** One endpoint's secret must not keep the deliveries of others, which come in the same batch. */
  #open(endpointId: number, sealed: Buffer): SigningKeys | undefined {
    try {
      return openSecret(this.#database.sealer, endpointId, sealed);
    } catch {
      return undefined;
    }
  }
}

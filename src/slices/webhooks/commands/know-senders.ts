import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/index.ts';
import { selectSenders } from '../sql/endpoints.ts';
import { openSecret, type SigningKeys } from './sign.ts';

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

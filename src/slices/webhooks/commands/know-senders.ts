import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/index.ts';
import { selectSenders } from '../sql/endpoints.ts';
import { openSecret, type SigningKeys } from './sign.ts';

/** An endpoint, as far as sending to it goes. */
export interface Sender {
  readonly url: string;
  readonly version: number;
  readonly current: SigningKeys;
  readonly previous: SigningKeys | undefined;
  readonly previousUntilMs: number;
}

const mostKept = 10_000;

/** Remembers addresses and secrets. Whoever asks names the version that the database has just told. */
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
    const { db, sealer } = this.#database;
    for (const row of await selectSenders(db, endpointIds)) {
      const { previous_secret: previous, previous_secret_until: until } = row;
      this.#known.set(row.id, {
        url: row.url,
        version: row.version,
        current: openSecret(sealer, row.id, row.secret),
        previous: previous ? openSecret(sealer, row.id, previous) : undefined,
        previousUntilMs: until?.epochMilliseconds ?? 0,
      });
    }
  }
}

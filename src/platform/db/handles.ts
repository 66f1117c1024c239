import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './schema.generated.ts';
import type { Sealer } from './sealer.ts';

export interface Database {
  /** For reads. Writes go through inTransaction. */
  readonly db: Kysely<DB>;
  /** The same connections, for the worker that brings its own SQL. */
  readonly pool: Pool;
  readonly sealer: Sealer;
  /** For dedicated connections: those that listen. */
  readonly url: string;
  close(): Promise<void>;
}

/** A running transaction. Functions that write take one, so that they cannot be called outside. */
export type Tx = Transaction<DB>;

/** Where a read is sent: the pool, or a running transaction. */
export type Reader = Database['db'] | Tx;

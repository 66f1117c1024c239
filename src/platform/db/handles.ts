import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Replica } from './replica.ts';
import type { DB } from './schema.generated.ts';
import type { Sealer } from './sealer.ts';

export interface Database {
  /** For reads. Writes go through inTransaction. */
  readonly db: Kysely<DB>;
  /** The same connections, for statements that bring their own SQL. */
  readonly pool: Pool;
  /** The same again for the queue, which also listens. */
  readonly queuePool: Pool;
  /** For reads that may be a few seconds old, if there is one. */
  readonly replica?: Replica | undefined;
  readonly sealer: Sealer;
  /** For connections that listen: never through a pooler, which would lose what they wait for. */
  readonly url: string;
  close(): Promise<void>;
}

/** A running transaction. Functions that write take one, so that they cannot be called outside. */
export type Tx = Transaction<DB>;

/** Where a read is sent: the pool, or a running transaction. */
export type Reader = Database['db'] | Tx;

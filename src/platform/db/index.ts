import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { PooledDialect } from './driver.ts';
import { createPool, type PoolOptions } from './pool.ts';
import type { DB } from './schema.generated.ts';
import type { Sealer } from './sealer.ts';

export { ahead, askAhead } from './driver.ts';
export { brokenConstraint, classifyFailure, errorCode, isLockTimeout } from './failures.ts';
export { hotRead } from './hot-read.ts';
export { claimAll, forgetAnswers, storeAnswers } from './idempotency.ts';
export type { DB } from './schema.generated.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { attemptWithin, inTransaction, lockAll, onCommit, storedAnswer, type Tx } from './transaction.ts';

export interface Database {
  /** For reads. Writes go through inTransaction. */
  readonly db: Kysely<DB>;
  /** The same connections, for the worker that brings its own SQL. */
  readonly pool: Pool;
  readonly sealer: Sealer;
  /** For connections of their own: those that listen. */
  readonly url: string;
  close(): Promise<void>;
}

export interface DatabaseOptions extends PoolOptions {
  readonly sealer: Sealer;
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options);
  const db = new Kysely<DB>({
    dialect: new PooledDialect(pool, { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 }),
  });
  return {
    db,
    pool,
    sealer: options.sealer,
    url: options.url,
    async close() {
      await db.destroy();
      await pool.end();
    },
  };
}

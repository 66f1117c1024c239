import { Kysely } from 'kysely';
import { PooledDialect } from './driver.ts';
import type { Database } from './handles.ts';
import { createPool, type PoolOptions } from './pool.ts';
import type { DB } from './schema.generated.ts';
import type { Sealer } from './sealer.ts';

export { ask, send } from './driver.ts';
export { brokenConstraint, classifyFailure, errorCode, isLockTimeout } from './failures.ts';
export type { Database, Reader, Tx } from './handles.ts';
export { hotRead } from './hot-read.ts';
export { answerOnce, forgetAnswers, type Outcome } from './idempotency.ts';
export type { DB } from './schema.generated.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { setting } from './settings.ts';
export { attemptWithin, inTransaction, lockAll, onCommit, storedAnswer } from './transaction.ts';

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

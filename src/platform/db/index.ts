import { Kysely } from 'kysely';
import { PooledDialect } from './driver.ts';
import type { Database } from './handles.ts';
import { createPool, type PoolOptions, queuePool } from './pool.ts';
import { watchReplica } from './replica.ts';
import type { DB } from './schema.generated.ts';
import type { Sealer } from './sealer.ts';

export { createBatches, undecided } from './batches.ts';
export { type Columns, inColumns } from './columns.ts';
export { ask, send, withNewPlan } from './driver.ts';
export { brokenConstraint, classifyFailure, errorCode, isLockTimeout } from './failures.ts';
export type { Database, Reader, Tx } from './handles.ts';
export { hotRead } from './hot-read.ts';
export { answerOnce, forgetAnswers, type Outcome } from './idempotency.ts';
export { jsonLines } from './json-lines.ts';
export { keepWhileUnchanged } from './kept-answers.ts';
export { onPrimary, type Replica } from './replica.ts';
export type { DB } from './schema.generated.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { setting } from './settings.ts';
export { beginningsOf, patternsOf } from './spellings.ts';
export { anyOf, readTogether, shareReads } from './together.ts';
export {
  attemptWithin,
  inTransaction,
  limitLockWaits,
  lockAll,
  onCommit,
  sideBySide,
  storedAnswer,
} from './transaction.ts';
export {
  anyPlace,
  findPlace,
  findPlaces,
  groupByPlace,
  inKnownPlace,
  isCluster,
  knownPlace,
  onePlace,
  onlyOne,
  placeIn,
  rememberPlaces,
  scopeOf,
} from './whereabouts.ts';

export interface DatabaseOptions extends Omit<PoolOptions, 'isPooler'> {
  readonly sealer: Sealer;
  /** Given where `url` leads to a pooler in transaction mode: the address behind it. */
  readonly directUrl?: string | undefined;
  /** The address of a replica. */
  readonly readUrl?: string | undefined;
  /** Why the replica is not used. */
  readonly onReplicaProblem?: (reason: string) => void;
}

/** One for the worker, and one for each `POST /jobs/process`. */
const queueListeners = 10;

export function openDatabase(options: DatabaseOptions): Database {
  const { url, name, onError, directUrl = url } = options;
  const isPooler = directUrl !== url;
  const pool = createPool({ ...options, isPooler });
  const listeners = isPooler
    ? createPool({ url: directUrl, name, size: queueListeners, ...(onError && { onError }) })
    : pool;
  const { readUrl } = options;
  const replicaPool = readUrl === undefined ? undefined : createPool({ ...options, url: readUrl });
  // How far the servers are is asked on separate connections: behind many long reads, a replica would seem to be gone.
  const watched =
    readUrl === undefined
      ? undefined
      : {
          primary: createPool({ ...options, isPooler, size: 1 }),
          replica: createPool({ ...options, url: readUrl, size: 1 }),
        };
  const replica = replicaPool && watched && watchReplica(watched, replicaPool, options.onReplicaProblem);
  const db = new Kysely<DB>({
    dialect: new PooledDialect(pool, { statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 }),
  });
  return {
    db,
    pool,
    queuePool: queuePool(pool, listeners),
    replica,
    sealer: options.sealer,
    url: directUrl,
    async close() {
      replica?.stop();
      await db.destroy();
      const pools = new Set([pool, listeners, replicaPool, watched?.primary, watched?.replica]);
      await Promise.all([...pools].map((one) => one?.end()));
    },
  };
}

import { type IsolationLevel, sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import { send } from './driver.ts';
import { classifyFailure } from './failures.ts';
import type { Database, Tx } from './handles.ts';
import { answerOnce, findAnswer } from './idempotency.ts';

export interface TransactionOptions {
  readonly isolation?: IsolationLevel;
  /** Shorter than usual, for work that keeps others waiting while it waits itself. */
  readonly lockTimeoutMs?: number;
}

const mostAttempts = 5;
const afterCommit = new WeakMap<Tx, (() => void)[]>();

/** Runs the callback once the transaction has committed; never if it rolls back. */
export function onCommit(tx: Tx, callback: () => void): void {
  const callbacks = afterCommit.get(tx);
  if (callbacks) callbacks.push(callback);
  else afterCommit.set(tx, [callback]);
}

/**
 * One use case, one transaction. READ COMMITTED with explicit locks is the rule here; serialization failures,
 * deadlocks and broken exclusion constraints are run again from the start, so the work must have no effect outside the
 * database.
 *
 * When the caller sent an Idempotency-Key, what `work` returns is stored in this same transaction, and a
 * repeated request gets it back instead of a second effect.
 */
export async function inTransaction<Answer>(
  database: Database,
  call: Pick<Call, 'idempotency'>,
  work: (tx: Tx) => Promise<Answer>,
  options: TransactionOptions = {},
): Promise<Answer> {
  if (call.idempotency && call.idempotency.state !== 'open') {
    // It would be given the first one's answer for its own.
    throw new Error(
      'a second transaction under one Idempotency-Key: give it no call, or make it one transaction',
    );
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(database, call, work, options);
    } catch (error) {
      if (attempt >= mostAttempts || classifyFailure(error) !== 'retry') throw error;
      await sleepBeforeRetry(attempt);
    }
  }
}

/**
 * Runs part of a transaction. Where it answers undefined, its writes are undone and the locks it took are given back,
 * and the transaction goes on without it.
 */
export async function attemptWithin<Answer>(
  tx: Tx,
  work: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  await sql`savepoint attempt`.execute(tx);
  const answer = await work();
  if (answer === undefined) await sql`rollback to savepoint attempt`.execute(tx);
  await sql`release savepoint attempt`.execute(tx);
  return answer;
}

/**
 * Does parts of a transaction without letting one wait for the answers to another: their statements share round trips. If
 * one fails, the others are still waited for, so that none of them goes on after the rollback.
 */
export async function sideBySide<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const outcomes = await Promise.allSettled(items.map(work));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** The answer to an earlier request under this key, for commands that check something before they begin. */
export async function storedAnswer<Answer>(
  database: Database,
  call: Pick<Call, 'idempotency'>,
): Promise<Answer | undefined> {
  const claim = call.idempotency;
  if (!claim) return undefined;
  const stored = database.db.transaction().execute((tx) => findAnswer(tx, claim, database.sealer));
  return (await stored) as Answer | undefined;
}

async function attemptOnce<Answer>(
  database: Database,
  call: Pick<Call, 'idempotency'>,
  work: (tx: Tx) => Promise<Answer>,
  options: TransactionOptions,
): Promise<Answer> {
  let callbacks: (() => void)[] = [];
  const builder = database.db.transaction();
  const configured = options.isolation ? builder.setIsolationLevel(options.isolation) : builder;
  const answer = await configured.execute(async (tx) => {
    afterCommit.set(tx, callbacks);
    if (options.lockTimeoutMs !== undefined) await limitLockWaits(tx, options.lockTimeoutMs);
    const [outcome] = await answerOnce(tx, database.sealer, [{ call }], async () => [
      { answer: await work(tx) },
    ]);
    if (!outcome || 'refusal' in outcome) throw outcome?.refusal;
    return outcome.answer;
  });
  for (const callback of callbacks) callback();
  callbacks = [];
  return answer;
}

/** From here on, the transaction waits no longer than this for a lock. Not by set_config, which Citus doesn't repeat on other nodes. */
export async function limitLockWaits(tx: Tx, limitMs: number): Promise<void> {
  await send(tx, sql`set local lock_timeout = ${sql.lit(limitMs)}`);
}

function sleepBeforeRetry(attempt: number): Promise<void> {
  const delayMs = 2 ** attempt * 5 * (0.5 + Math.random());
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/**
 * Locks names until the transaction ends. Keys are sorted, so that any two transactions that want
 * the same keys ask for them in the same order and cannot wait for each other in a circle. A waiting
 * transaction gives up after its lock_timeout.
 */
export async function lockAll(tx: Tx, space: string, ids: readonly number[]): Promise<void> {
  if (!tx.isTransaction) throw new Error('locks are taken inside a transaction only');
  if (ids.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtext(${space}), key)
    from (select distinct hashint8(id) as key from unnest(${[...ids]}::bigint[]) as id order by key) as sorted
  `.execute(tx);
}

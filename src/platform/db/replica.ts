import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { classifyFailure } from './failures.ts';

/** The pool that reads of the running request use; none means the primary. */
export const readPool = new AsyncLocalStorage<Pool>();

/** For the little that is written around a read. */
export function onPrimary<Result>(work: () => Result): Result {
  return readPool.exit(work);
}

/** Data from a replica is at most this old. */
const longestLagMs = 5_000;
const sampleMs = 500;
/** A replica that keeps a read waiting for longer is left out. */
const answerTimeoutMs = 2_000;

export interface Replica {
  /**
   * Runs reads on the replica if it has everything that was committed before `sinceMs`, and on the primary otherwise. Reads
   * that fail on the replica run again on the primary.
   */
  read<Answer>(sinceMs: number, work: () => Promise<Answer>): Promise<Answer>;
  stop(): void;
}

/** A position in the write-ahead log, as PostgreSQL writes it: `16/B374D848`. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Knows up to which moment a replica is complete. The clocks of the servers don't matter: the primary is asked for its
 * position now and then, and once the replica has replayed that position, it has everything from before that moment.
 */
export class Freshness {
  readonly #samples: { readonly atMs: number; readonly position: bigint }[] = [];
  #completeUntilMs = Number.NEGATIVE_INFINITY;

  add(atMs: number, position: bigint): void {
    this.#samples.push({ atMs, position });
  }

  /** The replica has replayed the log up to here. */
  reached(position: bigint): void {
    while (this.#samples[0] && this.#samples[0].position <= position)
      this.#completeUntilMs = this.#samples.shift()?.atMs ?? this.#completeUntilMs;
    // Of a replica that is away, older samples prove nothing that is still of use.
    if (this.#samples.length > longestLagMs / sampleMs) this.#samples.shift();
  }

  /** Until it has caught up again. */
  leaveOut(): void {
    this.#samples.length = 0;
    this.#completeUntilMs = Number.NEGATIVE_INFINITY;
  }

  isUsable(nowMs: number, sinceMs: number): boolean {
    return this.#completeUntilMs >= sinceMs && nowMs - this.#completeUntilMs <= longestLagMs;
  }
}

export function watchReplica(primary: Pool, replica: Pool): Replica {
  const freshness = new Freshness();
  const sample = async () => {
    const atMs = Date.now();
    const position = await ask(primary, 'select pg_current_wal_lsn()::text as position');
    if (position === undefined) return;
    freshness.add(atMs, position);
    // A server that was promoted is no replica anymore: it has no such position.
    const replayed = await ask(
      replica,
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position',
    );
    if (replayed === undefined) freshness.leaveOut();
    else freshness.reached(replayed);
  };
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void sample().finally(() => {
      isAsking = false;
    });
  }, sampleMs);
  timer.unref();
  return {
    async read(sinceMs, work) {
      if (!freshness.isUsable(Date.now(), sinceMs)) return await work();
      try {
        return await inTime(readPool.run(replica, work));
      } catch (error) {
        if (classifyFailure(error) === undefined) throw error;
        freshness.leaveOut();
        return await work();
      }
    },
    stop: () => clearInterval(timer),
  };
}

async function ask(pool: Pool, text: string): Promise<bigint | undefined> {
  try {
    const { rows } = await inTime(pool.query<{ position: string | null }>(text));
    return rows[0]?.position ? positionOf(rows[0].position) : undefined;
  } catch {
    return undefined;
  }
}

async function inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  work.catch(() => {});
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('connection timeout: no answer from the replica')),
    answerTimeoutMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

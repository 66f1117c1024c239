import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { classifyFailure, errorCode } from './failures.ts';
import { breakConnections } from './pool.ts';

/** The pool that reads of the running request use; none means the primary. */
export const readPool = new AsyncLocalStorage<Pool>();

/** For the little that is written around a read. */
export function onPrimary<Result>(work: () => Result): Result {
  return readPool.exit(work);
}

/** Data from a replica is at most this old. */
const longestLagMs = 5_000;
const sampleMs = 500;
/** A replica that doesn't say for longer how far it is, is left out. */
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

/** How far a server is. After a failover, the positions of another timeline say nothing: the same one can have other changes. */
interface Progress {
  /** Null where the user may not know it. */
  readonly timeline: number | null;
  readonly position: bigint;
}

const askPrimary = `select pg_current_wal_lsn()::text as position,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`;

const progressOfReplica = (...timelines: string[]) => `select
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position,
  greatest(${timelines.map((one) => `(select ${one})`).join(', ')}) as timeline`;

/** Known at once, but only to users who may see `pg_stat_wal_receiver`. */
const received = 'received_tli from pg_stat_wal_receiver';
/** Known with the next checkpoint. A server can refuse these functions to ordinary users. */
const written = [
  'timeline_id from pg_control_checkpoint()',
  'min_recovery_end_timeline from pg_control_recovery()',
];
const refusedCode = '42501';

/**
 * Asks `watched` how far both servers are, and sends reads to `pool`. Why the replica is not used goes to `onProblem`, once, unless it
 * is just away.
 */
export function watchReplica(
  watched: { primary: Pool; replica: Pool },
  pool: Pool,
  onProblem: (reason: string) => void = () => {},
): Replica {
  const freshness = new Freshness();
  const waiting = new Set<(error: Error) => void>();
  const problems = new Set<string>();
  const note = (reason: string) => {
    if (!problems.has(reason)) onProblem(reason);
    problems.add(reason);
  };
  let askReplica = progressOfReplica(received, ...written);
  const asked = async (server: Pool, question: string) => {
    try {
      return await ask(server, question);
    } catch (error) {
      const withoutRights = progressOfReplica(received);
      if (error instanceof NoAnswer) breakConnections(server);
      else if (question === askReplica && question !== withoutRights && errorCode(error) === refusedCode)
        askReplica = withoutRights;
      else if (error instanceof Error && classifyFailure(error) === undefined) note(error.message);
      return undefined;
    }
  };
  const sample = async () => {
    const atMs = Date.now();
    const current = await asked(watched.primary, askPrimary);
    if (current === undefined) return;
    freshness.add(atMs, current.position);
    const replayed = await asked(watched.replica, askReplica);
    if (replayed?.timeline === current.timeline) {
      problems.clear();
      return freshness.reached(replayed.position);
    }
    freshness.leaveOut();
    for (const giveUp of waiting) giveUp(new Error('connection timeout: the replica is left out'));
    if (replayed === undefined) breakConnections(pool);
    else if (replayed.timeline === null)
      note('its timeline is unknown: the role pg_read_all_stats is needed');
    else note(`its timeline is ${replayed.timeline}, and that of the primary ${current.timeline}`);
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
  /** A long read is waited for as long as the replica is in use. */
  const whileInUse = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.add(reject);
    work.then(resolve, reject);
    return await promise.finally(() => waiting.delete(reject));
  };
  return {
    async read(sinceMs, work) {
      if (!freshness.isUsable(Date.now(), sinceMs)) return await work();
      try {
        return await whileInUse(readPool.run(pool, work));
      } catch (error) {
        const failure = classifyFailure(error);
        if (failure === undefined) throw error;
        // Otherwise it is about this read only: its rows were cleaned up on the primary, and the replica doesn't keep them for it.
        if (failure === 'unavailable') freshness.leaveOut();
        return await work();
      }
    },
    stop: () => clearInterval(timer),
  };
}

class NoAnswer extends Error {}

async function ask(pool: Pool, text: string): Promise<Progress | undefined> {
  const { rows } = await inTime(pool.query<{ position: string | null; timeline: number | null }>(text));
  const [row] = rows;
  // A server that was promoted is no replica anymore.
  if (!row?.position) throw new Error('it is not a standby');
  return { timeline: row.timeline, position: positionOf(row.position) };
}

async function inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  work.catch(() => {});
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), answerTimeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

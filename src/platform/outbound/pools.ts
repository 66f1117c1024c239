import { type buildConnector, Pool } from 'undici';

interface PoolsOptions {
  readonly connect: buildConnector.connector;
  readonly maxPools: number;
  readonly idleMs: number;
}

interface Entry {
  readonly pool: Pool;
  readonly openedAt: number;
  running: number;
  usedAt: number;
}

/** Short, for receivers that don’t name a time: many close idle connections after five seconds. */
const keepAliveMs = 4_000;
const keepAliveMaxMs = 60_000;
/**
 * A host that has moved to another address is found there after so long, however busy its connections are. The pool is
 * renewed as a whole: undici's own age limit looks at every connection for each request, a tenth of a delivery's CPU.
 */
const poolLifeMs = 300_000;

/** Open connections by origin. The sender decides how many there are at once; idle origins are dropped. */
export class Pools {
  readonly #entries = new Map<string, Entry>();
  readonly #options: PoolsOptions;
  readonly #sweep: NodeJS.Timeout;
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: PoolsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#forgetIdle(), Math.max(options.idleMs / 2, 10)).unref();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The pool stays open at least until `done` is called. */
  take(origin: string): { pool: Pool; done: () => void } {
    if (this.#isClosed) throw new Error('Requests go out no more: it was closed.');
    const entry = this.#young(origin) ?? this.#open(origin);
    // Last in the map is last used.
    this.#entries.delete(origin);
    this.#entries.set(origin, entry);
    entry.running++;
    const done = (): void => {
      entry.running--;
      entry.usedAt = performance.now();
    };
    return { pool: entry.pool, done };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    for (const [origin, entry] of this.#entries) this.#forget(origin, entry);
    await Promise.all(this.#closing);
  }

  #open(origin: string): Entry {
    if (this.#entries.size >= this.#options.maxPools) this.#forgetLeastUsed();
    const pool = new Pool(origin, {
      connect: this.#options.connect,
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMaxMs,
      // One clock for the whole exchange is enough: the one of its request.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const now = performance.now();
    return { pool, openedAt: now, running: 0, usedAt: now };
  }

  /** Requests that are running on an old one finish there. */
  #young(origin: string): Entry | undefined {
    const entry = this.#entries.get(origin);
    if (!entry || performance.now() - entry.openedAt < poolLifeMs) return entry;
    this.#forget(origin, entry);
    return undefined;
  }

  /** Those with running requests stay: the sender limits their number. */
  #forgetLeastUsed(): void {
    const idle = this.#entries.entries().find(([, entry]) => entry.running === 0);
    if (idle) this.#forget(...idle);
  }

  #forgetIdle(): void {
    const before = performance.now() - this.#options.idleMs;
    for (const [origin, entry] of this.#entries) {
      if (entry.running === 0 && entry.usedAt < before) this.#forget(origin, entry);
    }
  }

  #forget(origin: string, { pool }: Entry): void {
    this.#entries.delete(origin);
    const closed = pool.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}

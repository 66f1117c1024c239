import { type buildConnector, Client } from 'undici';

interface PoolsOptions {
  readonly connect: buildConnector.connector;
  readonly maxPools: number;
  readonly idleMs: number;
}

interface Pool {
  readonly clients: Set<Client>;
  /** Each has one connection, on which nothing is sent now. */
  readonly idle: Client[];
  readonly openedAt: number;
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

/**
 * Open connections by origin. The sender decides how many there are at once; idle origins are dropped. undici's own pool looks
 * through its clients twice for each request: with 128 requests at a time, one took 67 µs of CPU with its signatures, and takes
 * 59 this way.
 */
export class Pools {
  readonly #pools = new Map<string, Pool>();
  readonly #options: PoolsOptions;
  readonly #sweep: NodeJS.Timeout;
  readonly #closing = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: PoolsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#forgetIdle(), Math.max(options.idleMs / 2, 10)).unref();
  }

  get size(): number {
    return this.#pools.size;
  }

  /** A client for one request. `giveBack` ends the request; a client that is not free is closed. */
  take(origin: string): { client: Client; giveBack: (isFree: boolean) => void } {
    if (this.#isClosed) throw new Error('Requests go out no more: it was closed.');
    const pool = this.#young(origin) ?? this.#open();
    // Last in the map is last used.
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    const client = pool.idle.pop() ?? this.#newClient(origin, pool);
    const giveBack = (isFree: boolean): void => {
      pool.usedAt = performance.now();
      if (isFree) return void pool.idle.push(client);
      pool.clients.delete(client);
      this.#end(client.destroy());
    };
    return { client, giveBack };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    for (const [origin, pool] of this.#pools) this.#forget(origin, pool);
    await Promise.all(this.#closing);
  }

  #open(): Pool {
    if (this.#pools.size >= this.#options.maxPools) this.#forgetLeastUsed();
    const now = performance.now();
    return { clients: new Set(), idle: [], openedAt: now, usedAt: now };
  }

  #newClient(origin: string, pool: Pool): Client {
    const client = new Client(origin, {
      connect: this.#options.connect,
      allowH2: false,
      // Only one request at a time is ever given to a client. With 1, undici looks at the connection a turn of the event loop later,
      // and then once more before the next request: 2 µs.
      pipelining: 2,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMaxMs,
      // One clock for the whole exchange is enough: the one of its request.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pool.clients.add(client);
    return client;
  }

  /** Requests that are running on an old one finish there. */
  #young(origin: string): Pool | undefined {
    const pool = this.#pools.get(origin);
    if (!pool || performance.now() - pool.openedAt < poolLifeMs) return pool;
    this.#forget(origin, pool);
    return undefined;
  }

  /** Those with running requests stay: the sender limits their number. */
  #forgetLeastUsed(): void {
    const idle = this.#pools.entries().find(([, pool]) => isIdle(pool));
    if (idle) this.#forget(...idle);
  }

  #forgetIdle(): void {
    const before = performance.now() - this.#options.idleMs;
    for (const [origin, pool] of this.#pools) {
      if (isIdle(pool) && pool.usedAt < before) this.#forget(origin, pool);
    }
  }

  #forget(origin: string, { clients }: Pool): void {
    this.#pools.delete(origin);
    for (const client of clients) this.#end(client.close());
    clients.clear();
  }

  #end(ending: Promise<unknown>): void {
    const ended = ending.finally(() => this.#closing.delete(ended));
    this.#closing.add(ended);
  }
}

const isIdle = ({ clients, idle }: Pool): boolean => idle.length === clients.size;

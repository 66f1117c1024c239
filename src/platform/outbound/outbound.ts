import { LRUCache } from 'lru-cache';
import { type Allowed, allowedNetworks } from './addresses.ts';
import { askNameServers, guardedConnector, type Lookup } from './connector.ts';
import { OutboundError } from './error.ts';
import { Exchange, type ExchangeAnswer } from './exchange.ts';
import { Pools } from './pools.ts';
import { RunningExchanges } from './running.ts';
import { checkTarget } from './target.ts';

export interface OutboundOptions {
  readonly allow: Allowed;
  readonly connectTimeoutMs?: number;
  /** Origins whose connections are kept at once. */
  readonly maxPools?: number;
  /** An origin that was not used for so long is forgotten. */
  readonly idleMs?: number;
  readonly lookup?: Lookup;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: string;
}

export interface OutboundRead {
  readonly headers: Readonly<Record<string, string>>;
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Of a longer answer this much is kept. */
  readonly maxResponseBytes: number;
}

export interface OutboundRequest extends OutboundRead {
  readonly body: Buffer;
}

export interface Outbound {
  /**
   * Any status is an answer, and a redirect is not followed. Rejects with an OutboundError when there is no answer, and
   * with the reason of the signal when that is aborted.
   */
  post(url: string, request: OutboundRequest): Promise<ExchangeAnswer>;
  /** The same for something that is only read. */
  get(url: string, request: OutboundRead): Promise<ExchangeAnswer>;
  /** Waits for running requests. */
  close(): Promise<void>;
}

export function createOutbound({
  allow,
  connectTimeoutMs = 10_000,
  maxPools = 1_000,
  idleMs = 60_000,
  lookup = askNameServers(),
  ca,
}: OutboundOptions): Outbound {
  // A mistake in the setting stops the start, not the first delivery.
  allowedNetworks(allow);
  const connect = guardedConnector({ allow, lookup, connectTimeoutMs, ca });
  const pools = new Pools({ connect, maxPools, idleMs });
  const running = new RunningExchanges();
  /** By their text: parsing and checking one again for each request took as long as writing it to the socket. */
  const targets = new LRUCache<string, Target>({ max: maxPools });
  const targetOf = (url: string): Target => {
    const known = targets.get(url);
    if (known) return known;
    // Rules and allowed networks may have changed since the address was entered.
    const checked = checkTarget(url, allow);
    if (!checked.ok) throw new OutboundError('blocked_target');
    const { origin, pathname, search } = checked.url;
    const target = { origin, path: pathname + search };
    targets.set(url, target);
    return target;
  };
  const ask = (url: string, request: OutboundRead, body: Buffer | null) =>
    new Promise<ExchangeAnswer>((resolve, fail) => {
      request.signal?.throwIfAborted();
      const { origin, path } = targetOf(url);
      const { pool, done } = pools.take(origin);
      const end = () => {
        leave();
        done();
      };
      const exchange = new Exchange(request, { resolve, fail, end });
      const leave = running.add(exchange);
      // Nothing is ever decompressed, so nothing should come compressed.
      const headers = { 'accept-encoding': 'identity', ...request.headers };
      try {
        pool.dispatch({ method: body === null ? 'GET' : 'POST', path, headers, body }, exchange);
      } catch (error) {
        exchange.abort(error);
      }
    });
  return {
    post: (url, request) => ask(url, request, request.body),
    get: (url, request) => ask(url, request, null),
    close: () => pools.close(),
  };
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

import { performance } from 'node:perf_hooks';
import type { Pool } from 'undici';
import { type Allowed, allowedNetworks } from './addresses.ts';
import { askNameServers, guardedConnector, type Lookup } from './connector.ts';
import { OutboundError } from './error.ts';
import { Exchange, type ExchangeAnswer } from './exchange.ts';
import { Pools } from './pools.ts';
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

export interface OutboundAnswer extends ExchangeAnswer {
  readonly durationMs: number;
}

export interface Outbound {
  /**
   * Any status is an answer, and a redirect is not followed. Rejects with an OutboundError when there is no answer, and
   * with the reason of the signal when that is aborted.
   */
  post(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** The same for something that is only read. */
  get(url: string, request: OutboundRead): Promise<OutboundAnswer>;
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
  const ask = async (url: string, request: OutboundRead, body: Buffer | null): Promise<OutboundAnswer> => {
    request.signal?.throwIfAborted();
    const startedAt = performance.now();
    // Rules and allowed networks may have changed since the address was entered.
    const target = checkTarget(url, allow);
    if (!target.ok) throw new OutboundError('blocked_target');
    const { pool, done } = pools.take(target.url.origin);
    try {
      const answer = await exchange(pool, target.url, request, body);
      return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
    } finally {
      done();
    }
  };
  return {
    post: (url, request) => ask(url, request, request.body),
    get: (url, request) => ask(url, request, null),
    close: () => pools.close(),
  };
}

function exchange(pool: Pool, url: URL, request: OutboundRead, body: Buffer | null): Promise<ExchangeAnswer> {
  return new Promise((resolve, fail) => {
    pool.dispatch(
      {
        method: body === null ? 'GET' : 'POST',
        path: url.pathname + url.search,
        // Nothing is ever decompressed, so nothing should come compressed.
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body,
      },
      new Exchange({
        timeoutMs: request.timeoutMs,
        maxResponseBytes: request.maxResponseBytes,
        signal: request.signal,
        resolve,
        fail,
      }),
    );
  });
}

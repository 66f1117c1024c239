import type { Exchange } from './exchange.ts';

/** A request that gets no answer ends at most this long after its time is over. */
const sweepMs = 50;

/** The requests in progress, with one timer for all of them and one listener for each signal. */
export class RunningExchanges {
  readonly #all = new Set<Exchange>();
  readonly #bySignal = new WeakMap<AbortSignal, Set<Exchange>>();
  #sweep: NodeJS.Timeout | undefined;

  add(exchange: Exchange): void {
    this.#all.add(exchange);
    this.#sweep ??= setInterval(() => this.#endLate(), sweepMs);
    if (exchange.signal) this.#of(exchange.signal).add(exchange);
  }

  delete(exchange: Exchange): void {
    this.#all.delete(exchange);
    if (exchange.signal) this.#bySignal.get(exchange.signal)?.delete(exchange);
  }

  #of(signal: AbortSignal): Set<Exchange> {
    const known = this.#bySignal.get(signal);
    if (known) return known;
    const exchanges = new Set<Exchange>();
    this.#bySignal.set(signal, exchanges);
    const abort = () => {
      for (const exchange of exchanges) exchange.abort(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    return exchanges;
  }

  #endLate(): void {
    const nowMs = performance.now();
    for (const exchange of this.#all) exchange.endIfLate(nowMs);
    if (this.#all.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

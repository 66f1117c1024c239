import { Slots } from '#kernel/slots.ts';
import type { Exchange } from './exchange.ts';

/** A request that gets no answer ends at most this long after its time is over. */
const sweepMs = 50;

/** The requests in progress, with one timer for all of them and one listener for each signal. */
export class RunningExchanges {
  readonly #all = new Slots<Exchange>();
  readonly #watched = new WeakSet<AbortSignal>();
  #sweep: NodeJS.Timeout | undefined;

  /** Returns the function to call when it is over. */
  add(exchange: Exchange): () => void {
    this.#sweep ??= setInterval(() => this.#endLate(), sweepMs);
    if (exchange.signal) this.#watch(exchange.signal);
    return this.#all.add(exchange);
  }

  #watch(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return;
    this.#watched.add(signal);
    const abort = () => {
      for (const exchange of this.#all) if (exchange.signal === signal) exchange.abort(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
  }

  #endLate(): void {
    const nowMs = performance.now();
    for (const exchange of this.#all) exchange.endIfLate(nowMs);
    if (this.#all.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

import type { Sample } from '../row.ts';

/** The times of one round, kept whole: a histogram of whole milliseconds would hide what we look for. */
export class Latencies {
  readonly #timesMs: number[] = [];

  add(timeMs: number): void {
    this.#timesMs.push(timeMs);
  }

  get count(): number {
    return this.#timesMs.length;
  }

  toSample(elapsedMs: number): Sample {
    const sorted = Float64Array.from(this.#timesMs).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const count = sorted.length;
    return { count, perSecond: (count / elapsedMs) * 1_000, p50Ms: at(0.5), p99Ms: at(0.99) };
  }
}

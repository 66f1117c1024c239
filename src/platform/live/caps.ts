import { Refusal } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';

export interface StreamLimits {
  readonly perCaller: number;
  readonly perAddress: number;
  readonly perProcess: number;
}

/** Counts open streams, so that no caller and no address can take them all. */
export class StreamCaps {
  readonly #limits: StreamLimits;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Returns what gives the place back. */
  enter(caller: string, address: string): () => void {
    const { perCaller, perAddress, perProcess } = this.#limits;
    const keys = [`caller ${caller}`, `address ${address}`] as const;
    if (this.#count(keys[0]) >= perCaller) throw tooMany();
    if (this.#count(keys[1]) >= perAddress) throw tooMany();
    if (this.#total >= perProcess) throw new Refusal('overloaded', { retryAfterSeconds: 30 });
    this.#add(keys, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#add(keys, -1);
      isOpen = false;
    };
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #add(keys: readonly string[], by: 1 | -1): void {
    this.#total += by;
    for (const key of keys) {
      const count = this.#count(key) + by;
      if (count > 0) this.#open.set(key, count);
      else this.#open.delete(key);
    }
  }
}

function tooMany(): Refusal {
  return new Refusal('rate_limited', {
    errors: [platformErrors.too_many_streams('stream')],
    retryAfterSeconds: 30,
  });
}

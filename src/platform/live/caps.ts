import { Refusal } from '#kernel/refusal.ts';

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

  /** Answers what gives the place back. */
  enter(caller: string, address: string): () => void {
    const { perCaller, perAddress, perProcess } = this.#limits;
    const keys = [`caller ${caller}`, `address ${address}`] as const;
    if (this.#count(keys[0]) >= perCaller) throw tooMany(`You have ${perCaller} live streams open already.`);
    if (this.#count(keys[1]) >= perAddress)
      throw tooMany(`Your network has ${perAddress} live streams open already.`);
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

function tooMany(what: string): Refusal {
  return new Refusal('rate_limited', {
    detail: `${what} Close one of them, or load the data again every half minute instead.`,
    retryAfterSeconds: 30,
  });
}

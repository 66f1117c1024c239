import { randomBytes } from 'node:crypto';
import type { Hint } from './hint.ts';

/** About ten minutes of a busy service. Whoever was away for longer loads everything again. */
const mostHints = 2_000;

/**
 * The hints of the last minutes, so that a client whose connection broke gets what it missed and nothing else. A
 * position is `<listening>.<count>`: after a gap, and in another process, the first part differs.
 */
export class History {
  #listening = randomBytes(6).toString('hex');
  #hints: Hint[] = [];
  /** How many hints there were before the first one that is kept. */
  #dropped = 0;

  /** From here on nothing is missed; what was known before has a gap behind it. */
  begin(): void {
    this.#listening = randomBytes(6).toString('hex');
    this.#hints = [];
    this.#dropped = 0;
  }

  add(hints: readonly Hint[]): void {
    this.#hints.push(...hints);
    // In steps: dropping one at a time would copy the whole list for each hint.
    if (this.#hints.length < mostHints * 2) return;
    this.#dropped += this.#hints.length - mostHints;
    this.#hints = this.#hints.slice(-mostHints);
  }

  position(): string {
    return `${this.#listening}.${this.#dropped + this.#hints.length}`;
  }

  since(position: string): readonly Hint[] | undefined {
    const [, listening, count] = /^([0-9a-f]{12})\.(\d{1,15})$/.exec(position) ?? [];
    const from = Number(count) - this.#dropped;
    if (listening !== this.#listening || from < 0 || from > this.#hints.length) return undefined;
    return this.#hints.slice(from);
  }
}

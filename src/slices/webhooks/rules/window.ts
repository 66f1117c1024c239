/**
 * How much one process sends to one endpoint at once. It begins low and grows with every quick success, as TCP does:
 * an endpoint that hangs never holds more than a few connections, one that answers gets as many as it can use.
 */
export interface Window {
  readonly size: number;
  /** Answers come quickly, so that some deliveries may wait here for their turn instead of in the database. */
  readonly quick: boolean;
}

export const firstWindow: Window = { size: 4, quick: false };
export const largestWindow = 32;
/** Longer than this is slow. */
export const quickMs = 500;

export function widen(window: Window, durationMs: number): Window {
  if (durationMs > quickMs) return { size: Math.min(window.size, firstWindow.size), quick: false };
  return { size: Math.min(window.size + 1, largestWindow), quick: true };
}

export function narrow(window: Window): Window {
  return { size: Math.max(1, Math.floor(window.size / 2)), quick: false };
}

/** At the slowest pace that counts as quick, so many rounds take eight seconds: the lease still has time for one more request. */
const roundsHeld = 16;

/** How many deliveries the process takes for the endpoint: those that are sent, and those next in line. */
export function reach({ size, quick }: Window): number {
  return quick ? size * roundsHeld : size;
}

import { setTimeout as sleep } from 'node:timers/promises';

/** How many requests each HTTP side of this process has not answered yet. */
const counts = new Set<() => number>();

/** Fewer can be answered beside other work without anyone noticing. */
const manyRequests = 16;
const restPerWork = 4;
const longestRestMs = 500;

/** Returns the function that ends it. */
export function countOpenRequests(count: () => number): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/**
 * For work that can wait a moment, such as handing on events and emails, between two pieces of it. While many people wait
 * for an answer of this process, such work gets a fifth of the time. A process that answers no requests never rests.
 */
export async function letRequestsGoFirst(workedMs: number, signal?: AbortSignal): Promise<void> {
  let open = 0;
  for (const count of counts) open += count();
  const ms = restMs(open, workedMs);
  if (ms > 0) await sleep(ms, undefined, signal && { signal }).catch(() => {});
}

export function restMs(openRequests: number, workedMs: number): number {
  return openRequests < manyRequests ? 0 : Math.min(longestRestMs, workedMs * restPerWork);
}

import { setTimeout as sleep } from 'node:timers/promises';

/** How many requests each HTTP side of this process is working on, and each process that reports to it. */
const counts = new Set<() => number>();

/** Fewer can be answered beside other work without anyone noticing. */
const manyRequests = 16;
const lookEveryMs = 20;
const reportEveryMs = 50;
/** Longer than the turns of a busy process, which reports late. */
const reportHoldsMs = 1_000;
const restPerWork = 4;
const longestRestMs = 500;
/**
 * How long such work stands still when a rush begins; as much calm gives as much back. 64 people at a time who sign up for many
 * shifts: 2,090, 2,100 and 1,650 a second with it, in turns with 1,690, 1,490 and 1,450 without.
 */
const longestStandstillMs = 2_000;

/** How much longer work may stand still, from one look at the requests to the next. */
export class Standstill {
  #leftMs = longestStandstillMs;
  #last = { ms: Number.NEGATIVE_INFINITY, isRush: false };

  /** Whether work has to stand still now. */
  goesOn(requests: number, nowMs: number): boolean {
    const isRush = requests >= manyRequests;
    const passedMs = nowMs - this.#last.ms;
    this.#leftMs =
      isRush && this.#last.isRush
        ? Math.max(0, this.#leftMs - passedMs)
        : Math.min(longestStandstillMs, this.#leftMs + passedMs);
    this.#last = { ms: nowMs, isRush };
    return isRush && this.#leftMs > 0;
  }
}

const standstill = new Standstill();

/** Returns the function that ends it. */
export function countRequestsInWork(count: () => number): () => void {
  counts.add(count);
  return () => counts.delete(count);
}

/**
 * For a process that answers requests while another one does the work that gives way: reports how many, as long as they are
 * its share of many. Returns the function that ends it.
 */
export function reportRequests(processes: number, report: (requests: number) => void): () => void {
  let wereMany = false;
  const timer = setInterval(() => {
    const requests = requestsInWork();
    const areMany = requests >= manyRequests / processes;
    if (areMany || wereMany) report(requests);
    wereMany = areMany;
  }, reportEveryMs).unref();
  return () => clearInterval(timer);
}

/** What another process reports. It counts for a moment only: a process that hangs can't say that it is over. */
export class ReportedRequests {
  #last = { requests: 0, ms: 0 };

  readonly report = (requests: number, nowMs = performance.now()): void => {
    this.#last = { requests, ms: nowMs };
  };

  count(nowMs = performance.now()): number {
    return nowMs - this.#last.ms < reportHoldsMs ? this.#last.requests : 0;
  }
}

/**
 * For work that can wait a moment, such as handing on events and emails: before it and between two pieces of it. When many
 * people begin to wait for an answer of this process, or of those that report to it, such work stands still for up to two
 * seconds. If they go on waiting, it gets a fifth of the time. A process that knows of no requests never rests.
 */
export async function letRequestsGoFirst(workedMs: number, signal?: AbortSignal): Promise<void> {
  const rest = async (ms: number) => {
    if (ms > 0) await sleep(ms, undefined, signal && { signal }).catch(() => {});
  };
  while (!signal?.aborted && standstill.goesOn(requestsInWork(), performance.now())) await rest(lookEveryMs);
  await rest(restMs(requestsInWork(), workedMs));
}

export function requestsInWork(): number {
  let requests = 0;
  for (const count of counts) requests += count();
  return requests;
}

export function restMs(requests: number, workedMs: number): number {
  return requests < manyRequests ? 0 : Math.min(longestRestMs, workedMs * restPerWork);
}

import { readStored, writeStored } from '../browser/storage.ts';
import { newId } from './new-id.ts';

/** On plain http outside of localhost a browser has no Web Locks. */
const locks = (): LockManager | undefined => navigator.locks;

/** One at a time in all tabs, where the browser can tell; else in this tab, which the service tolerates. */
export async function exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const manager = locks();
  return manager === undefined ? await work() : await manager.request(name, work);
}

/** Holds a lock until the function that it returns is called, or the page ends. */
export function keepLock(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  locks()
    ?.request(name, () => promise)
    .catch(() => {});
  return resolve;
}

/** Whether a lock can tell if another page is alive. */
export const hasLocks = (): boolean => locks() !== undefined;

export interface Turn {
  readonly name: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Takes the turn from a tab that is silent. */
  readonly steal: boolean;
}

/** Waits for this tab's turn and works until the work ends or `lost` says that another tab has taken over. */
export async function inTurn(turn: Turn, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
  const manager = locks();
  if (manager === undefined) return await inLease(turn, work);
  const lost = new AbortController();
  const options = turn.steal ? { steal: true } : { signal: turn.signal };
  try {
    await manager.request(turn.name, options, () => work(lost.signal));
  } catch {
    // Stolen, or the wait has ended.
    lost.abort();
  }
}

const leaseMs = 6_000;
const lookMs = 1_500;

/** The same with a note in localStorage that the leading tab renews. */
async function inLease(turn: Turn, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
  const key = `${turn.name}.lease`;
  const id = newId();
  const renew = () => writeStored(key, `${id} ${Date.now() + leaseMs}`);
  const isMine = () => readStored(key)?.startsWith(id) ?? false;
  const isFree = () => Number(readStored(key)?.split(' ')[1] ?? 0) < Date.now();
  while (!turn.signal.aborted) {
    if (turn.steal || isFree()) {
      // Without storage every tab works for itself.
      if (!renew()) return await work(turn.signal);
      await pause(100 + Math.random() * 100, turn.signal);
      if (isMine()) break;
    }
    await pause(lookMs, turn.signal);
  }
  if (turn.signal.aborted) return;
  const lost = new AbortController();
  const timer = setInterval(() => (isMine() ? renew() : lost.abort()), lookMs);
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
    if (isMine()) writeStored(key, null);
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

import { AsyncLocalStorage } from 'node:async_hooks';

const work = new AsyncLocalStorage<true>();

/** Runs work that no one waits for. The events that it records wait for those of people, with all that follows from them. */
export function inBackground<Result>(run: () => Result): Result {
  return work.run(true, run);
}

export function isInBackground(): boolean {
  return work.getStore() === true;
}

import { isPassing } from './problem.ts';
import { call, queryClient } from './query.ts';
import { confirmAnswer } from './send.ts';

/**
 * What failed because the server or its database was away is read again when they are back. The live stream can tell
 * when that is, but it may have stayed open all the time: so one of the failed reads is tried every few seconds, out of
 * sight, because reading all of them would make every screen flicker between a skeleton and an error.
 */
const returnees = new Set<() => void>();
// Not all browsers at once.
const tryMs = 5_000 + Math.random() * 2_000;
let isWaiting = false;

/** For what failed while the service was away: called when it is back. Returns what ends it. */
export function whenBack(retry: () => void): () => void {
  returnees.add(retry);
  trySoon();
  return () => returnees.delete(retry);
}

/** What may have changed in the meantime comes as hints. */
export function recover(): void {
  for (const query of failed()) void query.fetch().catch(() => {});
  for (const retry of [...returnees]) retry();
}

const failed = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(
      (query) =>
        query.isActive() &&
        query.state.status === 'error' &&
        query.state.fetchStatus === 'idle' &&
        isPassing(query.state.error),
    );

export function recoverWhenPossible(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') trySoon();
  });
}

function trySoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(async () => {
    await tryOne();
    isWaiting = false;
    if (failed().length > 0 || returnees.size > 0) trySoon();
  }, tryMs);
}

async function tryOne(): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  const query = failed().find(({ queryKey: [path] }) => String(path).startsWith('/api/'));
  if (query === undefined && returnees.size > 0) await confirmAnswer().then(recover, () => {});
  if (query !== undefined) {
    const [path, params] = query.queryKey as readonly [path: '/api/v1/me', params: object];
    await call('get', path, { params }).then(recover, (error: unknown) => {
      // Refused for another reason now: the screen must say so.
      if (!isPassing(error)) recover();
    });
  }
}

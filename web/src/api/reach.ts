import { useSyncExternalStore } from 'react';

/**
 * Whether the service answers, judged by its answers: a device can be connected to a network that leads nowhere. The
 * stream of changes asks again every few seconds, so this turns back without anyone doing something.
 */
let isAway = false;
const watchers = new Set<() => void>();

export function noteAnswer(): void {
  become(false);
}

export function noteSilence(): void {
  become(true);
}

/** An error page of a proxy is not an answer of the service. */
export function noteStatus(status: number, contentType: string | null): void {
  become(status >= 502 && !(contentType ?? '').includes('json'));
}

function become(next: boolean): void {
  if (isAway === next) return;
  isAway = next;
  for (const watcher of watchers) watcher();
}

export const isReachable = (): boolean => navigator.onLine && !isAway;

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
}

export function useIsReachable(): boolean {
  return useSyncExternalStore(subscribe, isReachable);
}

/** Calls `back` each time the service answers again. */
export function whenReachable(back: () => void): void {
  subscribe(() => {
    if (isReachable()) back();
  });
}

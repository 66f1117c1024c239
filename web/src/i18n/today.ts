import { useSyncExternalStore } from 'react';
import { dayKey } from './time-formats.ts';

const lookMs = 5_000;
const minuteMs = 60_000;
const watchers = new Set<() => void>();
let timer: number | undefined;

const tell = () => {
  for (const watcher of watchers) watcher();
};

/** One clock for all; a page that comes back from the background looks at once. */
function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= window.setInterval(tell, lookMs);
  document.addEventListener('visibilitychange', watcher);
  return () => {
    watchers.delete(watcher);
    document.removeEventListener('visibilitychange', watcher);
    if (watchers.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** The date of today at a place, as 2026-11-14. It changes at midnight there, also on a screen that is left open. */
export function useToday(zone: string): string {
  return useSyncExternalStore(subscribe, () => dayKey(Date.now(), zone));
}

/** The present moment to the minute. */
export function useMinuteMs(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs) * minuteMs);
}

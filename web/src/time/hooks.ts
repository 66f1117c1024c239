import { useMemo, useSyncExternalStore } from 'react';
import { regionalTag, useLanguage } from '../i18n/language.ts';
import { dayKey } from './calendar.ts';
import { firstWeekday, type Times, timesOf } from './formats.ts';

const made = new Map<string, Times>();

/** The same for all who ask: hundreds of shifts do. */
export function useTimes(): Times {
  const { locale } = useLanguage();
  let times = made.get(locale);
  if (times === undefined) {
    times = timesOf(regionalTag(locale));
    made.set(locale, times);
  }
  return times;
}

/** On which day weeks begin for the reader: 0 is Monday, 6 is Sunday. */
export function useFirstWeekday(): number {
  const { locale } = useLanguage();
  return useMemo(() => firstWeekday(regionalTag(locale)), [locale]);
}

const lookMs = 5_000;
const watchers = new Set<() => void>();
let timer: number | undefined;

const notify = () => {
  for (const watcher of watchers) watcher();
};

/** One clock for all; a page that comes back from the background looks at once. */
function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= window.setInterval(notify, lookMs);
  document.addEventListener('visibilitychange', watcher);
  return () => {
    watchers.delete(watcher);
    document.removeEventListener('visibilitychange', watcher);
    if (watchers.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** The date of today at a place. It changes at midnight there, also on a screen that is left open. */
export function useToday(zone: string): string {
  return useSyncExternalStore(subscribe, () => dayKey(Date.now(), zone));
}

/** The present moment, renewed often enough for clocks that show minutes. */
export function useNowMs(stepMs = 20_000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / stepMs) * stepMs);
}

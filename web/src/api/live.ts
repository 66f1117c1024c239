import type { Schemas } from '@muster/client';
import { useEffect, useSyncExternalStore } from 'react';
import { needFreshReads } from './fresh-reads.ts';
import { joinLive, type LiveNews, type LiveState } from './live-hub.ts';
import { queryClient } from './query.ts';
import { noteAnswer, noteSilence } from './reach.ts';
import { recover } from './recover.ts';
import { session } from './session.ts';
import { livePaths, staleAfter } from './stale-after.ts';

/**
 * Tells screens that something changed elsewhere. A message is only a hint: the affected queries are read again.
 * `down`: no stream; queries that should stay fresh poll, see `useFreshness`. `away`: the service does not answer.
 */
let state: LiveState = 'connecting';
const watchers = new Set<() => void>();
const pollMs = 30_000;

const live = {
  state: () => state,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, live.state);
}

/** Joins the stream that all tabs share; the shell uses it once for the chosen organization, as soon as that is known. */
export function useLive(organizationId: number | undefined, isKnown: boolean): void {
  const person = useSyncExternalStore(session.subscribe, session.state);
  useEffect(() => {
    if (!isKnown || (person !== 'person' && person !== 'visitor')) return;
    const stopping = new AbortController();
    joinLive(organizationId, stopping.signal, receive);
    return () => {
      stopping.abort();
      become('connecting');
    };
  }, [organizationId, isKnown, person]);
}

/** `useQuery({ ...apiQuery(...), ...useFreshness() })` for what must be current: polls while there is no stream. */
export function useFreshness(): { refetchInterval: number | false } {
  const now = useLiveState();
  return { refetchInterval: now === 'down' || now === 'away' ? pollMs : false };
}

function receive(news: LiveNews): void {
  needFreshReads();
  if (news.kind === 'state') {
    if (news.state === 'live') noteAnswer();
    // Another tab may have found out, while this one had nothing to ask.
    if (news.state === 'away') noteSilence();
    become(news.state);
  } else if (news.kind === 'hint')
    for (const queryKey of staleAfter(news.hint, waitsFor)) refreshSoon(queryKey);
  else if (news.kind === 'access') void queryClient.invalidateQueries();
  else void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => livePaths.has(path) });
}

/** Whether the reader is on the waitlist of a shift, as far as this page knows. */
function waitsFor(shiftId: number): boolean {
  const known = queryClient.getQueriesData<Partial<Schemas['MyRegistrationList']>>({
    queryKey: ['/api/v1/me/registrations'],
  });
  const registrations = known.flatMap(([, data]) => data?.items ?? []);
  return registrations.some(({ shift_id, status }) => shift_id === shiftId && status === 'waitlisted');
}

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
  // A stream that broke off says nothing about the service, but something may have failed in the meantime.
  if (next === 'live') recover();
}

const gatherMs = 250;
const gathered = new Set<string>();

/**
 * Hints that come close together are one. What is being read is read to its end first: a long roster would otherwise
 * start over with each person who checks in, and never finish.
 */
function refreshSoon(queryKey: readonly unknown[]): void {
  const key = JSON.stringify(queryKey);
  if (gathered.has(key)) return;
  gathered.add(key);
  const attempt = () => {
    if (queryClient.isFetching({ queryKey }) > 0) return void setTimeout(attempt, gatherMs);
    gathered.delete(key);
    void queryClient.invalidateQueries({ queryKey });
  };
  setTimeout(attempt, gatherMs);
}

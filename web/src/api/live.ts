import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from './query.ts';
import { authorization, session } from './session.ts';

/**
 * Tells screens that something changed elsewhere. `fetch` rather than EventSource, because that cannot send the
 * bearer token. A message is only a hint: the affected queries are read again.
 */
interface Hint {
  readonly type: string;
  readonly shift_id: number | null;
  readonly mine?: boolean;
}

/** `down`: queries that should stay fresh poll, see `useFreshness`. */
type LiveState = 'connecting' | 'live' | 'down';

let state: LiveState = 'connecting';
const watchers = new Set<() => void>();
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
const pollMs = 30_000;

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

/** Keeps one stream open while the page is visible; the shell uses it once for the chosen organization. */
export function useLive(organizationId: number | undefined): void {
  const person = useSyncExternalStore(session.subscribe, session.state);
  useEffect(() => {
    if (person === 'starting' || person === 'expired') return;
    const stopping = new AbortController();
    void listen(organizationId, stopping.signal);
    return () => stopping.abort();
  }, [organizationId, person]);
}

/** `useQuery({ ...apiQuery(...), ...useFreshness() })` for what must be current: polls while there is no stream. */
export function useFreshness(): { refetchInterval: number | false } {
  const now = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
  return { refetchInterval: now === 'down' ? pollMs : false };
}

async function listen(organizationId: number | undefined, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  let missed = false;
  while (!signal.aborted) {
    try {
      const stream = await open(organizationId, signal);
      become('live');
      pauseMs = firstPauseMs;
      if (missed) void queryClient.invalidateQueries();
      for await (const { event, data } of messagesOf(stream)) {
        if (event === 'resync') void queryClient.invalidateQueries();
        if (event === 'change') invalidate(queryClient, JSON.parse(data) as Hint);
      }
    } catch {
      if (signal.aborted) return;
      become('down');
    }
    missed = true;
    // Not all at once after a restart of the service.
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function open(
  organizationId: number | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const query = organizationId === undefined ? '' : `?organization_id=${organizationId}`;
  const response = await fetch(`/api/v1/live${query}`, {
    headers: { accept: 'text/event-stream', ...(await authorization()) },
    signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!response.ok || !isStream || response.body === null) throw new Error(`no stream: ${response.status}`);
  return response.body;
}

async function* messagesOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text = (text + value).replaceAll('\r\n', '\n');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join('\n');
      const data = field('data');
      if (data !== '') yield { event: field('event') || 'message', data };
    }
  }
}

/** Which reads a kind of event makes old. Keys begin with the path, see query.ts. */
export function staleAfter({ type, shift_id, mine }: Hint): readonly (readonly unknown[])[] {
  const ofShift = (path: string) => (shift_id === null ? [path] : [path, { path: { id: shift_id } }]);
  const own = mine ? [['/api/v1/me/registrations'], ['/api/v1/me/hours'], ['/api/v1/me/attendance']] : [];
  if (type === 'shift.checkin' || type === 'shift.checkout' || type === 'shift.no_show')
    return [
      ofShift('/api/v1/shifts/{id}/attendance'),
      ofShift('/api/v1/shifts/{id}/signups'),
      ['/api/v1/organizations/{id}/hours'],
      ...own,
    ];
  if (type.startsWith('shift.'))
    return [
      ['/api/v1/shifts'],
      ofShift('/api/v1/shifts/{id}'),
      ofShift('/api/v1/shifts/{id}/signups'),
      ofShift('/api/v1/shifts/{id}/attendance'),
      ['/api/v1/organizations/{id}/registrations/waiting'],
      ofShift('/api/v1/shifts/{id}/eligibility'),
      ofShift('/api/v1/shifts/{id}/candidates'),
      ...own,
    ];
  if (type.startsWith('journey.'))
    return [['/api/v1/journeys'], ['/api/v1/me/journeys'], ['/api/v1/me/enrollments']];
  if (type.startsWith('badge.')) return [['/api/v1/badges'], ['/api/v1/me/badges']];
  if (type.startsWith('form.')) return [['/api/v1/forms/{id}/submissions'], ['/api/v1/me/submissions']];
  if (type.startsWith('member.'))
    return [
      ['/api/v1/organizations/{id}/members'],
      ['/api/v1/organizations/{id}/join-requests'],
      ...(mine ? [['/api/v1/organizations'], ['/api/v1/me/join-requests']] : []),
    ];
  return [];
}

const gatherMs = 250;
const gathered = new Set<string>();

function invalidate(cache: QueryClient, hint: Hint): void {
  for (const queryKey of staleAfter(hint)) refreshSoon(cache, queryKey);
}

/**
 * Hints that come close together are one. What is being read is read to its end first: a long roster would else begin
 * anew with each person who comes through the door, and never be there.
 */
function refreshSoon(cache: QueryClient, queryKey: readonly unknown[]): void {
  const key = JSON.stringify(queryKey);
  if (gathered.has(key)) return;
  gathered.add(key);
  const attempt = () => {
    if (cache.isFetching({ queryKey }) > 0) return void setTimeout(attempt, gatherMs);
    gathered.delete(key);
    void cache.invalidateQueries({ queryKey });
  };
  setTimeout(attempt, gatherMs);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

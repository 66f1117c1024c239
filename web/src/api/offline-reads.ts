import type { Schemas } from '@muster/client';
import { dropStored, readStored, writeStored } from '../browser/storage.ts';
import { dayMs, msOf } from '../time/calendar.ts';
import { apiQuery, queryClient } from './query.ts';
import { onForget, onUnconfirmedStart, session } from './session.ts';

/**
 * What a volunteer needs on the way to a shift and at its entrance, where there may be no network: who they are, their
 * next shifts with time and address, and a code for the desk. Kept on the device for this person until they log out.
 */
const prefix = 'muster.mine';
const keyOf = (userId: number) => `${prefix}.${userId}`;
const alwaysKept = new Set<unknown>([
  '/api/v1/me',
  '/api/v1/organizations',
  '/api/v1/me/registrations',
  '/api/v1/me/check-in-code',
]);
const mostShifts = 30;
const gatherMs = 1_000;

type Read = readonly [queryKey: readonly unknown[], data: unknown];

export function keepForOffline(): void {
  let timer: number | undefined;
  onForget(() => {
    window.clearTimeout(timer);
    dropStored(prefix);
  });
  onUnconfirmedStart(recall);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.status !== 'success' || !isKept(query.queryKey)) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(keep, gatherMs);
  });
}

const isKept = ([path, , kind]: readonly unknown[]) =>
  kind === undefined && (alwaysKept.has(path) || path === '/api/v1/shifts/{id}');

function keep(): void {
  const userId = session.person();
  if (userId === undefined) return;
  const before = new Map(readsOf(userId).map((read) => [JSON.stringify(read[0]), read]));
  for (const { queryKey, state } of queryClient
    .getQueryCache()
    .findAll({ predicate: (one) => isKept(one.queryKey) }))
    if (state.data !== undefined) before.set(JSON.stringify(queryKey), [queryKey, state.data]);
  const reads = [...before.values()].map(trimmed);
  const mine = new Set(reads.flatMap(shiftsOf));
  const kept = reads.filter(
    ([[path], data]) => path !== '/api/v1/shifts/{id}' || mine.has((data as Schemas['Shift']).id),
  );
  writeStored(keyOf(userId), JSON.stringify(kept));
}

const isRegistrations = ([[path]]: Read) => path === '/api/v1/me/registrations';

/** Only what is still ahead, or just over. */
function trimmed(read: Read): Read {
  if (!isRegistrations(read)) return read;
  const list = read[1] as Schemas['MyRegistrationList'];
  const items = list.items.filter(({ shift }) => msOf(shift.end_time) > Date.now() - dayMs);
  return [read[0], { ...list, items: items.slice(0, mostShifts) }];
}

const shiftsOf = (read: Read) =>
  isRegistrations(read)
    ? (read[1] as Schemas['MyRegistrationList']).items.map(({ shift_id }) => shift_id)
    : [];

function readsOf(userId: number): readonly Read[] {
  try {
    return JSON.parse(readStored(keyOf(userId)) ?? '[]') as Read[];
  } catch {
    return [];
  }
}

/** As old as can be: it is read again as soon as the service answers. */
function recall(userId: number): void {
  for (const [queryKey, data] of readsOf(userId))
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt: 1 });
}

/** Reads the code ahead of time: at the entrance it may be too late. */
export function prepareCode(): void {
  void queryClient.prefetchQuery({ ...apiQuery('/api/v1/me/check-in-code'), staleTime: 3_600_000 });
}

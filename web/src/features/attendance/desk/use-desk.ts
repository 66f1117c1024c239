import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFreshness } from '../../../api/live.ts';
import { useMe, useMembership, useOrganizationId } from '../../../api/me.ts';
import { sendChange } from '../../../api/mutation.ts';
import { newId } from '../../../api/new-id.ts';
import { apiPages, apiQuery, queryClient, useAllPages } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import type { Entry } from './deliver.ts';
import { enqueue, removeEntry, startQueue, useQueue } from './queue.ts';
import { type DeskPerson, keepCrew, keepRoster, readRoster } from './store.ts';

/** A person at the desk with what is still on its way, as if it had arrived. */
export interface Shown extends DeskPerson {
  readonly waiting: Entry | undefined;
}

/** Sends what is queued, and keeps on the device who works here. */
export function useCrew(): Schemas['Profile'] | undefined {
  const me = useMe();
  const cache = useQueryClient();
  useEffect(() => {
    if (me === undefined) return;
    void startQueue(me.id);
    const { queryKey } = apiQuery('/api/v1/organizations', { query: { limit: 200 } });
    const organizations = cache.getQueryData<Schemas['MyOrganizationList']>(queryKey);
    if (organizations !== undefined) void keepCrew({ me, organizations }).catch(() => undefined);
  }, [me, cache]);
  return me;
}

/** The people of a shift: from the service, or as this device has last seen them. */
export function useDesk(shiftId: number) {
  const freshness = useFreshness();
  const path = { id: shiftId };
  const shift = useQuery({ ...apiQuery('/api/v1/shifts/{id}', { path }), ...freshness });
  const records = useAllPages(
    useInfiniteQuery({
      ...apiPages('/api/v1/shifts/{id}/attendance', { path, query: { limit: 1_000 } }),
      meta: { isReadWhole: true },
      ...freshness,
    }),
  );
  const kept = useQuery({
    queryKey: ['desk roster', shiftId],
    queryFn: async () => (await readRoster(shiftId).catch(() => undefined)) ?? null,
    networkMode: 'always',
  });
  const isWhole = records.data !== undefined && !records.hasNextPage;
  const fresh = useMemo(() => records.data?.map(deskPerson), [records.data]);
  useEffect(() => {
    if (!isWhole || fresh === undefined || shift.data === undefined) return;
    const roster = { shift: shift.data, people: fresh, keptAt: isoOf(Date.now()) };
    void keepRoster(roster).catch(() => undefined);
  }, [isWhole, fresh, shift.data]);
  const isOld = fresh === undefined && kept.data != null;
  return {
    shift: shift.data ?? kept.data?.shift,
    people: useShown(shiftId, fresh ?? kept.data?.people),
    /** Since when it was not read, where it comes from the device. */
    keptAt: isOld ? kept.data?.keptAt : undefined,
    error: kept.isPending ? null : (shift.error ?? records.error),
    retry: () => void Promise.all([shift.refetch(), records.refetch()]),
  };
}

function deskPerson(record: Schemas['AttendanceRecord']): DeskPerson {
  const { user_id, registration_id, user_name, status, checked_in_at, late } = record;
  return { user_id, registration_id, name: user_name ?? '', status, checked_in_at, late };
}

/** The queue laid over the roster: what was tapped shows at once. */
function useShown(shiftId: number, people: readonly DeskPerson[] | undefined): readonly Shown[] | undefined {
  const { entries } = useQueue();
  return useMemo(() => {
    const waiting = new Map<number, Entry>();
    for (const entry of entries)
      if (entry.shiftId === shiftId && entry.refusal === undefined && entry.userId !== undefined)
        waiting.set(entry.userId, entry);
    // People who were moved have two records here: the newest is that of the spot they have.
    const latest = new Map(
      people
        ?.toSorted((a, b) => a.registration_id - b.registration_id)
        .map((person) => [person.user_id, person]),
    );
    return (
      people &&
      [...latest.values()]
        .map((person): Shown => overlay(person, waiting.get(person.user_id)))
        .sort((a, b) => a.name.localeCompare(b.name))
    );
  }, [people, entries, shiftId]);
}

function overlay(person: DeskPerson, waiting: Entry | undefined): Shown {
  if (waiting === undefined) return { ...person, waiting };
  const isIn = waiting.action === 'checkin';
  return {
    ...person,
    status: isIn ? 'checked_in' : 'checked_out',
    checked_in_at: isIn ? (person.checked_in_at ?? waiting.at) : person.checked_in_at,
    waiting,
  };
}

/** Helpers cannot correct what the service has taken: for them it waits this long, so that Undo works. */
const holdMs = 5_000;

export interface LastAction {
  readonly entry: Entry;
  readonly person: Shown | undefined;
}

/** What the desk does: at once on the screen, then on the device, then at the service. */
export function useDeskActions(shiftId: number, people: readonly Shown[]) {
  const me = useMe();
  const organizationId = useOrganizationId();
  const mayCorrect = useMembership().may('coordinator');
  const { entries, taken } = useQueue();
  const [last, setLast] = useState<LastAction>();
  const [isUndone, setUndone] = useState(false);
  const [error, setError] = useState<unknown>();

  const act = (action: Entry['action'], who: { userId: number; code?: string }) => {
    if (me === undefined) return;
    const entry: Entry = {
      nonce: newId(),
      organizationId,
      shiftId,
      action,
      at: isoOf(Date.now()),
      userId: who.userId,
      code: who.code,
      holdMs: mayCorrect ? 0 : holdMs,
      by: me.id,
      refusal: undefined,
    };
    setError(undefined);
    setUndone(false);
    setLast({ entry, person: people.find(({ user_id }) => user_id === who.userId) });
    void enqueue(entry);
  };

  const isHere = last !== undefined && entries.some(({ nonce }) => nonce === last.entry.nonce);
  const outcome = last && taken.get(last.entry.nonce);
  // Someone who was in or out before, or whom another desk has dealt with since, keeps what they have.
  const shown = people.find(({ user_id }) => user_id === last?.entry.userId);
  const isAsMade = shown?.status === (last?.entry.action === 'checkin' ? 'checked_in' : 'checked_out');
  const canCorrect = mayCorrect && outcome?.changed === true && isAsMade && last?.person !== undefined;
  const canUndo = isHere || canCorrect;
  const undo = async () => {
    if (last === undefined) return;
    setLast(undefined);
    if (isHere) {
      await removeEntry(last.entry.nonce);
      setUndone(true);
      return;
    }
    if (last.person === undefined) return;
    const before = last.person.status === 'no_show' ? 'no_show' : 'expected';
    const status = last.entry.action === 'checkin' ? before : 'checked_in';
    try {
      await sendChange('patch', '/api/v1/attendance/{id}', {
        path: { id: last.person.registration_id },
        body: { status },
      });
      setUndone(true);
      await queryClient.invalidateQueries({ queryKey: ['/api/v1/shifts/{id}/attendance'] });
    } catch (problem) {
      setError(problem);
    }
  };
  return { act, last, outcome, canUndo, undo, isUndone, error };
}

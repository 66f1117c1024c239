import { useState } from 'react';
import { useMe, useMembership, useOrganizationId } from '../../../api/me.ts';
import { sendChange } from '../../../api/mutation.ts';
import { newId } from '../../../api/new-id.ts';
import { queryClient } from '../../../api/query.ts';
import { isoOf } from '../../../time/calendar.ts';
import type { Entry } from './entry.ts';
import { enqueue, takeBack, useQueue } from './queue.ts';
import type { Shown } from './use-desk.ts';

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
  const { entries } = useQueue();
  const [last, setLast] = useState<LastAction>();
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
      by: me.id,
      refusal: undefined,
    };
    setError(undefined);
    setLast({ entry, person: people.find(({ user_id }) => user_id === who.userId) });
    void enqueue(entry, mayCorrect ? 0 : holdMs);
  };

  const isHere = last !== undefined && entries.some(({ nonce }) => nonce === last.entry.nonce);
  const canUndo = last !== undefined && (isHere || (mayCorrect && last.person !== undefined));
  const undo = async () => {
    if (last === undefined) return;
    setLast(undefined);
    if (isHere) return await takeBack(last.entry.nonce);
    if (last.person === undefined) return;
    const status = last.entry.action === 'checkin' ? 'expected' : 'checked_in';
    try {
      await sendChange('patch', '/api/v1/attendance/{id}', {
        path: { id: last.person.registration_id },
        body: { status },
      });
      await queryClient.invalidateQueries({ queryKey: ['/api/v1/shifts/{id}/attendance'] });
    } catch (problem) {
      setError(problem);
    }
  };
  return { act, last, canUndo, undo, error };
}

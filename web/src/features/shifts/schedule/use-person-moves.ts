import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { refreshShifts, sendChange } from '../../../api/mutation.ts';
import { ApiProblem, type ProblemBody } from '../../../api/problem.ts';
import { movedFrom, useUndoMoves } from '../../../ui/use-undo-moves.ts';
import type { Shift } from '../shift.ts';
import { isOver } from '../spots.ts';
import type { Dropped } from './use-person-drag.ts';

type Person = Pick<Schemas['Candidate'], 'user_id' | 'name'>;
type RosterPerson = Schemas['AttendedRosterRow'];
type Registration = Schemas['Registration'] | null | undefined;

/** Signs people up for shifts and moves them between shifts and roles; says what became of it. */
export function usePersonMoves(from: Shift, shifts: readonly Shift[]) {
  const t = useTranslations('manageShifts.people');
  const organizationId = useOrganizationId();
  const [news, setNews] = useState('');
  const [error, setError] = useState<unknown>();
  const offerUndo = useUndoMoves();
  const all = [from, ...shifts];
  const run = async (
    act: () => Promise<{ problem?: Partial<ProblemBody> | null | undefined; registration?: Registration }>,
    resultOf: (registration: Registration) => string,
    done?: () => void,
  ) => {
    setNews('');
    setError(undefined);
    try {
      const { problem, registration } = await act();
      if (problem) setError(new ApiProblem(409, problem));
      else {
        setNews(resultOf(registration));
        done?.();
      }
      await refreshShifts();
    } catch (failure) {
      setError(failure);
    }
  };
  const targetOf = ({ shiftId, roleKey, roleName }: Dropped, present: string | null = null) => {
    const shift = all.find(({ id }) => id === shiftId);
    const named = shift?.roles.find(({ name }) => name === roleName)?.key;
    // Who is moved keeps the role where the other shift has it too.
    const kept = shift?.roles.find(({ key }) => key === present)?.key ?? null;
    const role_key = roleKey === undefined ? (named ?? kept) : roleKey;
    const role = shift?.roles.find(({ key }) => key === role_key)?.name;
    return { title: shift?.title ?? '', role, shiftId, role_key };
  };
  return {
    news,
    error,
    /** Why no one can be dropped on a shift, as far as it can be known before the service is asked. */
    refusalOf: ({ shiftId }: Dropped, isMoved: boolean): string | undefined => {
      const to = all.find(({ id }) => id === shiftId);
      if (to === undefined) return undefined;
      if (to.status !== 'published') return t(`refused.${to.status}`);
      if (isOver(to)) return t('refused.over');
      return isMoved && to.mission_id !== from.mission_id ? t('refused.otherMission') : undefined;
    },
    signUp: ({ user_id, name }: Person, to: Dropped, done: () => void) => {
      const { title, shiftId, role_key } = targetOf(to);
      void run(
        async () => {
          const { items } = await sendChange('post', '/api/v1/shifts/{id}/signups/bulk', {
            path: { id: shiftId },
            body: { user_ids: [user_id], ...(role_key !== null && { role_key }) },
          });
          return { problem: items[0]?.error, registration: items[0]?.registration };
        },
        (registration) => {
          const status = registration?.status;
          const result = status === 'waitlisted' || status === 'pending_approval' ? status : 'done';
          return t(result, { name, title, position: registration?.waitlist_position ?? 0 });
        },
        done,
      );
    },
    move: (person: RosterPerson, to: Dropped) => {
      const { title, role, shiftId, role_key } = targetOf(to, person.role_key);
      // Dropped where they came from.
      if (shiftId === person.shift_id && role_key === person.role_key) return;
      const name = person.user_name;
      void run(
        async () => {
          const { items } = await sendChange('post', '/api/v1/organizations/{id}/registrations/move', {
            path: { id: organizationId },
            body: { ids: [person.id], shift_id: shiftId, role_key },
          });
          return { problem: items[0]?.problem, registration: items[0]?.registration };
        },
        (registration) => {
          const text =
            role === undefined ? t('moved', { name, title }) : t('movedToRole', { name, title, role });
          if (!registration) return text;
          offerUndo(text, organizationId, [movedFrom(person, registration.id)]);
          return '';
        },
      );
    },
  };
}

import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { refreshShifts, sendChange } from '../../../api/mutation.ts';
import { ApiProblem, type ProblemBody } from '../../../api/problem.ts';
import type { Shift } from '../shift.ts';
import type { Dropped } from './use-person-drag.ts';

/** Signs people up for shifts and moves them between shifts and roles; says what became of it. */
export function usePersonMoves(shifts: readonly Shift[]) {
  const t = useTranslations('manageShifts.people');
  const organizationId = useOrganizationId();
  const [news, setNews] = useState('');
  const [error, setError] = useState<unknown>();
  const run = async (act: () => Promise<Partial<ProblemBody> | null | undefined>, done: string) => {
    setNews('');
    setError(undefined);
    try {
      const problem = await act();
      if (problem) setError(new ApiProblem(409, problem));
      else setNews(done);
      await refreshShifts();
    } catch (failure) {
      setError(failure);
    }
  };
  const targetOf = ({ shiftId, roleKey, roleName }: Dropped) => {
    const shift = shifts.find(({ id }) => id === shiftId);
    const named = shift?.roles.find(({ name }) => name === roleName)?.key;
    return { title: shift?.title ?? '', shiftId, role_key: roleKey ?? named ?? null };
  };
  return {
    news,
    error,
    signUp: (person: Pick<Schemas['Candidate'], 'user_id' | 'name'>, to: Dropped) => {
      const { title, shiftId, role_key } = targetOf(to);
      const { name } = person;
      void run(
        async () => {
          const { items } = await sendChange('post', '/api/v1/shifts/{id}/signups/bulk', {
            path: { id: shiftId },
            body: { user_ids: [person.user_id], ...(role_key !== null && { role_key }) },
          });
          return items[0]?.error;
        },
        t('done', { name, title }),
      );
    },
    move: (person: Schemas['AttendedRosterRow'], to: Dropped) => {
      const { title, shiftId, role_key } = targetOf(to);
      void run(
        async () => {
          const { items } = await sendChange('post', '/api/v1/organizations/{id}/registrations/move', {
            path: { id: organizationId },
            body: { ids: [person.id], shift_id: shiftId, role_key },
          });
          return items[0]?.problem;
        },
        t('moved', { name: person.user_name, title }),
      );
    },
  };
}

import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { doToMany, failuresOf } from '../api/many.ts';
import { refreshShifts, sendChange } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { notify } from './notify.ts';
import { offerUndo } from './undo-notice.tsx';

/** Someone who was moved: the registration they have now, and where they were. */
export interface MovedPerson {
  readonly id: number;
  readonly name: string;
  readonly shiftId: number;
  readonly roleKey: string | null;
  /** Confirmed, where those who sign up may need approval. */
  readonly wasActive: boolean;
}

/** Where someone was, and the registration that they have instead. */
export const movedFrom = (before: Schemas['RosterRow'], id: number): MovedPerson => ({
  id,
  name: before.user_name,
  shiftId: before.shift_id,
  roleKey: before.role_key,
  wasActive: before.status === 'active',
});

/** So many registrations the service takes in one call. */
const most = 200;

/** Says that people were moved to another shift or role, and moves them back on request. */
export function useUndoMoves() {
  const t = useTranslations('common.moved');
  const errors = useTranslations('errors');
  const undo = async (organizationId: number, people: readonly MovedPerson[]) => {
    const failed = failuresOf(await moveBack(organizationId, people));
    void refreshShifts();
    const [first] = failed;
    const about = { count: failed.length || people.length, name: (first?.item ?? people[0])?.name ?? '' };
    if (first === undefined) return void notify.success(t('back', about));
    const reason = (first.error instanceof ApiProblem && first.error.detail) || errors('unknown');
    void notify.warning(t('notBack', { ...about, reason }));
  };
  return (text: string, organizationId: number, people: readonly MovedPerson[]) => {
    if (people.length > 0) void offerUndo(text, () => undo(organizationId, people));
  };
}

/** To each shift and role that they come from in separate calls. */
async function moveBack(organizationId: number, people: readonly MovedPerson[]) {
  const outcomes = [];
  for (const group of Map.groupBy(people, ({ shiftId, roleKey }) => `${shiftId} ${roleKey ?? ''}`).values())
    outcomes.push(...(await doToMany(group, { most, call: (some) => moveTogether(organizationId, some) })));
  return outcomes;
}

/** Those who come from the same shift and role. Who was confirmed there is so again, also where others need approval. */
async function moveTogether(organizationId: number, people: readonly MovedPerson[]) {
  const path = { id: organizationId };
  const [{ shiftId, roleKey } = { shiftId: 0, roleKey: null }] = people;
  const answer = await sendChange('post', '/api/v1/organizations/{id}/registrations/move', {
    path,
    body: { ids: people.map(({ id }) => id), shift_id: shiftId, role_key: roleKey },
  });
  const ids = answer.items.flatMap(({ registration }, index) =>
    people[index]?.wasActive && registration?.status === 'pending_approval' ? [registration.id] : [],
  );
  if (ids.length > 0)
    await sendChange('post', '/api/v1/organizations/{id}/registrations/approve', { path, body: { ids } });
  return answer;
}

import { useTranslations } from 'use-intl';
import { useDrag, useDrop } from '../../../ui/drag.ts';
import { canMove, move, useRosterActions } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

const kind = 'roster person';

export const useDragPerson = (person: RosterPerson) =>
  useDrag({ kind, item: canMove(person) ? person : undefined });

interface DropPlace {
  readonly shiftId: number;
  readonly role: { id: number; key: string } | null;
  readonly name: string;
}

/** A place that takes people; the same can be done from each person's menu. */
export function useDropPlace(place: DropPlace | undefined) {
  const t = useTranslations('manageSignups.menu');
  const { attempt } = useRosterActions();
  return useDrop<RosterPerson>({
    kind,
    takes: (person) =>
      place !== undefined &&
      (person.shift_id !== place.shiftId || person.role_id !== (place.role?.id ?? null)),
    drop: (person) => {
      if (place === undefined) return;
      void attempt(t('toRole', { role: place.name }), (override) => move(person, place, override));
    },
  });
}

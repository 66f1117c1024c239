import { useTranslations } from 'use-intl';
import { useDrag, useDrop } from '../../../ui/drag.ts';
import { canMove, move, useRosterActions } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

const kind = 'roster person';

export const useDragPerson = (person: RosterPerson) =>
  useDrag({ kind, item: canMove(person) ? person : undefined });

interface DropTarget {
  readonly shiftId: number;
  readonly role: { id: number; key: string } | null;
  readonly name: string;
}

/** A place that takes people; the same can be done from each person's menu. */
export function useDropTarget(target: DropTarget | undefined) {
  const t = useTranslations('manageSignups.menu');
  const { attempt } = useRosterActions();
  return useDrop<RosterPerson>({
    kind,
    takes: (person) =>
      target !== undefined &&
      (person.shift_id !== target.shiftId || person.role_id !== (target.role?.id ?? null)),
    drop: (person) => {
      if (target === undefined) return;
      void attempt(t('toRole', { role: target.name }), (override) => move(person, target, override));
    },
  });
}

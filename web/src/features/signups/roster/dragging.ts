import { useDrag, useDrop } from '../../../ui/drag.ts';
import { canMove, type MoveTarget, useMove } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

const kind = 'roster person';

export const useDragPerson = (person: RosterPerson) =>
  useDrag({ kind, item: canMove(person) ? person : undefined });

/** A place that takes people; the same can be done from each person's menu. */
export function useDropTarget(target: MoveTarget | undefined) {
  const move = useMove();
  return useDrop<RosterPerson>({
    kind,
    takes: (person) =>
      target !== undefined &&
      (person.shift_id !== target.shiftId || person.role_id !== (target.role?.id ?? null)),
    drop: (person) => {
      if (target !== undefined) move(person, target);
    },
  });
}

import { type DragEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { canMove, move, useRosterActions } from './actions.ts';
import type { RosterPerson } from './use-roster.ts';

/** Who is being dragged: data of a drag cannot be read before the drop. One mouse, one person. */
let dragged: RosterPerson | undefined;

export function dragProps(person: RosterPerson) {
  if (!canMove(person)) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged = person;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', person.user_name);
    },
    onDragEnd: () => {
      dragged = undefined;
    },
  };
}

export interface DropPlace {
  readonly shiftId: number;
  readonly role: { id: number; key: string } | null;
  readonly name: string;
}

/** A place that takes people; the same can be done from each person's menu. */
export function useDrop(place: DropPlace | undefined) {
  const t = useTranslations('manageSignups.menu');
  const { attempt } = useRosterActions();
  const [isOver, setOver] = useState(false);
  const takes = () =>
    place !== undefined &&
    dragged !== undefined &&
    (dragged.shift_id !== place.shiftId || dragged.role_id !== (place.role?.id ?? null));
  const props = {
    onDragOver: (event: DragEvent) => {
      if (!takes()) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const person = dragged;
      if (!takes() || place === undefined || person === undefined) return;
      event.preventDefault();
      void attempt(t('toRole', { role: place.name }), (override) => move(person, place, override));
    },
  };
  return { isOver, props };
}

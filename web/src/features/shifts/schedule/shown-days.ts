import { useLayoutEffect, useMemo, useRef } from 'react';
import { type Day, dayMinutes, dayOfWall } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import { placeOf } from './blocks.ts';
import type { Placed } from './layout.ts';
import { changeOf, type Move } from './move.ts';

export type PlacedByDay = ReadonlyMap<Day, readonly Placed<Shift>[]>;

/** A shift where it would be after the move. */
export function previewOf(move: Move): Placed<Shift> {
  return { ...move, shift: { ...move.shift, ...changeOf(move) } };
}

const daysOf = ({ from, to }: Placed<Shift>): Day[] => {
  const days: Day[] = [];
  for (let wall = from; wall < to; wall = (Math.floor(wall / dayMinutes) + 1) * dayMinutes)
    days.push(dayOfWall(wall));
  return days;
};

/** Days on which nothing has changed keep their list, so that they are not drawn again: with the next page, for example. */
function keepSame(before: PlacedByDay, now: PlacedByDay): PlacedByDay {
  return new Map(
    [...now].map(([day, list]) => {
      const old = before.get(day);
      const isSame = old?.length === list.length && old.every((one, index) => one === list[index]);
      return [day, isSame ? old : list];
    }),
  );
}

/** The shifts of each day, the one that is moved at its new place. Days that it doesn't touch keep their list. */
export function useShownDays(shifts: readonly Shift[], move: Move | undefined): PlacedByDay {
  const before = useRef<PlacedByDay>(new Map());
  const base = useMemo(() => {
    const found = new Map<Day, Placed<Shift>[]>();
    for (const placed of shifts.map(placeOf).sort((a, b) => a.from - b.from || a.to - b.to))
      for (const day of daysOf(placed)) {
        const list = found.get(day);
        if (list === undefined) found.set(day, [placed]);
        else list.push(placed);
      }
    return keepSame(before.current, found);
  }, [shifts]);
  useLayoutEffect(() => {
    before.current = base;
  });
  return useMemo(() => {
    if (move === undefined) return base;
    const shown = new Map<Day, readonly Placed<Shift>[]>(base);
    // While it's being saved, it's shown on its new day already.
    for (const [day, list] of base)
      if (list.some(({ shift }) => shift.id === move.shift.id))
        shown.set(
          day,
          list.filter(({ shift }) => shift.id !== move.shift.id),
        );
    const preview = previewOf(move);
    for (const day of daysOf(move))
      shown.set(
        day,
        [...(shown.get(day) ?? []), preview].sort((a, b) => a.from - b.from || a.to - b.to),
      );
    return shown;
  }, [base, move]);
}

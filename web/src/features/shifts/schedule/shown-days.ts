import { useMemo } from 'react';
import { type Day, dayMinutes, dayOfWall, wallOfDay } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import { type Placed, placeOf } from './blocks.ts';
import { changeOf, type Move } from './move.ts';

export type PlacedByDay = ReadonlyMap<Day, readonly Placed<Shift>[]>;

/** A shift where it would be after the move. */
export function previewOf(move: Move): Placed<Shift> {
  return { ...move, shift: { ...move.shift, ...changeOf(move) } };
}

const daysOf = ({ from, to }: Placed<Shift>): Day[] => {
  const days: Day[] = [];
  for (let wall = from; wall < to; wall = wallOfDay(dayOfWall(wall)) + dayMinutes) days.push(dayOfWall(wall));
  return days;
};

/** The shifts of each day, the one that is moved at its new place. Days that it doesn't touch keep their list. */
export function useShownDays(shifts: readonly Shift[], move: Move | undefined): PlacedByDay {
  const base = useMemo(() => {
    const found = new Map<Day, Placed<Shift>[]>();
    for (const placed of shifts.map(placeOf).sort((a, b) => a.from - b.from || a.to - b.to))
      for (const day of daysOf(placed)) {
        const list = found.get(day);
        if (list === undefined) found.set(day, [placed]);
        else list.push(placed);
      }
    return found;
  }, [shifts]);
  return useMemo(() => {
    if (move === undefined) return base;
    const shown = new Map<Day, readonly Placed<Shift>[]>(base);
    for (const day of daysOf(placeOf(move.shift)))
      shown.set(day, base.get(day)?.filter(({ shift }) => shift.id !== move.shift.id) ?? []);
    const preview = previewOf(move);
    for (const day of daysOf(move))
      shown.set(
        day,
        [...(shown.get(day) ?? []), preview].sort((a, b) => a.from - b.from || a.to - b.to),
      );
    return shown;
  }, [base, move]);
}

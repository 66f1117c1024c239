import type { Shift } from '../shift.ts';

export const groupings = ['program', 'place', 'role'] as const;
export type Grouping = (typeof groupings)[number];

/** A row of the timeline. */
export interface Row {
  readonly key: string;
  /** Empty for shifts without a place or a role. */
  readonly label: string;
  readonly shifts: readonly Shift[];
  has(shift: Shift): boolean;
}

/** The names under which a shift is. One with several roles is in several rows. */
function keysOf(shift: Shift, by: Grouping, programs: ReadonlyMap<number, string>): readonly string[] {
  if (by === 'program') return [programs.get(shift.program_id) ?? ''];
  if (by === 'place') return [shift.location];
  return shift.roles.length === 0 ? [''] : [...new Set(shift.roles.map(({ name }) => name))];
}

export function rowsOf(
  shifts: readonly Shift[],
  by: Grouping,
  programs: ReadonlyMap<number, string>,
): readonly Row[] {
  const found = new Map<string, Shift[]>();
  for (const shift of shifts)
    for (const key of keysOf(shift, by, programs)) {
      const row = found.get(key);
      if (row === undefined) found.set(key, [shift]);
      else row.push(shift);
    }
  return [...found]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([key, ofRow]) => ({
      key,
      label: key,
      shifts: ofRow,
      has: (shift) => keysOf(shift, by, programs).includes(key),
    }));
}

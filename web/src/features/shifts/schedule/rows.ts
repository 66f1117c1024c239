import type { Shift } from '../shift.ts';

export const groupings = ['program', 'place', 'role'] as const;
export type Grouping = (typeof groupings)[number];

/** A row of the timeline. */
export interface Row {
  /** The id of a program, or the name. */
  readonly key: string;
  /** Empty for shifts without a place or a role. */
  readonly label: string;
  readonly shifts: readonly Shift[];
  has(shift: Shift): boolean;
}

/** The rows in which a shift is. One with several roles is in several. */
function keysOf(shift: Shift, by: Grouping, programs: ReadonlyMap<number, string>): readonly string[] {
  if (by === 'program') return [programs.has(shift.program_id) ? String(shift.program_id) : ''];
  if (by === 'place') return [shift.location];
  return shift.roles.length === 0 ? [''] : [...new Set(shift.roles.map(({ name }) => name))];
}

/** Rows with shifts come first. Programs without any have one too, to add to; there is always at least one row. */
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
  if (by === 'program')
    for (const id of programs.keys()) if (!found.has(String(id))) found.set(String(id), []);
  if (found.size === 0) found.set('', []);
  const labelOf = (key: string) => (by === 'program' ? (programs.get(Number(key)) ?? '') : key);
  return [...found]
    .map(([key, ofRow]) => ({
      key,
      label: labelOf(key),
      shifts: ofRow,
      has: (shift: Shift) => keysOf(shift, by, programs).includes(key),
    }))
    .sort(
      (a, b) =>
        Number(a.shifts.length === 0) - Number(b.shifts.length === 0) ||
        Number(a.label === '') - Number(b.label === '') ||
        a.label.localeCompare(b.label),
    );
}

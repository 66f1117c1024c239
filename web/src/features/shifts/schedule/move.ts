import {
  dayMinutes,
  endAfter,
  instantOfWall,
  minutesBetween,
  msOf,
  wallOfDay,
} from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import { placeOf } from './blocks.ts';
import type { Placed } from './layout.ts';
import type { Grouping, Row } from './rows.ts';

export const stepMinutes = 15;
const leastMinutes = stepMinutes;
/** As long as the service allows. */
export const longestDays = 7;

/** A shift that is being moved: when it would be, and in which row of a timeline. */
export interface Move extends Placed<Shift> {
  readonly row?: Row;
}

/** How a shift is drawn while one is moved: whether it is that one, and can be dropped where it is. */
export function movingOf(shift: Shift, move: Move | undefined, isRefused: boolean) {
  if (move?.shift.id !== shift.id) return undefined;
  return isRefused ? 'refused' : 'well';
}

/** Which part of a shift is moved: an edge makes it longer or shorter. */
export type Part = 'all' | 'start' | 'end';

/** Moves by the clock. An edge stops where the shift would be too short. */
export function moveBy({ shift, from, to }: Placed<Shift>, part: Part, minutes: number): Placed<Shift> {
  if (part === 'start') return { shift, from: Math.min(from + minutes, to - leastMinutes), to };
  if (part === 'end') return { shift, from, to: Math.max(to + minutes, from + leastMinutes) };
  return { shift, from: from + minutes, to: to + minutes };
}

/** To the next step of the grid: a day where it has no hours. */
export function snap(minutes: number, hasHours: boolean): number {
  const step = hasHours ? stepMinutes : dayMinutes;
  return Math.round(minutes / step) * step;
}

/** How arrow keys move a shift in a view. */
export interface Steering {
  /** The days that are on the screen. */
  readonly first: string;
  readonly last: string;
  /** By how many minutes an arrow key moves; the keys that change the row are left out. */
  readonly keys: Readonly<Record<string, number>>;
  readonly rows?: readonly Row[];
  /** A month has no hours to move by. */
  readonly hasHours?: boolean;
}

/** Where an arrow key moves a shift: to another time or to the next row. With Shift, only its end moves. */
export function steer(
  held: Move,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { first, last, keys, rows = [], hasHours = true }: Steering,
): Move {
  const minutes = keys[key];
  if (minutes === undefined) {
    const at = rows.findIndex((row) =>
      held.row === undefined ? row.has(held.shift) : row.key === held.row.key,
    );
    const row = rows[at + (key === 'ArrowDown' ? 1 : -1)];
    return row === undefined ? held : { ...held, row };
  }
  const part = shiftKey && hasHours && Math.abs(minutes) < dayMinutes ? 'end' : 'all';
  return { ...held, ...keepInside(moveBy(held, part, minutes), first, last) };
}

/**
 * Back to the days that are on the screen: what can't be seen can't be checked. What goes on there in part, such as a
 * shift over midnight, stays.
 */
export function keepInside<One extends Placed<Shift>>(move: One, first: string, last: string): One {
  const before = wallOfDay(first) - move.to;
  const after = move.from - wallOfDay(last) - dayMinutes;
  const days = before >= 0 ? Math.floor(before / dayMinutes) + 1 : 0;
  const back = after >= 0 ? Math.floor(after / dayMinutes) + 1 : 0;
  const by = (days - back) * dayMinutes;
  return by === 0 ? move : { ...move, from: move.from + by, to: move.to + by };
}

export type MoveRefusal = 'cancelled' | 'tooLong' | 'otherProgram' | 'otherRole';

/** Why a move can't be, as far as it can be known before the service is asked. */
export function refusalOf({ shift, from, to, row }: Move, by?: Grouping): MoveRefusal | undefined {
  if (shift.status === 'cancelled') return 'cancelled';
  if (isTooLong(from, to, shift.time_zone)) return 'tooLong';
  if (row === undefined || by === undefined || row.has(shift)) return undefined;
  if (by === 'place') return undefined;
  return by === 'program' ? 'otherProgram' : 'otherRole';
}

/** As the service counts: seven days on the clock, or seven times 24 hours where the clock goes forward in between. */
function isTooLong(from: number, to: number, zone: string): boolean {
  const longest = longestDays * dayMinutes;
  return to - from > longest && minutesBetween(instantOfWall(from, zone), instantOfWall(to, zone)) > longest;
}

export interface MoveChange {
  readonly start_time: string;
  readonly end_time: string;
  readonly location?: string;
  /** To undo a change: then it isn't one that was made separately from its series. */
  readonly follows_series?: true;
}

/** What to ask the service for; undefined where nothing would change. */
export function changeOf({ shift, from, to, row }: Move, by?: Grouping): MoveChange | undefined {
  const before = placeOf(shift);
  const location = by === 'place' && row !== undefined && !row.has(shift) ? row.label : undefined;
  if (from === before.from && to === before.to && location === undefined) return undefined;
  const { time_zone: zone } = shift;
  // What is not moved stays as it is, to the second.
  const start_time = from === before.from ? shift.start_time : instantOfWall(from, zone);
  const end_time = to === before.to ? shift.end_time : instantOfWall(to, zone);
  return {
    start_time,
    end_time: endAfter(start_time, end_time, to - from),
    ...(location !== undefined && { location }),
  };
}

/** How many people get an email about another time: those who are signed up or waiting, if the shift is public and not over. */
export const notifiedBy = (shift: Shift, nowMs: number): number =>
  shift.status === 'published' && msOf(shift.end_time) > nowMs
    ? shift.signup_count + shift.pending_count + shift.waitlist_count
    : 0;

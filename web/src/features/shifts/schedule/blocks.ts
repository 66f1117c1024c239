import { dayMinutes, minutesBetween, type Timed, wallOf } from '../../../time/calendar.ts';
import type { Layout, Placed, Span } from './layout.ts';
import { stack } from './stack.ts';

const known = new WeakMap<object, Placed<object>>();

/** Zones are slow to ask: 2,000 shifts are placed once, not with every step of a drag. */
export function placeOf<Shift extends Timed>(shift: Shift): Placed<Shift> {
  let placed = known.get(shift);
  if (placed === undefined) {
    const { start_time: start, end_time: end, time_zone: zone } = shift;
    const [from, to] = [wallOf(start, zone), wallOf(end, zone)];
    // In the night when clocks go back, a shift can end before it began: then it is as long as it lasts.
    placed = { shift, from, to: to > from ? to : from + Math.max(1, minutesBetween(start, end)) };
    known.set(shift, placed);
  }
  return placed as Placed<Shift>;
}

/** So short a shift still has space for one line. */
const leastMinutes = 30;

/** Lays out what goes on between two moments: side by side in lanes, or stacked where that would be too narrow. */
export function layOut<Shift>(
  placed: readonly Placed<Shift>[],
  from: number,
  to: number,
  mostLanes: number,
): Layout<Shift> {
  const inside = placed
    .filter((one) => one.from < to && one.to > from)
    .map((one) => ({ ...one, start: Math.max(one.from, from), end: Math.min(one.to, to) }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const layouts = groupsOf(inside).map((group, index, groups): Layout<Shift> => {
    const laid = inLanes(group);
    const lanes = Math.max(...laid.map(({ lane }) => lane)) + 1;
    if (lanes > mostLanes) return stack(group, groups[index + 1]?.[0]?.start ?? to);
    return { blocks: laid.map((one) => ({ ...one, lanes })), heads: [], rests: [] };
  });
  return {
    blocks: layouts.flatMap(({ blocks }) => blocks),
    heads: layouts.flatMap(({ heads }) => heads),
    rests: layouts.flatMap(({ rests }) => rests),
  };
}

/** Shifts that have something to do with each other, because they overlap or a third one overlaps both. */
function groupsOf<One extends Span>(sorted: readonly One[]): readonly (readonly One[])[] {
  const groups: One[][] = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  for (const one of sorted) {
    if (one.start >= groupEnd) groups.push([]);
    groups.at(-1)?.push(one);
    groupEnd = Math.max(groupEnd, one.end, one.start + leastMinutes);
  }
  return groups;
}

function inLanes<One extends Span>(group: readonly One[]) {
  const ends: number[] = [];
  return group.map((one) => {
    const free = ends.findIndex((end) => end <= one.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(one.end, one.start + leastMinutes);
    return { ...one, lane };
  });
}

/**
 * What is above the hours of a day: what goes on for all of it and, where shifts are stacked, what lasts for a day or
 * longer. In a stack, that would be a line like any other.
 */
export function aboveHours<Shift>(
  placed: readonly Placed<Shift>[],
  day: number,
  mostLanes: number,
): ReadonlySet<Placed<Shift>> {
  const whole = placed.filter((one) => isAllDay(one, day));
  const rest = placed.filter((one) => !isAllDay(one, day));
  const long = rest.filter(({ from, to }) => to - from >= dayMinutes);
  if (long.length === 0) return new Set(whole);
  const { blocks, rests } = layOut(rest, day, day + dayMinutes, mostLanes);
  const isStacked = rests.length > 0 || blocks.some(({ stacked }) => stacked !== undefined);
  return new Set([...whole, ...(isStacked ? long : [])]);
}

/** Whether it goes on for the whole day that begins then. */
export const isAllDay = ({ from, to }: Placed<unknown>, day: number): boolean =>
  from <= day && to >= day + dayMinutes;

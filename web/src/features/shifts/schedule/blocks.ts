import { dayMinutes, minutesBetween, type Timed, wallOf } from '../../../time/calendar.ts';

/** A shift on the clock of the place where it is, see `wallOf`. */
export interface Placed<Shift> {
  readonly shift: Shift;
  readonly from: number;
  readonly to: number;
}

export interface Block<Shift> extends Placed<Shift> {
  /** The part inside what is shown. */
  readonly start: number;
  readonly end: number;
  /** Shifts at the same time share the width: this one has the lane with this number, of so many. */
  readonly lane: number;
  readonly lanes: number;
}

/** Shifts for which there is no lane left. */
export interface Rest {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly lanes: number;
}

export interface Layout<Shift> {
  readonly blocks: readonly Block<Shift>[];
  readonly rests: readonly Rest[];
}

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

/** Lays out what goes on between two moments. With more than `mostLanes` at once, the last lane says how many more. */
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
  const blocks: Block<Shift>[] = [];
  const rests: Rest[] = [];
  let group: (typeof inside)[number][] = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  const close = () => {
    const laid = inLanes(group);
    const lanes = Math.max(0, ...laid.map(({ lane }) => lane)) + 1;
    const shown = lanes > mostLanes ? mostLanes - 1 : lanes;
    const hidden = laid.filter(({ lane }) => lane >= shown);
    for (const one of laid) if (one.lane < shown) blocks.push({ ...one, lanes: Math.min(lanes, mostLanes) });
    if (hidden.length > 0)
      rests.push({
        start: Math.min(...hidden.map(({ start }) => start)),
        end: Math.max(...hidden.map(({ end }) => end)),
        count: hidden.length,
        lanes: mostLanes,
      });
  };
  for (const one of inside) {
    if (one.start >= groupEnd) {
      close();
      group = [];
    }
    group.push(one);
    groupEnd = Math.max(groupEnd, one.end, one.start + leastMinutes);
  }
  close();
  return { blocks, rests };
}

function inLanes<One extends { readonly start: number; readonly end: number }>(group: readonly One[]) {
  const ends: number[] = [];
  return group.map((one) => {
    const free = ends.findIndex((end) => end <= one.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(one.end, one.start + leastMinutes);
    return { ...one, lane };
  });
}

/** Whether it goes on for the whole day that begins then. */
export const isAllDay = ({ from, to }: Placed<unknown>, day: number): boolean =>
  from <= day && to >= day + dayMinutes;

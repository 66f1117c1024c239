/** A stretch of a day in minutes from midnight. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** When a person is available on each weekday, Monday first: in order, without overlaps. */
export type Week = readonly (readonly Stretch[])[];

interface WeeklyWindow {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  readonly from: string;
  readonly until: string;
}

export const dayMinutes = 24 * 60;

export function minutesFromClock(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

export function clockFromMinutes(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A window across midnight is split between the two days. */
export function weekFromWindows(windows: readonly WeeklyWindow[]): Week {
  const days: Stretch[][] = Array.from({ length: 7 }, () => []);
  for (const { weekday, from: start, until: end } of windows) {
    const [from, until] = [minutesFromClock(start), minutesFromClock(end)];
    const day = weekday - 1;
    if (until > from) days[day]?.push({ from, until });
    else {
      days[day]?.push({ from, until: dayMinutes });
      if (until > 0) days[(day + 1) % 7]?.push({ from: 0, until });
    }
  }
  return days.map(merged);
}

export function windowsOf(week: Week): WeeklyWindow[] {
  return week.flatMap((stretches, day) =>
    stretches.map(({ from, until }) => ({
      weekday: day + 1,
      from: clockFromMinutes(from),
      until: clockFromMinutes(until),
    })),
  );
}

export function isCovered(stretches: readonly Stretch[], { from, until }: Stretch): boolean {
  return stretches.some((one) => one.from <= from && one.until >= until);
}

export function isTouched(stretches: readonly Stretch[], { from, until }: Stretch): boolean {
  return stretches.some((one) => one.from < until && one.until > from);
}

/** The day with these minutes added, or taken away. */
export function painted(stretches: readonly Stretch[], part: Stretch, isOn: boolean): Stretch[] {
  if (isOn) return merged([...stretches, part]);
  return stretches.flatMap(({ from, until }) =>
    [
      { from, until: Math.min(until, part.from) },
      { from: Math.max(from, part.until), until },
    ].filter((rest) => rest.until > rest.from),
  );
}

export function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { from, until } of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.until)
      result[result.length - 1] = { from: last.from, until: Math.max(last.until, until) };
    else result.push({ from, until });
  }
  return result;
}

/** A cell of the week by hours: the day, Monday is 0, and the hour. */
export type Cell = readonly [day: number, hour: number];

const fromMonday: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** The week with all hours of the rectangle between two cells switched on or off; `order` is that of the columns. */
export function paintedBetween(week: Week, from: Cell, to: Cell, isOn: boolean, order = fromMonday): Week {
  const columns = [order.indexOf(from[0]), order.indexOf(to[0])];
  const days = new Set(order.slice(Math.min(...columns), Math.max(...columns) + 1));
  const part = { from: Math.min(from[1], to[1]) * 60, until: (Math.max(from[1], to[1]) + 1) * 60 };
  return week.map((stretches, day) => (days.has(day) ? painted(stretches, part, isOn) : stretches));
}

/** A stretch as it is being typed: either end may be empty or too early for a while. */
export interface TypedStretch {
  readonly from: string;
  readonly until: string;
}

/** Clocks of browsers end at 23:59: midnight at the end of the day is typed as 00:00. */
export function typedOf({ from, until }: Stretch): TypedStretch {
  return { from: clockFromMinutes(from), until: clockFromMinutes(until % dayMinutes) };
}

/** What was typed, or undefined while an end is missing or not after the beginning. */
export function stretchOf({ from, until }: TypedStretch): Stretch | undefined {
  if (from === '' || until === '') return undefined;
  const stretch = { from: minutesFromClock(from), until: minutesFromClock(until) || dayMinutes };
  return stretch.until > stretch.from ? stretch : undefined;
}

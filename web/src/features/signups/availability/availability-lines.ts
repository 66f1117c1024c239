import type { Schemas } from '@muster/client';
import { weekFromWindows } from './week-windows.ts';

type Availability = Schemas['Availability'];

/** Minutes from midnight. */
type Stretch = readonly [from: number, until: number];

/** The weekdays on which a person is available, 0 for Monday, with their hours. Empty: no hours given. */
export function weekLines({
  weekly,
}: Pick<Availability, 'weekly'>): readonly (readonly [number, Stretch[]])[] {
  return weekFromWindows(weekly).flatMap((stretches, day) =>
    stretches.length === 0
      ? []
      : [[day, stretches.map(({ from, until }): Stretch => [from, until])] as const],
  );
}

/** What is still ahead, the next first. */
export function exceptionsAhead({ exceptions }: Pick<Availability, 'exceptions'>, today: string) {
  return exceptions.filter(({ date }) => date >= today).toSorted((a, b) => a.date.localeCompare(b.date));
}

import type { Schemas } from '@muster/client';
import type { OwnShifts } from '../../../api/own-shifts.ts';
import { msOf } from '../../../time/calendar.ts';

type Shift = Schemas['Shift'];

/**
 * Where a person could switch to: where they aren't yet. What they tried stays, because its refusal is shown there, even
 * when it turns out to be full or theirs.
 */
export function destinationsOf<S extends Pick<Shift, 'id' | 'start_time'>>(
  open: readonly S[],
  own: OwnShifts,
  tried: S | undefined,
): readonly S[] {
  const others = open.filter(({ id }) => !own.has(id) && id !== tried?.id);
  if (tried === undefined) return others;
  const newest = open.find(({ id }) => id === tried.id) ?? tried;
  return [...others, newest].sort((one, other) => msOf(one.start_time) - msOf(other.start_time));
}

import type { Schemas } from '@muster/client';
import { msOf } from '../../time/calendar.ts';

type Shift = Pick<
  Schemas['Shift'],
  'end_time' | 'spots_left' | 'waitlist_capacity' | 'waitlist_count' | 'signup_count'
>;

export function isOver({ end_time }: Pick<Shift, 'end_time'>, nowMs = Date.now()): boolean {
  return msOf(end_time) <= nowMs;
}

/** What there is to say about the spots of a shift. A shift that is over has none to take. */
export type Spots =
  | { readonly kind: 'past' | 'spots'; readonly count: number }
  | { readonly kind: 'unlimited' | 'waitlist' | 'full' };

export function spotsOf(shift: Shift, nowMs = Date.now()): Spots {
  const { spots_left: left, waitlist_capacity: capacity } = shift;
  if (isOver(shift, nowMs)) return { kind: 'past', count: shift.signup_count };
  if (left === null) return { kind: 'unlimited' };
  if (left > 0) return { kind: 'spots', count: left };
  return { kind: capacity === null || shift.waitlist_count < capacity ? 'waitlist' : 'full' };
}

import type { Schemas } from '@muster/client';
import { msOf } from '../../time/calendar.ts';
import type { Staffing } from './filters.ts';

type Numbers = Pick<
  Schemas['Shift'],
  'signup_count' | 'minimum' | 'capacity' | 'roles' | 'status' | 'end_time'
>;

/** How many people are confirmed, how many it needs at least and takes at most. */
export interface Staff {
  readonly filled: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly isUnder: boolean;
}

/** Of a shift, or of its roles with a name. Without a minimum, a shift needs one person. */
export function staffOf(shift: Numbers, role = '', nowMs = Date.now()): Staff {
  const roles = shift.roles.filter(({ name }) => name === role);
  const isDue = shift.status !== 'cancelled' && !isOver(shift, nowMs);
  if (roles.length === 0) {
    const { signup_count: filled, minimum, capacity: maximum } = shift;
    const isUnder = filled < (minimum ?? 1) || shift.roles.some(lacks);
    return { filled, minimum, maximum, isUnder: isDue && isUnder };
  }
  const sum = (numbers: readonly (number | null)[]) =>
    numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  return {
    filled: sum(roles.map(({ signup_count }) => signup_count)),
    minimum: sum(roles.map(({ minimum }) => minimum)) || null,
    maximum: roles.some(({ capacity }) => capacity === null)
      ? null
      : sum(roles.map(({ capacity }) => capacity)),
    isUnder: isDue && roles.some(lacks),
  };
}

const lacks = ({ signup_count, minimum }: Schemas['ShiftRole']) => signup_count < (minimum ?? 0);

type Shift = Pick<
  Schemas['Shift'],
  | 'status'
  | 'start_time'
  | 'end_time'
  | 'spots_left'
  | 'waitlist_capacity'
  | 'waitlist_count'
  | 'signup_count'
>;

export function isOver({ end_time }: Pick<Shift, 'end_time'>, nowMs = Date.now()): boolean {
  return msOf(end_time) <= nowMs;
}

/** From then on no one can sign up; coordinators can still add people. */
export function hasStarted({ start_time }: Pick<Shift, 'start_time'>, nowMs = Date.now()): boolean {
  return msOf(start_time) <= nowMs;
}

/** A shift that started since it was listed has no free spots any more. */
export const isFound = (
  shift: Pick<Shift, 'start_time'>,
  staffing: Staffing | undefined,
  nowMs?: number,
): boolean => staffing !== 'open' || !hasStarted(shift, nowMs);

/** What there is to say about the spots of a shift. One that is cancelled, has started or is over has none to take. */
export type Spots =
  | { readonly kind: 'past' | 'spots'; readonly count: number }
  | { readonly kind: 'cancelled' | 'started' | 'unlimited' | 'waitlist' | 'full' };

export function spotsOf(shift: Shift, isForPlanning = false, nowMs = Date.now()): Spots {
  const { spots_left: left, waitlist_capacity: capacity } = shift;
  if (shift.status === 'cancelled') return { kind: 'cancelled' };
  if (isOver(shift, nowMs)) return { kind: 'past', count: shift.signup_count };
  if (!isForPlanning && hasStarted(shift, nowMs)) return { kind: 'started' };
  if (left === null) return { kind: 'unlimited' };
  if (left > 0) return { kind: 'spots', count: left };
  return { kind: capacity === null || shift.waitlist_count < capacity ? 'waitlist' : 'full' };
}

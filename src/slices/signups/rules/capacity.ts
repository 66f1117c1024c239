import { signupErrors } from '../errors.ts';
import type { Blocker } from './blocker.ts';
import type { RoleFacts, ShiftFacts } from './facts.ts';

export interface FreeSpots {
  /** Why no spot is free: empty where one is. */
  readonly full: readonly Blocker[];
  readonly waitlistHasSpace: boolean;
}

export function freeSpots(shift: ShiftFacts, role: RoleFacts | null): FreeSpots {
  const full: Blocker[] = [];
  if (isFull(shift) || shift.waitlistFirst)
    full.push(signupErrors.shift_full('shift.capacity', spotsOf(shift)));
  if (role && isFull(role))
    full.push(signupErrors.role_full('role_id', { role_name: role.name, ...spotsOf(role) }));
  return {
    full,
    waitlistHasSpace: shift.waitlistCapacity === null || shift.waitlisted < shift.waitlistCapacity,
  };
}

/** Why a person gets neither a spot nor a place on the waitlist. */
export function capacityBlockers(shift: ShiftFacts, free: FreeSpots): readonly Blocker[] {
  if (free.full.length === 0 || free.waitlistHasSpace) return [];
  if (shift.waitlistCapacity === 0) return free.full;
  const places = shift.waitlistCapacity ?? 0;
  return [...free.full, signupErrors.waitlist_full('shift.waitlist_capacity', { places })];
}

interface Spots {
  readonly capacity: number | null;
  readonly spotsTaken: number;
}

export function isFull(spots: Spots): boolean {
  return spots.capacity !== null && spots.spotsTaken >= spots.capacity;
}

const spotsOf = ({ capacity, spotsTaken }: Spots) => ({ taken: spotsTaken, spots: capacity ?? 0 });

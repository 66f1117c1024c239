import type { Blocker, Rule } from './blocker.ts';
import type { RoleFacts, ShiftFacts } from './facts.ts';

export interface Room {
  /** Why no seat is free: empty where one is. */
  readonly full: readonly Blocker[];
  readonly waitlistHasRoom: boolean;
}

export function roomOn(shift: ShiftFacts, role: RoleFacts | null): Room {
  const full: Blocker[] = [];
  if (isFull(shift)) {
    full.push(blocked('shift_full', 'shift.capacity', `All ${shift.capacity} seats are taken.`));
  }
  if (role && isFull(role)) {
    full.push(
      blocked('role_full', 'role_id', `All ${role.capacity} seats of the role ${role.key} are taken.`),
    );
  }
  return {
    full,
    waitlistHasRoom: shift.waitlistCapacity === null || shift.waitlisted < shift.waitlistCapacity,
  };
}

/** What a person hears when there is neither a seat nor a place on the waitlist. */
export function capacityBlockers(shift: ShiftFacts, room: Room): readonly Blocker[] {
  if (room.full.length === 0 || room.waitlistHasRoom) return [];
  if (shift.waitlistCapacity === 0) return room.full;
  const message = `All ${shift.waitlistCapacity} places on the waitlist are taken.`;
  return [...room.full, blocked('waitlist_full', 'shift.waitlist_capacity', message)];
}

export function isFull(seats: { readonly capacity: number | null; readonly seatsTaken: number }): boolean {
  return seats.capacity !== null && seats.seatsTaken >= seats.capacity;
}

function blocked(rule: Rule, path: string, message: string): Blocker {
  const text = rule === 'role_full' ? 'Choose another role or shift.' : 'Choose another shift.';
  return { code: 'capacity_conflict', rule, path, message, remedy: { text } };
}

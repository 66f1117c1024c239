import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { mayIn, type Permission, type Role } from '#slices/organizations/index.ts';
import { type DoorFacts, loadDoor } from './sql/check-in.ts';

export interface OpenDoor extends DoorFacts {
  /** The desk and coordinators: they may act for others, and outside the window. */
  readonly isDesk: boolean;
  readonly isCoordinator: boolean;
}

export async function openDoor(tx: Tx, call: Call, shiftId: number, userId: number): Promise<OpenDoor> {
  const { actor } = call;
  const self = actor.kind === 'person' ? actor.userId : null;
  const door = await loadDoor(tx, shiftId, userId, self);
  if (!door || door.shift_status === 'draft') throw refuse('not_found');
  const may = (permission: Permission) =>
    mayIn(actor, door.organization_id, door.caller_role as Role | null, permission);
  const isDesk = may('attendance.check_others');
  if (userId !== self && !isDesk)
    throw refuse('forbidden', 'Only the desk and coordinators may check in others.');
  if (door.shift_status === 'cancelled') {
    throw refuse('policy_conflict', 'This shift is cancelled.', [
      { path: 'shift', code: 'shift_cancelled', message: 'is cancelled' },
    ]);
  }
  return { ...door, isDesk, isCoordinator: may('shifts.manage') };
}

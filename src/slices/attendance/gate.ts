import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { type Role, roleMay } from '#slices/organizations/index.ts';
import { type DoorFacts, loadDoor } from './sql/door.ts';

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
  const isKey =
    actor.kind === 'api_key' &&
    actor.organizationId === door.organization_id &&
    actor.scopes.includes('attendance');
  const role = door.caller_role as Role | null;
  const isDesk =
    isKey || actor.kind === 'system' || (role !== null && roleMay(role, 'attendance.check_others'));
  const isCoordinator = isKey || actor.kind === 'system' || (role !== null && roleMay(role, 'shifts.manage'));
  if (userId !== self && !isDesk)
    throw refuse('forbidden', 'Only the desk and coordinators may check in others.');
  if (door.shift_status === 'cancelled') {
    throw refuse('policy_conflict', 'This shift is cancelled.', [
      { path: 'shift', code: 'shift_cancelled', message: 'is cancelled' },
    ]);
  }
  return { ...door, isDesk, isCoordinator };
}

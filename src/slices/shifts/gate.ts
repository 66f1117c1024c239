import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { authorize, type Grant, grantAlso, type Permission } from '#slices/organizations/index.ts';
import { findShift, type ShiftRow } from './sql/shifts.ts';

export type Manage = Grant<'shifts.manage'>;

/** A shift, and the right to do something with it. To those who do not plan, a draft does not exist. */
export async function openShift<Name extends Permission>(
  db: Reader,
  call: Call,
  id: number,
  permission: Name,
): Promise<{ shift: ShiftRow; grant: Grant<Name> }> {
  const shift = await findShift(db, id);
  if (!shift) throw refuse('not_found');
  const visibility = shift.is_hidden ? 'hidden' : 'public';
  const grant = await authorize(db, call, permission, shift.organization_id, visibility);
  if (shift.is_hidden && !grantAlso(call, grant, 'shifts.manage')) throw refuse('not_found');
  return { shift, grant };
}

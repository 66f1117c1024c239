import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { findShift, type ShiftRow } from './sql/shifts.ts';

export type Manage = Grant<'shifts.manage'>;

export async function openShift(tx: Tx, call: Call, id: number): Promise<{ shift: ShiftRow; grant: Manage }> {
  const shift = await findShift(tx, id);
  if (!shift) throw refuse('not_found');
  const thing = shift.status === 'draft' ? 'private' : 'public';
  const grant = await authorize(tx, call, 'shifts.manage', shift.organization_id, thing);
  return { shift, grant };
}

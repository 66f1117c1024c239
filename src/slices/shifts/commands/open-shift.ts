import type { Call } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { lockSeries } from '../sql/series.ts';
import { findShift, type ShiftRow, selectOccurrences } from '../sql/shifts.ts';

export type Manage = Grant<'shifts.manage'>;
export type Scope = 'this' | 'following' | 'all';

export async function openShift(tx: Tx, call: Call, id: number): Promise<{ shift: ShiftRow; grant: Manage }> {
  const shift = await findShift(tx, id);
  if (!shift) throw refuse('not_found');
  const thing = shift.status === 'draft' ? 'private' : 'public';
  const grant = await authorize(tx, call, 'shifts.manage', shift.organization_id, thing);
  return { shift, grant };
}

/** The shifts that a change is about. The series stays locked, so that no occurrence is added in between. */
export async function targetsOf(
  tx: Tx,
  call: Call,
  grant: Manage,
  shift: ShiftRow,
  scope: Scope,
): Promise<ShiftRow[]> {
  if (scope === 'this') return [shift];
  if (shift.series_id === null)
    throw refuseField('scope', 'no_series', 'This shift is not part of a series.');
  const series = await lockSeries(tx, shift.series_id);
  if (series?.is_changing) {
    throw refuse('conflict', 'Another change to this series is still running. Try again when it is done.');
  }
  const from = scope === 'all' ? call.now : shift.start_time;
  const others = await selectOccurrences(tx, grant, shift.series_id, from);
  return [shift, ...others.filter((other) => other.id !== shift.id)];
}

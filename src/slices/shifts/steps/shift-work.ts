import type { Call } from '#kernel/call.ts';
import { type Fault, refuse, refuseField } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Manage } from '../gate.ts';
import type { NamedMove } from '../rules/moves.ts';
import { lockSeries } from '../sql/series.ts';
import type { Unchanged, Warning } from '../sql/series-changes.ts';
import { type ShiftRow, selectOccurrences } from '../sql/shifts.ts';

export type Scope = 'this' | 'following' | 'all';

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

export type Obstacle = Fault & { readonly shift_id: number };

export interface Applied {
  readonly warnings: readonly Warning[];
  /** People whose time has become free, or other. */
  readonly released: readonly number[];
}

/**
 * One kind of change to any number of shifts, in a number of statements that does not depend on how many. It is the
 * same for one shift, for a short series and for each part of a long one.
 */
export interface ShiftWork {
  /** Changes when people are busy: everyone on the shifts is locked. */
  readonly everybody: boolean;
  readonly move?: NamedMove | undefined;
  /** Why a shift of the series is left as it is. */
  leaves(shift: ShiftRow): { readonly code: string; readonly message: string } | undefined;
  /** What prevents the change of single shifts. */
  obstacles(tx: Tx, targets: readonly ShiftRow[]): Promise<Obstacle[]>;
  apply(tx: Tx, call: Call, grant: Manage, targets: readonly ShiftRow[]): Promise<Applied>;
}

/** Those that can be changed, and why the others cannot. */
export async function separate(
  tx: Tx,
  work: ShiftWork,
  shifts: readonly ShiftRow[],
): Promise<{ targets: ShiftRow[]; unchanged: Unchanged[] }> {
  const unchanged: Unchanged[] = [];
  const leave = (shift_id: number, { code, message }: { code: string; message: string }) =>
    unchanged.push({ shift_id, code, message });
  let targets: ShiftRow[] = [];
  for (const shift of shifts) {
    const reason = work.leaves(shift);
    if (reason) leave(shift.id, reason);
    else targets.push(shift);
  }
  // One that stays where it is may be in the way of another: it is asked again until nothing is left to say.
  for (;;) {
    const obstacles = targets.length > 0 ? await work.obstacles(tx, targets) : [];
    if (obstacles.length === 0) return { targets, unchanged };
    const firsts = new Map(obstacles.toReversed().map((obstacle) => [obstacle.shift_id, obstacle]));
    for (const [id, obstacle] of firsts) leave(id, obstacle);
    targets = targets.filter(({ id }) => !firsts.has(id));
  }
}

import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { shiftErrors } from '../errors.ts';
import type { Manage } from '../gate.ts';
import type { NamedMove } from '../rules/moves.ts';
import { findSeries, lockSeries } from '../sql/series.ts';
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
  if (shift.series_id === null) throw refuse(shiftErrors.no_series('scope'));
  const series = await lockSeries(tx, grant.organizationId, shift.series_id);
  return await occurrencesOf(tx, call, grant, shift, scope, series);
}

/** The same without a lock, to look at. */
export async function wouldBeTargets(
  db: Reader,
  call: Call,
  grant: Manage,
  shift: ShiftRow,
  scope: Scope,
): Promise<ShiftRow[]> {
  if (scope === 'this') return [shift];
  if (shift.series_id === null) throw refuse(shiftErrors.no_series('scope'));
  const series = await findSeries(db, grant.organizationId, shift.series_id);
  return await occurrencesOf(db, call, grant, shift, scope, series);
}

async function occurrencesOf(
  db: Reader,
  call: Call,
  grant: Manage,
  shift: ShiftRow,
  scope: Scope,
  series: Awaited<ReturnType<typeof findSeries>>,
): Promise<ShiftRow[]> {
  if (!series) return [shift];
  if (series.is_changing) throw refuse(shiftErrors.series_changing('scope'));
  const from = scope === 'all' ? call.now : shift.start_time;
  const others = await selectOccurrences(db, grant, series.id, from);
  return [shift, ...others.filter((other) => other.id !== shift.id)];
}

/** Why a shift cannot be changed, or is left as it is. */
export interface Obstacle {
  readonly shift_id: number;
  readonly error: FieldError;
}

/** So many are named in one answer. */
export const mostReasons = 20;

export interface Applied {
  /** Those that are different now. */
  readonly changed: readonly ShiftRow[];
  readonly warnings: readonly FieldError[];
  /** People whose time has become free, or has changed. */
  readonly released: readonly number[];
}

/**
 * One kind of change to any number of shifts, in a number of statements that does not depend on how many. It is the
 * same for one shift, for a short series and for each part of a long one.
 */
export interface ShiftWork {
  /** Changes when people are busy, so the more people there are, the fewer shifts change at once. */
  readonly changesTimes: boolean;
  readonly move?: NamedMove | undefined;
  /** Why a shift of the series is left as it is. */
  leaves(shift: ShiftRow): FieldError | undefined;
  /** What prevents the change of single shifts. */
  obstacles(db: Reader, grant: Manage, targets: readonly ShiftRow[]): Promise<Obstacle[]>;
  apply(tx: Tx, call: Call, grant: Manage, targets: readonly ShiftRow[]): Promise<Applied>;
}

export const nothingApplied: Applied = { changed: [], warnings: [], released: [] };

/** Those that can be changed, and why the others cannot. */
export async function separate(
  db: Reader,
  grant: Manage,
  work: ShiftWork,
  shifts: readonly ShiftRow[],
): Promise<{ targets: ShiftRow[]; unchanged: Obstacle[] }> {
  const unchanged: Obstacle[] = [];
  let targets: ShiftRow[] = [];
  for (const shift of shifts) {
    const error = work.leaves(shift);
    if (error) unchanged.push({ shift_id: shift.id, error });
    else targets.push(shift);
  }
  // A shift that stays where it is can overlap one that moves, so the rest is checked until there are no obstacles.
  for (;;) {
    const obstacles = targets.length > 0 ? await work.obstacles(db, grant, targets) : [];
    if (obstacles.length === 0) return { targets, unchanged };
    const firsts = new Map(obstacles.toReversed().map((obstacle) => [obstacle.shift_id, obstacle]));
    unchanged.push(...firsts.values());
    targets = targets.filter(({ id }) => !firsts.has(id));
  }
}

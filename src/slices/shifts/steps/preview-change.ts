import type { Call } from '#kernel/call.ts';
import { type FieldError, Refusal, refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { planChanges } from '../follow-ups.ts';
import type { Manage } from '../gate.ts';
import type { ShiftRow } from '../sql/shifts.ts';
import { type Change, type ChangeInput, changeWork, differingOf, previewChange } from './apply-change.ts';
import { checkMission, checkRoles } from './make-shifts.ts';
import { mostReasons, type Obstacle, type Scope, wouldBeTargets } from './shift-work.ts';

export async function checkChange(db: Reader, grant: Manage, shift: ShiftRow, change: Change): Promise<void> {
  if (shift.status === 'cancelled') throw refuse(shiftErrors.cancelled('shift', namedShift(shift)));
  // Programs send back what they have read: a shift keeps a mission that was archived later.
  if (change.mission_id !== shift.mission_id) await checkMission(db, grant, change.mission_id);
  if (change.roles) checkRoles(change.roles);
}

export function namedOf({ id, start_time, end_time, time_zone }: ShiftRow) {
  return { id, start_time: start_time.toString(), end_time: end_time.toString(), time_zone };
}

export interface Found {
  readonly changed: number;
  readonly people: number;
  readonly warnings: readonly FieldError[];
  readonly refusals: readonly FieldError[];
  readonly unchanged: readonly Obstacle[];
}

const nothing: Found = { changed: 0, people: 0, warnings: [], refusals: [], unchanged: [] };

async function lookAt(
  platform: Platform,
  call: Call,
  grant: Manage,
  shift: ShiftRow,
  scope: Scope,
  change: Change,
): Promise<Found> {
  const { db } = platform.database;
  await checkChange(db, grant, shift, change);
  const input: ChangeInput = { change, named: namedOf(shift), alone: scope === 'this' };
  const work = changeWork(input, planChanges.partOf(platform));
  const all = await wouldBeTargets(db, call, grant, shift, scope);
  const unchanged = all.flatMap((one) => {
    const error = work.leaves(one);
    return error ? [{ shift_id: one.id, error }] : [];
  });
  const targets = all.filter((one) => !work.leaves(one));
  const obstacles = await work.obstacles(db, grant, targets);
  if (obstacles.length > 0)
    return { ...nothing, unchanged, refusals: obstacles.slice(0, mostReasons).map(({ error }) => error) };
  const { warnings, people } = await previewChange(db, grant, targets, input, call.now);
  const changed = differingOf(targets, input).length;
  return { changed, people, warnings, refusals: [], unchanged };
}

/** What the change would be answered with. */
export async function preview(...given: Parameters<typeof lookAt>): Promise<Found> {
  try {
    return await lookAt(...given);
  } catch (error) {
    if (error instanceof Refusal && error.errors.length > 0) return { ...nothing, refusals: error.errors };
    throw error;
  }
}

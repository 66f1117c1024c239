import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { eventShift, shiftUpdated } from '../events.ts';
import type { PlanFollower } from '../follow-ups.ts';
import type { Manage } from '../gate.ts';
import { movesOf, type NamedMove } from '../rules/moves.ts';
import { successorOf } from '../rules/role-successors.ts';
import type { ChangeShiftInput } from '../schema/shift.ts';
import { selectClashes } from '../sql/moves.ts';
import { type RoleChange, replaceRoles, selectRoles } from '../sql/roles.ts';
import type { Warning } from '../sql/series-changes.ts';
import { type Occurrence, type ShiftRow, updateSeats, updateShifts } from '../sql/shifts.ts';
import { readTimes } from './make-shifts.ts';
import type { Applied, Obstacle, ShiftWork } from './shift-work.ts';

export type Change = Omit<ChangeShiftInput, 'scope'>;

/** A change, with what the named shift was like when it was asked for. Kept as JSON while the work goes on. */
export interface ChangeInput {
  readonly change: Change;
  /** Undefined where shifts were chosen one by one: then their times stay. */
  readonly named?: {
    readonly id: number;
    readonly start_time: string;
    readonly end_time: string;
    readonly time_zone: string;
  };
  /** Single occurrences: from now on they differ from their series. */
  readonly alone: boolean;
}

export function changeWork(input: ChangeInput, signups: PlanFollower): ShiftWork {
  const move = moveOf(input);
  return {
    everybody: move !== undefined,
    move,
    leaves({ id, status, edited }) {
      if (status === 'cancelled') return { code: status, message: `Shift ${id} is cancelled.` };
      if (!edited || input.alone || id === input.named?.id) return undefined;
      return { code: 'edited', message: `Shift ${id} was edited on its own and stays as it is.` };
    },
    async obstacles(tx, targets) {
      const overlaps = await findOverlaps(tx, movesOf(targets, move));
      return [...overlaps, ...(await findRolesInUse(tx, targets, rolesOf(input.change)))];
    },
    apply: (tx, call, grant, targets) => applyChange(tx, call, grant, targets, input, signups),
  };
}

export function moveOf({ change, named }: Pick<ChangeInput, 'change' | 'named'>): NamedMove | undefined {
  if (!named || (change.start_time === undefined && change.end_time === undefined)) return undefined;
  return {
    named: {
      id: named.id,
      start_time: Temporal.Instant.from(named.start_time),
      end_time: Temporal.Instant.from(named.end_time),
    },
    wanted: readTimes(change.start_time ?? named.start_time, change.end_time ?? named.end_time),
    zone: change.time_zone ?? named.time_zone,
  };
}

function rolesOf(change: Change): RoleChange[] | undefined {
  return change.roles?.map((role) => ({ ...role, capacity: role.capacity ?? null }));
}

async function findOverlaps(tx: Tx, moves: Map<number, Occurrence>): Promise<Obstacle[]> {
  return (await selectClashes(tx, moves)).map(({ user_id, shift_id, other_id }) => ({
    shift_id,
    path: 'start_time',
    code: 'overlap',
    message: `Person ${user_id}, who is on shift ${shift_id}, has shift ${other_id} at that time.`,
  }));
}

async function findRolesInUse(
  tx: Tx,
  targets: readonly ShiftRow[],
  roles: RoleChange[] | undefined,
): Promise<Obstacle[]> {
  if (!roles) return [];
  const ids = targets.map((target) => target.id);
  const idsOf = new Map(targets.map(({ id, roles: own }) => [id, new Set(own.map((role) => role.id))]));
  const inUse = (await selectRoles(tx, ids, { inUse: true })).filter(
    (role) => !successorOf(role, idsOf.get(role.shift_id) ?? new Set(), roles),
  );
  return [...Map.groupBy(inUse, (role) => role.shift_id)].map(([shift_id, lost]) => ({
    shift_id,
    path: 'roles',
    code: 'in_use',
    message: `People have the role ${lost.map(({ key }) => key).join(', ')} on shift ${shift_id}. Move them first.`,
  }));
}

async function applyChange(
  tx: Tx,
  call: Call,
  grant: Manage,
  targets: readonly ShiftRow[],
  input: ChangeInput,
  signups: PlanFollower,
): Promise<Applied> {
  const { change, alone } = input;
  const ids = targets.map((target) => target.id);
  const moves = movesOf(targets, moveOf(input));
  const fields = {
    missionId: change.mission_id,
    title: change.title?.trim(),
    description: change.description,
    location: change.location,
    timeZone: change.time_zone,
    requiresApproval: change.requires_approval,
    leavesPattern: moves.size > 0 && !alone,
    edited: alone,
  };
  await updateShifts(tx, grant, ids, fields, call.now, moves);
  const released = moves.size > 0 ? await signups.moveAllOn(tx, [...moves.keys()]) : [];
  await updateSeats(tx, grant, ids, {
    capacity: change.capacity,
    waitlistCapacity: change.waitlist_capacity,
  });
  const warnings = [...(await changeRoles(tx, ids, rolesOf(change))), ...overbooked(targets, change)];
  await note(tx, call, grant, targets, change, moves);
  return { warnings, released };
}

async function changeRoles(
  tx: Tx,
  ids: readonly number[],
  roles: RoleChange[] | undefined,
): Promise<Warning[]> {
  if (!roles) return [];
  const crowded = await replaceRoles(tx, ids, await selectRoles(tx, ids), roles);
  return crowded.map(({ shift_id, key, taken, capacity }) => ({
    code: 'role_overbooked',
    message: `The role ${key} of shift ${shift_id} has ${taken} people for ${spots(capacity)}. ${nobodyLeaves}`,
  }));
}

function overbooked(targets: readonly ShiftRow[], { capacity }: Change): Warning[] {
  if (typeof capacity !== 'number') return [];
  return targets
    .filter(({ taken }) => taken > capacity)
    .map(({ id, taken }) => ({
      code: 'overbooked',
      message: `Shift ${id} has ${taken} people for ${spots(capacity)}. ${nobodyLeaves}`,
    }));
}

const spots = (count: number) => `${count} ${count === 1 ? 'spot' : 'spots'}`;
const nobodyLeaves = 'Everyone keeps their spot. New sign-ups are possible when there is room again.';

async function note(
  tx: Tx,
  call: Call,
  grant: Manage,
  targets: readonly ShiftRow[],
  change: Change,
  moves: ReadonlyMap<number, Occurrence>,
): Promise<void> {
  const { organizationId } = grant;
  const events = targets.map((target) => {
    const times = moves.get(target.id);
    const after = {
      ...target,
      mission_id: change.mission_id ?? target.mission_id,
      title: change.title ?? target.title,
      start_time: times?.start ?? target.start_time,
      end_time: times?.end ?? target.end_time,
    };
    const shift = eventShift(after, target.status);
    return shiftUpdated(organizationId, { shift, changes: changedFields(target, change, times) });
  });
  await record(tx, call.now, ...events);
  const entries = targets.map((target) => ({
    organizationId,
    action: 'shift.changed' as const,
    objectId: target.id,
    before: {
      start_time: target.start_time,
      end_time: target.end_time,
      capacity: target.capacity,
      roles: target.roles,
    },
    after: change,
  }));
  await writeAudit(tx, call, ...entries);
}

/** Forms send every field: people are told what differs. Spots and roles count as changed when sent. */
function changedFields(target: ShiftRow, change: Change, times: Occurrence | undefined): string[] {
  const same: Record<string, boolean> = {
    start_time: times?.start.equals(target.start_time) ?? true,
    end_time: times?.end.equals(target.end_time) ?? true,
    title: change.title?.trim() === target.title,
    description: change.description === target.description,
    location: change.location === target.location,
    time_zone: change.time_zone === target.time_zone,
  };
  return Object.keys(change)
    .filter((field) => same[field] !== true)
    .sort();
}

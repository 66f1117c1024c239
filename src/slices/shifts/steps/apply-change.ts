import type { Call } from '#kernel/call.ts';
import { isWrittenInstant } from '#kernel/iso-texts.ts';
import type { FieldError } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { eventShift, shiftUpdated } from '../events.ts';
import type { PlanFollower } from '../follow-ups.ts';
import type { Manage } from '../gate.ts';
import { lengthOf, longestDays } from '../rules/lengths.ts';
import { clockNotesAlong, movesOf, type NamedMove } from '../rules/moves.ts';
import { successorOf } from '../rules/role-successors.ts';
import type { ChangeShiftInput, ShiftBody } from '../schema/shift.ts';
import { countPeople, selectClashes } from '../sql/moves.ts';
import {
  overbookedRoles,
  type RoleChange,
  replaceRoles,
  type Successors,
  selectRoles,
  successors,
} from '../sql/roles.ts';
import { type Occurrence, type ShiftRow, updateCapacity, updateShifts } from '../sql/shifts.ts';
import { auditedChange } from './audited-change.ts';
import { newRole, readTimes, teamNotesOf } from './make-shifts.ts';
import { type Applied, nothingApplied, type Obstacle, type ShiftWork } from './shift-work.ts';

export type Change = Omit<ChangeShiftInput, 'scope' | 'dry_run'>;

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
    changesTimes: move !== undefined,
    move,
    leaves(shift) {
      if (shift.status === 'cancelled') return shiftErrors.cancelled('shift', namedShift(shift));
      if (!shift.edited || input.alone || shift.id === input.named?.id) return undefined;
      return shiftErrors.edited('shift', namedShift(shift));
    },
    async obstacles(db, grant, targets) {
      const moves = movesOf(targets, move);
      const impossible = [...findTooFar(targets, moves), ...findWrongLengths(targets, moves, input.change)];
      if (impossible.length > 0) return impossible;
      const overlaps = await findOverlaps(db, grant, targets, moves);
      const roles = await findRolesInUse(db, grant, targets, rolesOf(input.change));
      return [...findHighMinimums(targets, input.change), ...overlaps, ...roles];
    },
    async apply(tx, call, grant, targets) {
      const differing = differingOf(targets, input);
      if (differing.length === 0) return nothingApplied;
      return await applyChange(tx, call, grant, differing, input, signups);
    },
  };
}

/** Saving a shift unchanged is not a change: the shift keeps following its series, and no event is recorded. */
export function differingOf(targets: readonly ShiftRow[], input: ChangeInput): ShiftRow[] {
  const moves = movesOf(targets, moveOf(input));
  return targets.filter(
    (target) => Object.keys(auditedChange(target, input.change, moves.get(target.id)).after).length > 0,
  );
}

/** Programs send the times back as they have read them: in milliseconds, however exact they are. */
function keepsTimes(change: Change, present: Pick<ShiftBody, 'start_time' | 'end_time'>): boolean {
  const isSame = (sent: string | undefined, at: string) =>
    sent === undefined || milliseconds(sent) === milliseconds(at);
  return isSame(change.start_time, present.start_time) && isSame(change.end_time, present.end_time);
}

const milliseconds = (at: string) => Temporal.Instant.from(at).epochMilliseconds;

export function moveOf({ change, named }: Pick<ChangeInput, 'change' | 'named'>): NamedMove | undefined {
  if (!named || keepsTimes(change, named)) return undefined;
  return {
    named: {
      id: named.id,
      start_time: Temporal.Instant.from(named.start_time),
      end_time: Temporal.Instant.from(named.end_time),
      time_zone: named.time_zone,
    },
    wanted: readTimes(
      change.start_time ?? named.start_time,
      change.end_time ?? named.end_time,
      change.time_zone ?? named.time_zone,
    ),
    zone: change.time_zone,
  };
}

function rolesOf(change: Change): RoleChange[] | undefined {
  return change.roles?.map((role) => ({ id: role.id, ...newRole(role) }));
}

/** Of a series, only the times of the named shift were checked as they were read. */
function findTooFar(targets: readonly ShiftRow[], moves: ReadonlyMap<number, Occurrence>): Obstacle[] {
  return targets
    .map((target) => movedTo(target, moves.get(target.id)))
    .filter(({ start_time, end_time }) => ![start_time, end_time].map(String).every(isWrittenInstant))
    .map((shift) => ({ shift_id: shift.id, error: shiftErrors.too_far('start_time', namedShift(shift)) }));
}

/** The shifts of a series can differ in length, and each moves its own end. In another time zone, seven days can be shorter. */
function findWrongLengths(
  targets: readonly ShiftRow[],
  moves: ReadonlyMap<number, Occurrence>,
  { time_zone: zone }: Change,
): Obstacle[] {
  return targets.flatMap((target) => {
    const changesZone = zone !== undefined && zone !== target.time_zone;
    const present = { start: target.start_time, end: target.end_time };
    const times = moves.get(target.id) ?? (changesZone ? present : undefined);
    if (!times || lengthOf(times, zone ?? target.time_zone) === 'possible') return [];
    const shift = { ...namedShift(movedTo(target, times)), days: longestDays };
    return [{ shift_id: target.id, error: shiftErrors.wrong_length('end_time', shift) }];
  });
}

async function findOverlaps(
  db: Reader,
  grant: Manage,
  targets: readonly ShiftRow[],
  moves: ReadonlyMap<number, Occurrence>,
): Promise<Obstacle[]> {
  const byId = new Map(targets.map((target) => [target.id, target]));
  return (await selectClashes(db, grant, moves)).flatMap(({ shift_id, other, user_id, user_name }) => {
    const shift = byId.get(shift_id);
    if (!shift) return [];
    const about = { ...namedShift(movedTo(shift, moves.get(shift_id))), user_id, person: user_name };
    const error = other
      ? shiftErrors.overlap('start_time', {
          ...about,
          other_shift_id: other.id,
          other_title: other.title,
          other_start: moves.get(other.id)?.start ?? other.start,
        })
      : shiftErrors.overlap_elsewhere('start_time', about);
    return [{ shift_id, error }];
  });
}

/** Where only one of the two numbers is sent, it must suit the other one of each shift. */
function findHighMinimums(targets: readonly ShiftRow[], change: Change): Obstacle[] {
  if (change.minimum === undefined && change.capacity === undefined) return [];
  return targets.flatMap(({ id, ...shift }) => {
    const minimum = change.minimum === undefined ? shift.minimum : change.minimum;
    const spots = change.capacity === undefined ? shift.capacity : change.capacity;
    if (minimum === null || spots === null || minimum <= spots) return [];
    const path = change.minimum === undefined ? 'capacity' : 'minimum';
    return [{ shift_id: id, error: shiftErrors.minimum_too_high(path, { minimum, spots }) }];
  });
}

function movedTo(shift: ShiftRow, times: Occurrence | undefined): ShiftRow {
  return times ? { ...shift, start_time: times.start, end_time: times.end } : shift;
}

async function findRolesInUse(
  db: Reader,
  grant: Manage,
  targets: readonly ShiftRow[],
  roles: RoleChange[] | undefined,
): Promise<Obstacle[]> {
  if (!roles) return [];
  const ids = targets.map((target) => target.id);
  const inUse = Map.groupBy(await selectRoles(db, grant, ids, { inUse: true }), (role) => role.shift_id);
  return targets.flatMap((target) => {
    const own = new Set(target.roles.map((role) => role.id));
    const lost = (inUse.get(target.id) ?? []).filter((role) => !successorOf(role, own, roles));
    if (lost.length === 0) return [];
    const names = lost.map(({ name }) => name);
    return [
      {
        shift_id: target.id,
        error: shiftErrors.in_use('roles', { ...namedShift(target), roles: names }),
      },
    ];
  });
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
    teamNotes: change.team_notes === undefined ? undefined : teamNotesOf(change.team_notes),
    timeZone: change.time_zone,
    requiresApproval: change.requires_approval,
    leavesPattern: moves.size > 0 && !alone,
    edited: alone ? change.follows_series !== true : undefined,
  };
  await updateShifts(tx, grant, ids, fields, call.now, moves);
  const moved = [...moves.keys()];
  const released = moved.length > 0 ? await signups.moveAllOn(tx, call, grant.organizationId, moved) : [];
  await updateCapacity(tx, grant, ids, {
    capacity: change.capacity,
    minimum: change.minimum,
    waitlistCapacity: change.waitlist_capacity,
  });
  const after = targets.map((target) => afterChange(target, change, moves.get(target.id)));
  const warnings = [
    ...(await changeRoles(tx, grant, after, rolesOf(change), signups)),
    ...overbooked(after, change),
    ...inThePast(after, moves, call.now),
  ];
  await note(tx, call, grant, targets, change, moves);
  return { changed: targets, warnings, released };
}

function afterChange(target: ShiftRow, change: Change, times: Occurrence | undefined): ShiftRow {
  return {
    ...movedTo(target, times),
    mission_id: change.mission_id ?? target.mission_id,
    title: change.title?.trim() ?? target.title,
    time_zone: change.time_zone ?? target.time_zone,
  };
}

async function changeRoles(
  tx: Tx,
  grant: Manage,
  shifts: readonly ShiftRow[],
  roles: RoleChange[] | undefined,
  signups: PlanFollower,
): Promise<FieldError[]> {
  if (!roles) return [];
  const ids = shifts.map(({ id }) => id);
  const present = await selectRoles(tx, grant, ids);
  const next = successors(ids, present, roles);
  const gone = present.filter(({ id }) => !next.kept.some((one) => one.id === id)).map(({ id }) => id);
  if (gone.length > 0) await signups.leaveRoles(tx, grant.organizationId, ids, gone);
  await replaceRoles(tx, grant, ids, roles, next);
  return crowdedRoles(shifts, roles, next);
}

function crowdedRoles(
  shifts: readonly ShiftRow[],
  roles: readonly RoleChange[],
  next: Successors,
): FieldError[] {
  const byId = new Map(shifts.map((shift) => [shift.id, shift]));
  return overbookedRoles(roles, next).flatMap(({ shift_id, name: role, taken, capacity: spots }) => {
    const shift = byId.get(shift_id);
    return shift ? [shiftErrors.role_overbooked('roles', { ...namedShift(shift), role, taken, spots })] : [];
  });
}

function overbooked(shifts: readonly ShiftRow[], { capacity: spots }: Change): FieldError[] {
  if (typeof spots !== 'number') return [];
  return shifts
    .filter(({ taken }) => taken > spots)
    .map((shift) => shiftErrors.overbooked('capacity', { ...namedShift(shift), taken: shift.taken, spots }));
}

function inThePast(
  shifts: readonly ShiftRow[],
  moves: ReadonlyMap<number, Occurrence>,
  now: Temporal.Instant,
): FieldError[] {
  return shifts
    .filter(({ id, start_time }) => moves.has(id) && Temporal.Instant.compare(start_time, now) < 0)
    .map((shift) => shiftErrors.in_the_past('start_time', namedShift(shift)));
}

/** What would be worth noting, and whom it would concern, without changing anything. */
export async function previewChange(
  db: Reader,
  grant: Manage,
  targets: readonly ShiftRow[],
  input: ChangeInput,
  now: Temporal.Instant,
): Promise<{ readonly warnings: readonly FieldError[]; readonly people: number }> {
  const { change } = input;
  const moves = movesOf(targets, moveOf(input));
  const after = targets.map((target) => afterChange(target, change, moves.get(target.id)));
  const roles = rolesOf(change);
  const ids = targets.map(({ id }) => id);
  const crowded = roles
    ? crowdedRoles(after, roles, successors(ids, await selectRoles(db, grant, ids), roles))
    : [];
  const told = targets.filter((target, index) => {
    const fields = changedFields(target, change, moves.get(target.id));
    const end = (after[index] ?? target).end_time;
    const isOver = Temporal.Instant.compare(end, now) <= 0;
    return target.status === 'published' && !isOver && fields.some((field) => notifiedAbout.has(field));
  });
  return {
    warnings: [
      ...crowded,
      ...overbooked(after, change),
      ...inThePast(after, moves, now),
      ...clockNotesAlong(targets, moveOf(input)),
    ],
    people: await countPeople(
      db,
      grant,
      told.map(({ id }) => id),
    ),
  };
}

const notifiedAbout = new Set(['start_time', 'end_time', 'location', 'time_zone']);

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
    const shift = eventShift(afterChange(target, change, times), target.status);
    return shiftUpdated(organizationId, { shift, changes: changedFields(target, change, times) });
  });
  await record(tx, call.now, ...events);
  const entries = targets.map((target) => ({
    organizationId,
    action: 'shift.changed' as const,
    objectId: target.id,
    ...auditedChange(target, change, moves.get(target.id)),
  }));
  await writeAudit(tx, call, ...entries);
}

/** Forms send every field: only those that differ count. Spots and roles count as changed when sent. */
function changedFields(target: ShiftRow, change: Change, times: Occurrence | undefined): string[] {
  const same: Record<string, boolean> = {
    start_time: times?.start.equals(target.start_time) ?? true,
    end_time: times?.end.equals(target.end_time) ?? true,
    title: change.title?.trim() === target.title,
    description: change.description === target.description,
    location: change.location === target.location,
    team_notes: change.team_notes !== undefined && teamNotesOf(change.team_notes) === target.team_notes,
    time_zone: change.time_zone === target.time_zone,
    // Nothing that anyone sees of the shift.
    follows_series: true,
  };
  return Object.keys(change)
    .filter((field) => same[field] !== true)
    .sort();
}

import type { Call } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { checkIfMatchText } from '#platform/http/etag.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, type Grant } from '#slices/organizations/index.ts';
import { shiftUpdated } from '../events.ts';
import type { ChangeShiftInput, ShiftBody } from '../schema/shift.ts';
import { replaceRoles } from '../sql/roles.ts';
import { lockSeries, moveSeries, updateTemplate } from '../sql/series.ts';
import { findShiftText } from '../sql/shift-text.ts';
import {
  findShift,
  moveRegistrations,
  type ShiftRow,
  selectClashes,
  selectOccurrences,
  updateSeats,
  updateShift,
} from '../sql/shifts.ts';
import { checkMission, checkRoles, readTimes } from './create-shift.ts';
import { fillSeats } from './fill-seats.ts';
import { type Held, holdSeats, requireHeld } from './hold-seats.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export type ChangedShiftBody = ShiftBody & { changed: number; warnings: Warning[] };
type Manage = Grant<'shifts.manage'>;
type Change = Omit<ChangeShiftInput, 'scope'>;

/** Changes one occurrence, this and the following, or all of a series. What was edited by hand stays as it is. */
export async function changeShift(
  platform: Platform,
  call: Call,
  id: number,
  input: ChangeShiftInput,
): Promise<ChangedShiftBody> {
  const { scope = 'this', ...change } = input;
  const movesTimes = change.start_time !== undefined || change.end_time !== undefined;
  const work = async (tx: Tx, held: Held) => {
    const { shift, grant } = await openShift(tx, call, id);
    const present = await findShiftText(tx, id);
    checkIfMatchText(call, present?.body ?? '');
    if (shift.status === 'cancelled')
      throw refuse('conflict', 'A cancelled shift cannot be changed. Duplicate it instead.');
    await checkMission(tx, grant, change.mission_id);
    if (change.roles) checkRoles(change.roles);
    const all = await targetsOf(tx, call, grant, shift, scope);
    const targets = all.filter((target) => target.id === id || !target.edited);
    requireHeld(
      held,
      targets.map((target) => target.id),
    );
    await refuseClashes(tx, targets, shift, change);
    const warnings: Warning[] = [];
    const released: number[] = [];
    for (const target of inOrderOfMove(targets, shift, change)) {
      const applied = await applyChange(tx, call, grant, target, shift, change, scope === 'this');
      warnings.push(...applied.warnings);
      released.push(...applied.released);
    }
    await fillSeats(
      tx,
      call,
      held,
      targets.map((target) => target.id),
      released,
    );
    if (scope !== 'this' && shift.series_id !== null)
      await changeSeries(tx, grant, shift, shift.series_id, change);
    const after = await findShiftText(tx, id);
    return { ...(JSON.parse(after?.body ?? '{}') as ShiftBody), changed: targets.length, warnings };
  };
  return await holdSeats(platform, call, [id], [], work, { everybody: movesTimes });
}

export async function openShift(tx: Tx, call: Call, id: number): Promise<{ shift: ShiftRow; grant: Manage }> {
  const shift = await findShift(tx, id);
  if (!shift) throw refuse('not_found');
  const thing = shift.status === 'draft' ? 'private' : 'public';
  const grant = await authorize(tx, call, 'shifts.manage', shift.organization_id, thing);
  return { shift, grant };
}

export async function targetsOf(
  tx: Tx,
  call: Call,
  grant: Manage,
  shift: ShiftRow,
  scope: 'this' | 'following' | 'all',
): Promise<ShiftRow[]> {
  if (scope === 'this') return [shift];
  if (shift.series_id === null) throw refuseField('scope', 'no_series', 'this shift is not part of a series');
  // No occurrence may be added behind the back of a change to all of them.
  await lockSeries(tx, shift.series_id);
  const from = scope === 'all' ? call.now : shift.start_time;
  const others = await selectOccurrences(tx, grant, shift.series_id, from);
  return [shift, ...others.filter((other) => other.id !== shift.id)];
}

/** Whoever is on several occurrences is never in two places on the way: those in front move first. */
function inOrderOfMove(targets: readonly ShiftRow[], named: ShiftRow, change: Change): ShiftRow[] {
  const byTime = targets.toSorted((a, b) => Temporal.Instant.compare(a.start_time, b.start_time));
  const isLater = Temporal.Instant.compare(change.start_time ?? named.start_time, named.start_time) > 0;
  return isLater ? byTime.reverse() : byTime;
}

async function refuseClashes(
  tx: Tx,
  targets: readonly ShiftRow[],
  named: ShiftRow,
  change: Change,
): Promise<void> {
  const moving = targets.map((target) => target.id);
  for (const target of targets) {
    const times = timesFor(target, named, change);
    if (!times || target.taken === 0) continue;
    const clashes = await selectClashes(tx, target.id, times.start, times.end, moving);
    const [first] = clashes;
    if (!first) continue;
    const faults = clashes.map(({ user_id, shift_id }) => ({
      path: 'start_time',
      code: 'overlap',
      message: `Person ${user_id}, who is on shift ${target.id}, has shift ${shift_id} at that time.`,
    }));
    throw refuse('schedule_conflict', `${faults[0]?.message} Take them off one of the two first.`, faults);
  }
}

interface Applied {
  readonly warnings: readonly Warning[];
  /** People whose time has changed with the shift's. */
  readonly released: readonly number[];
}

async function applyChange(
  tx: Tx,
  call: Call,
  grant: Manage,
  target: ShiftRow,
  named: ShiftRow,
  change: Change,
  edited: boolean,
): Promise<Applied> {
  const times = timesFor(target, named, change);
  const warnings: Warning[] = [];
  await updateShift(
    tx,
    grant,
    target.id,
    {
      missionId: change.mission_id,
      title: change.title?.trim(),
      description: change.description,
      location: change.location,
      timeZone: change.time_zone,
      requiresApproval: change.requires_approval,
      startTime: times?.start,
      endTime: times?.end,
      leavesPattern: times !== undefined && !edited,
      edited: edited && target.series_id !== null,
    },
    call.now,
  );
  const released = times ? await moveRegistrations(tx, target.id, times.start, times.end) : [];
  await updateSeats(tx, grant, target.id, {
    capacity: change.capacity,
    waitlistCapacity: change.waitlist_capacity,
  });
  if (change.roles) warnings.push(...(await changeRoles(tx, target, change.roles)));
  if (typeof change.capacity === 'number' && target.taken > change.capacity) {
    warnings.push({
      code: 'overbooked',
      message: `Shift ${target.id} has ${target.taken} people for ${change.capacity} seats. Nobody was removed; no new seat is given until it is below.`,
    });
  }
  await note(tx, call, grant, target, change, times);
  return { warnings, released };
}

async function changeRoles(
  tx: Tx,
  target: ShiftRow,
  roles: NonNullable<Change['roles']>,
): Promise<Warning[]> {
  // Ids belong to one occurrence; in the others of its series the same role is found by its key.
  const known = new Set(target.roles.map((role) => role.id));
  const own = roles.map((role) => ({
    ...(role.id !== undefined && known.has(role.id) && { id: role.id }),
    key: role.key,
    name: role.name,
    capacity: role.capacity ?? null,
  }));
  const { kept_in_use, overbooked } = await replaceRoles(tx, target.id, own);
  if (kept_in_use.length > 0) {
    throw refuseField(
      'roles',
      'in_use',
      `people have the role ${kept_in_use.join(', ')} on shift ${target.id}: move them first`,
    );
  }
  return overbooked.map(({ key, taken, capacity }) => ({
    code: 'role_overbooked',
    message: `The role ${key} of shift ${target.id} has ${taken} people for ${capacity} seats. Nobody was removed; no new seat is given until it is below.`,
  }));
}

function timesFor(target: ShiftRow, named: ShiftRow, change: Change) {
  if (change.start_time === undefined && change.end_time === undefined) return undefined;
  const wanted = readTimes(
    change.start_time ?? named.start_time.toString(),
    change.end_time ?? named.end_time.toString(),
  );
  return target.id === named.id
    ? wanted
    : moveAlong(target, named, wanted, change.time_zone ?? named.time_zone);
}

interface Times {
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
}

/** Other occurrences move by the same days and hours on the clock, in the zone of the shift. */
function moveAlong(
  other: Times,
  named: Times,
  wanted: { start: Temporal.Instant; end: Temporal.Instant },
  zone: string,
) {
  const local = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(knownZone(zone)).toPlainDateTime();
  const moved = (at: Temporal.Instant, from: Temporal.Instant, to: Temporal.Instant) =>
    local(at)
      .add(local(from).until(local(to), { largestUnit: 'day' }))
      .toZonedDateTime(knownZone(zone))
      .toInstant();
  const start = moved(other.start_time, named.start_time, wanted.start);
  const end = moved(other.end_time, named.end_time, wanted.end);
  // A change of the clock inside the shift can leave nothing of it: then it lasts as long as the named one.
  const isEmpty = Temporal.Instant.compare(start, end) >= 0;
  return { start, end: isEmpty ? start.add(wanted.end.since(wanted.start)) : end };
}

/** What is made later follows what was changed now. */
async function changeSeries(
  tx: Tx,
  grant: Manage,
  named: ShiftRow,
  seriesId: number,
  change: Change,
): Promise<void> {
  await updateTemplate(tx, grant, seriesId, templateChange(change));
  const wanted = timesFor(named, named, change);
  const series = await lockSeries(tx, seriesId);
  if (!series) return;
  const zone = change.time_zone ?? series.time_zone;
  if (!wanted) return await moveSeries(tx, grant, seriesId, { ...series, time_zone: zone });
  const times = moveAlong(series, named, wanted, zone);
  // The horizon moves along: else an occurrence near it would be made twice, or never.
  const horizon = { start_time: series.made_until, end_time: series.made_until };
  await moveSeries(tx, grant, seriesId, {
    start_time: times.start,
    end_time: times.end,
    made_until: moveAlong(horizon, named, wanted, zone).start,
    time_zone: zone,
  });
}

function templateChange(change: Change): Record<string, unknown> {
  const entries: [string, unknown][] = [
    ['missionId', change.mission_id],
    ['title', change.title?.trim()],
    ['description', change.description],
    ['location', change.location],
    ['timeZone', change.time_zone],
    ['requiresApproval', change.requires_approval],
    ['capacity', change.capacity],
    ['waitlistCapacity', change.waitlist_capacity],
    ['roles', change.roles?.map(({ key, name, capacity }) => ({ key, name, capacity: capacity ?? null }))],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

async function note(
  tx: Tx,
  call: Call,
  grant: Manage,
  target: ShiftRow,
  change: Change,
  times: { start: Temporal.Instant; end: Temporal.Instant } | undefined,
): Promise<void> {
  const data = {
    shift: {
      id: target.id,
      program_id: target.program_id,
      mission_id: change.mission_id ?? target.mission_id,
      title: change.title ?? target.title,
      start_time: formatInstant(times?.start ?? target.start_time),
      end_time: formatInstant(times?.end ?? target.end_time),
      status: target.status,
    },
    changes: changedFields(target, change, times),
  };
  await record(tx, call.now, shiftUpdated(grant.organizationId, data));
  await writeAudit(tx, call, {
    organizationId: grant.organizationId,
    action: 'shift.changed',
    objectType: 'shift',
    objectId: target.id,
    before: {
      start_time: target.start_time,
      end_time: target.end_time,
      capacity: target.capacity,
      roles: target.roles,
    },
    after: change,
  });
}

/** Forms send every field: what is told to people is what differs. Seats and roles count as changed when sent. */
function changedFields(
  target: ShiftRow,
  change: Change,
  times: { start: Temporal.Instant; end: Temporal.Instant } | undefined,
): string[] {
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

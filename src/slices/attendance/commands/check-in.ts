import type { Call } from '#kernel/call.ts';
import { Refusal, refuse, refuseField } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type Role, roleMay } from '#slices/organizations/index.ts';
import { signUpAll, type Ticket } from '#slices/shifts/index.ts';
import { checkedIn, checkedOut } from '../events.ts';
import { eventData, presentRecord } from '../reads.ts';
import { isLate, isWithinWindow, opensMinutesBefore } from '../rules.ts';
import type { AttendanceAnswerBody, CheckInInput, CheckOutInput } from '../schema.ts';
import { type DoorFacts, findRecord, insertCheckIn, loadDoor, updateCheckOut } from '../sql.ts';
import { readCode } from './read-code.ts';

export interface Scan {
  /** When it happened: now, or when the offline desk saw it. */
  readonly at: Temporal.Instant;
  readonly method?: string;
}

const metadataBytes = 8_192;

/** Checks somebody in. A second scan answers the same record; nothing is written twice. */
export async function checkIn(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckInInput,
): Promise<AttendanceAnswerBody> {
  const { override: _, ...scanned } = input;
  checkMetadata(input.metadata);
  return await inTransaction(platform.database, call, (tx) =>
    checkInWithin(tx, platform, call, shiftId, scanned, { at: call.now }, input.override),
  );
}

export async function checkInWithin(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  input: Omit<CheckInInput, 'override'>,
  scan: Scan,
  override?: CheckInInput['override'],
): Promise<AttendanceAnswerBody> {
  const who = whoIs(platform, call, shiftId, input, scan.at);
  const door = await openDoor(tx, call, shiftId, who.userId);
  const registrationId = await registrationFor(tx, platform, call, door, who.userId, override);
  if (door.attendance && door.attendance.status !== 'no_show')
    return await answer(tx, registrationId, 'Checked in already.');
  const times = { start: door.start_time, end: door.end_time };
  const outside = !isWithinWindow(scan.at, times);
  if (outside && !door.isDesk) {
    throw refuse('policy_conflict', windowText(door), [
      { path: 'shift', code: 'checkin_window', message: windowText(door) },
    ]);
  }
  const flags = [
    ...(outside ? ['outside_window'] : []),
    ...(door.registration_id === null ? ['walk_in'] : []),
  ];
  const isNew = await insertCheckIn(tx, door, {
    registrationId,
    at: scan.at,
    late: isLate(scan.at, times),
    method: scan.method ?? who.method,
    metadata: input.metadata,
    flags,
    now: call.now,
  });
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  if (isNew) {
    await record(tx, call.now, checkedIn(row.organization_id, eventData(row)));
    await auditDoor(tx, call, row.organization_id, registrationId, who.userId, 'attendance.checked_in', {
      method: row.method,
      late: row.late,
      flags,
    });
  }
  return {
    success: true,
    message: isNew ? 'Checked in.' : 'Checked in already.',
    attendance: presentRecord(row),
  };
}

export async function checkOut(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
): Promise<AttendanceAnswerBody> {
  checkMetadata(input.metadata);
  return await inTransaction(platform.database, call, (tx) =>
    checkOutWithin(tx, platform, call, shiftId, input, { at: call.now }),
  );
}

export async function checkOutWithin(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  scan: Scan,
): Promise<AttendanceAnswerBody> {
  const who = whoIs(platform, call, shiftId, input, scan.at);
  const door = await openDoor(tx, call, shiftId, who.userId);
  const registrationId = door.registration_id;
  if (registrationId === null || !door.attendance || door.attendance.status === 'no_show') {
    throw refuse('conflict', 'There is no check-in yet: check in first.', [
      { path: 'user_id', code: 'not_checked_in', message: 'has not checked in to this shift' },
    ]);
  }
  const isNew = await updateCheckOut(tx, {
    registrationId,
    at: scan.at,
    metadata: input.metadata,
    flags: [],
    now: call.now,
  });
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  if (isNew) {
    await record(tx, call.now, checkedOut(row.organization_id, eventData(row)));
    await auditDoor(tx, call, row.organization_id, registrationId, who.userId, 'attendance.checked_out', {
      minutes: row.minutes,
    });
  }
  return {
    success: true,
    message: isNew ? 'Checked out.' : 'Checked out already.',
    attendance: presentRecord(row),
  };
}

interface Who {
  readonly userId: number;
  readonly method: string;
}

function whoIs(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  at: Temporal.Instant,
): Who {
  const self = call.actor.kind === 'person' ? call.actor.userId : undefined;
  if (input.code !== undefined) {
    const read = readCode(platform, input.code, at);
    if (read.kind === 'person') return { userId: read.userId, method: 'qr' };
    if (read.shiftId !== shiftId) throw refuseField('code', 'other_shift', 'is the poster of another shift');
    if (self === undefined)
      throw refuseField('code', 'poster', 'a poster is scanned by the person themselves');
    return { userId: self, method: 'poster' };
  }
  const userId = input.user_id ?? self;
  if (userId === undefined) throw refuseField('user_id', 'required', 'is required');
  return { userId, method: userId === self ? 'self' : 'desk' };
}

interface OpenDoor extends DoorFacts {
  /** The desk and coordinators: they may act for others, and outside the window. */
  readonly isDesk: boolean;
  readonly isCoordinator: boolean;
}

async function openDoor(tx: Tx, call: Call, shiftId: number, userId: number): Promise<OpenDoor> {
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

/** The registration to check in; a coordinator makes one on the spot for somebody who has none. */
async function registrationFor(
  tx: Tx,
  platform: Platform,
  call: Call,
  door: OpenDoor,
  userId: number,
  override: CheckInInput['override'],
): Promise<number> {
  if (door.registration_id !== null && door.registration_status === 'active') return door.registration_id;
  if (door.registration_id !== null) {
    throw notExpected(
      `The registration is ${door.registration_status}, not confirmed. A coordinator can approve or promote it.`,
    );
  }
  if (!door.isCoordinator)
    throw notExpected('There is no sign-up for this shift. A coordinator can add it at the door.');
  const { idempotency: _, ...own } = call;
  const ticket: Ticket = {
    call: own,
    userId,
    input: {
      source: 'kiosk',
      override: { reason: override?.reason ?? 'walk-in', capacity: override?.capacity ?? false },
    },
  };
  const [answered] = await signUpAll(tx, platform.database, door.shift_id, [ticket]);
  if (!answered) throw refuse('not_found');
  if ('refusal' in answered) throw answered.refusal;
  const { registration } = answered.answer;
  if (registration.status !== 'active') {
    // On the waitlist or awaiting approval: that is no reason to be inside.
    throw new Refusal('capacity_conflict', {
      detail:
        'The shift is full, or needs approval. Send `override` with a reason, and `capacity: true` for a seat beyond it.',
      errors: [{ path: 'override', code: registration.status, message: 'is needed for this walk-in' }],
    });
  }
  return registration.id;
}

function notExpected(detail: string): Refusal {
  return refuse('policy_conflict', detail, [{ path: 'user_id', code: 'not_registered', message: detail }]);
}

function windowText(door: DoorFacts): string {
  const clock = (instant: Temporal.Instant) =>
    instant
      .toZonedDateTimeISO(door.time_zone)
      .toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  const opens = door.start_time.subtract({ minutes: opensMinutesBefore });
  return `Check-in is open from ${clock(opens)} to ${clock(door.end_time)} (${door.time_zone}). Ask the desk for help.`;
}

async function answer(tx: Tx, registrationId: number, message: string): Promise<AttendanceAnswerBody> {
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  return { success: true, message, attendance: presentRecord(row) };
}

async function auditDoor(
  tx: Tx,
  call: Call,
  organizationId: number,
  registrationId: number,
  userId: number,
  action: string,
  after: unknown,
): Promise<void> {
  await writeAudit(tx, call, {
    organizationId,
    action,
    objectType: 'attendance',
    objectId: registrationId,
    subjectUserId: userId,
    after,
  });
}

export function checkMetadata(metadata: unknown): void {
  if (metadata == null) return;
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataBytes) {
    throw refuseField('metadata', 'max_bytes', 'must be at most 8 KiB');
  }
}

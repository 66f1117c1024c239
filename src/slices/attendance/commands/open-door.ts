import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type Role, roleMay } from '#slices/organizations/index.ts';
import type { CheckOutInput } from '../schema/attendance.ts';
import { type DoorFacts, loadDoor } from '../sql/door.ts';
import type { AttendanceRow } from '../sql/records.ts';
import { type ReadCode, readCode } from './read-code.ts';

export interface Scan {
  /** When it happened: now, or when the offline desk saw it. */
  readonly at: Temporal.Instant;
  readonly method?: string;
}

/** Who is to be checked in or out, and how that became known. */
export interface Who {
  readonly userId: number;
  readonly method: string;
}

export function whoIs(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: CheckOutInput,
  at: Temporal.Instant,
): Who {
  const self = call.actor.kind === 'person' ? call.actor.userId : undefined;
  if (input.code !== undefined) {
    const scanned = whoScanned(readCode(platform, input.code, at), shiftId, self);
    if (input.user_id !== undefined && input.user_id !== scanned.userId)
      throw refuseField('user_id', 'other_person', 'is not the person whose code was scanned');
    return scanned;
  }
  const userId = input.user_id ?? self;
  if (userId === undefined) throw refuseField('user_id', 'required', 'is required');
  return { userId, method: userId === self ? 'self' : 'desk' };
}

function whoScanned(read: ReadCode, shiftId: number, self: number | undefined): Who {
  if (read.kind === 'person') return { userId: read.userId, method: 'qr' };
  if (read.shiftId !== shiftId) throw refuseField('code', 'other_shift', 'is the poster of another shift');
  if (self === undefined) throw refuseField('code', 'poster', 'a poster is scanned by the person themselves');
  return { userId: self, method: 'poster' };
}

export interface OpenDoor extends DoorFacts {
  /** The desk and coordinators: they may act for others, and outside the window. */
  readonly isDesk: boolean;
  readonly isCoordinator: boolean;
}

export async function openDoor(tx: Tx, call: Call, shiftId: number, userId: number): Promise<OpenDoor> {
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

export async function auditDoor(tx: Tx, call: Call, row: AttendanceRow, action: AuditAction, after: unknown) {
  await writeAudit(tx, call, {
    organizationId: row.organization_id,
    action,
    objectType: 'attendance',
    objectId: row.registration_id,
    subjectUserId: row.user_id,
    after,
  });
}

const metadataBytes = 8_192;

export function checkMetadata(metadata: unknown): void {
  if (metadata == null) return;
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataBytes)
    throw refuseField('metadata', 'max_bytes', 'must be at most 8 KiB');
}

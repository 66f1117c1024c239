import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import type { Platform } from '#platform/slice.ts';
import { attendanceErrors } from '../errors.ts';
import type { CheckOutInput } from '../schema.ts';
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

export function identifyPerson(
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
      throw refuse(attendanceErrors.other_person('user_id'));
    return scanned;
  }
  const userId = input.user_id ?? self;
  if (userId === undefined) throw refuse(platformErrors.required_with_api_key('user_id'));
  return { userId, method: userId === self ? 'self' : 'desk' };
}

function whoScanned(read: ReadCode, shiftId: number, self: number | undefined): Who {
  if (read.kind === 'person') return { userId: read.userId, method: 'qr' };
  if (read.shiftId !== shiftId) throw refuse(attendanceErrors.other_shift('code'));
  if (self === undefined) throw refuse(attendanceErrors.poster('code'));
  return { userId: self, method: 'poster' };
}

export async function auditAttendance(
  tx: Tx,
  call: Call,
  row: AttendanceRow,
  action: AuditAction,
  after: unknown,
) {
  await writeAudit(tx, call, attendanceEntry(row, action, after));
}

export function attendanceEntry(row: AttendanceRow, action: AuditAction, after: unknown): AuditEntry {
  return {
    organizationId: row.organization_id,
    action,
    objectId: row.registration_id,
    subjectUserId: row.user_id,
    after,
  };
}

const metadataBytes = 8_192;

export function checkMetadata(metadata: unknown): void {
  if (metadata == null) return;
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataBytes)
    throw refuse(attendanceErrors.max_bytes('metadata', { limit: metadataBytes }));
}

import type { Static } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { isInstantText } from '#kernel/iso-texts.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { classifyFailure, inTransaction, storedAnswer, type Tx } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import { itemProblem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import { attendanceErrors } from '../errors.ts';
import { presentRecord } from '../present.ts';
import { checkNear } from '../rules/check-in.ts';
import type { AttendanceAnswerBody, ScanBatchInput, ScanResults } from '../schema.ts';
import { findScan, storeScan } from '../sql/check-in.ts';
import { findRecord } from '../sql/records.ts';
import { checkInWithin } from '../steps/check-in.ts';
import { checkOutWithin } from '../steps/check-out.ts';
import { checkMetadata, identifyPerson } from '../steps/identify-person.ts';

type Result = Static<typeof ScanResults>['items'][number];
type OneScan = ScanBatchInput['scans'][number];

/** What a desk has scanned while it was offline. Each scan has its own time, its own transaction, its own result. */
export async function syncScans(
  platform: Platform,
  call: Call,
  input: ScanBatchInput,
): Promise<Static<typeof ScanResults>> {
  const { db } = platform.database;
  const organizationId = await chooseOrganization(db, call, input.organization_id);
  await authorize(db, call, 'attendance.check_others', organizationId);
  const repeated = await storedAnswer<Static<typeof ScanResults>>(platform.database, call);
  if (repeated) return repeated;
  const items: Result[] = [];
  for (const scan of input.scans) items.push(await syncScan(platform, call, organizationId, scan));
  return { items };
}

async function syncScan(
  platform: Platform,
  call: Call,
  organizationId: number,
  scan: OneScan,
): Promise<Result> {
  try {
    return await inTransaction(platform.database, {}, async (tx) => {
      const stored = await findScan(tx, organizationId, scan.nonce);
      if (stored) return await repeat(tx, scan.nonce, stored.registration_id);
      const { attendance, changed } = await act(tx, platform, call, organizationId, scan);
      // Another request with the same nonce was quicker: undo ours and give its result.
      if (!(await storeScan(tx, organizationId, scan.nonce, attendance.id, call.now))) throw new Repeated();
      return { nonce: scan.nonce, success: true, repeated: false, changed, attendance, error: null };
    });
  } catch (error) {
    if (error instanceof Repeated) return await syncScan(platform, call, organizationId, scan);
    if (error instanceof Refusal) return refused(call, scan.nonce, error);
    // Without the database no scan can be taken; the device sends them again.
    if (classifyFailure(error) !== undefined) throw error;
    platform.log.error({ err: error, request_id: call.requestId }, 'processing a scan failed');
    return refused(call, scan.nonce, refuse('internal_error'));
  }
}

class Repeated extends Error {}

async function act(
  tx: Tx,
  platform: Platform,
  call: Call,
  organizationId: number,
  scan: OneScan,
): Promise<AttendanceAnswerBody> {
  if (!isInstantText(scan.at)) throw refuse(platformErrors.format_date_time('at'));
  const at = Temporal.Instant.from(scan.at);
  checkTime(at, call.now);
  checkMetadata(scan.metadata);
  // The desk of one organization can't check people in for another.
  const shift = await findShift(tx, scan.shift_id);
  if (shift?.organization_id !== organizationId) throw refuse('not_found');
  // A scan of this moment is a check-in at the desk, which may know better. An older one has only the device's clock.
  const isFresh = at.epochMilliseconds > call.now.epochMilliseconds - freshHours * 3_600_000;
  if (!isFresh) checkNear('at', at, { start: shift.start_time, end: shift.end_time });
  const { idempotency: _, ...own } = call;
  const { user_id, code, metadata } = scan;
  if (user_id === undefined && code === undefined) throw refuse(attendanceErrors.person_or_code('user_id'));
  const input = {
    ...(user_id !== undefined && { user_id }),
    ...(code !== undefined && { code }),
    ...(metadata && { metadata }),
  };
  const { shift_id: shiftId } = scan;
  const seen = { at, method: 'offline_desk' };
  if (scan.action === 'checkout') return await checkOutWithin(tx, platform, own, shiftId, input, seen);
  const who = identifyPerson(platform, own, shiftId, input, at);
  return await checkInWithin(tx, platform, { call: own, shiftId, who, input, scan: seen });
}

async function repeat(tx: Tx, nonce: string, registrationId: number): Promise<Result> {
  const row = await findRecord(tx, registrationId);
  if (!row) throw refuse('not_found');
  const attendance = presentRecord(row);
  return { nonce, success: true, repeated: true, changed: false, attendance, error: null };
}

function refused({ language }: Call, nonce: string, refusal: Refusal): Result {
  const error = itemProblem(refusal, language);
  return { nonce, success: false, repeated: false, changed: false, attendance: null, error };
}

const freshHours = 24;
const oldestDays = 30;

/** A desk's clock may be a little fast; a scan from tomorrow or from last month is a mistake. */
function checkTime(at: Temporal.Instant, now: Temporal.Instant): void {
  if (at.epochMilliseconds > now.epochMilliseconds + 5 * 60_000)
    throw refuse(attendanceErrors.scan_in_future('at'));
  if (at.epochMilliseconds < now.epochMilliseconds - oldestDays * 24 * 3_600_000)
    throw refuse(attendanceErrors.too_old('at', { days: oldestDays }));
}

import type { Static } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuseField } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import type { AttendanceBody, ScanBatchInput, ScanResults } from '../schema.ts';
import { findScan, storeScan } from '../sql.ts';
import { checkInWithin, checkMetadata, checkOutWithin } from './check-in.ts';

type Result = Static<typeof ScanResults>['items'][number];
type OneScan = ScanBatchInput['scans'][number];

/** What a desk has scanned while it was offline. Each scan has its own time, its own transaction, its own result. */
export async function takeScans(
  platform: Platform,
  call: Call,
  input: ScanBatchInput,
): Promise<Static<typeof ScanResults>> {
  const { db } = platform.database;
  const organizationId = await chooseOrganization(db, call, input.organization_id);
  await authorize(db, call, 'attendance.check_others', organizationId);
  const items: Result[] = [];
  for (const scan of input.scans) items.push(await takeScan(platform, call, organizationId, scan));
  return { items };
}

async function takeScan(
  platform: Platform,
  call: Call,
  organizationId: number,
  scan: OneScan,
): Promise<Result> {
  try {
    return await inTransaction(platform.database, {}, async (tx) => {
      const stored = await findScan(tx, organizationId, scan.nonce);
      if (stored) return { ...(stored as Result), repeated: true };
      const at = Temporal.Instant.from(scan.at);
      checkTime(at, call.now);
      checkMetadata(scan.metadata);
      const { idempotency: _, ...own } = call;
      const given = {
        ...(scan.user_id !== undefined && { user_id: scan.user_id }),
        ...(scan.code !== undefined && { code: scan.code }),
      };
      const body = { ...given, ...(scan.metadata && { metadata: scan.metadata }) };
      const act = scan.action === 'checkin' ? checkInWithin : checkOutWithin;
      const { attendance } = await act(tx, platform, own, scan.shift_id, body, {
        at,
        method: 'offline_desk',
      });
      const result = succeeded(scan.nonce, attendance);
      // Another request with the same nonce was quicker: undo ours and give its result.
      if (!(await storeScan(tx, organizationId, scan.nonce, result, call.now))) throw new Repeated();
      return result;
    });
  } catch (error) {
    if (error instanceof Repeated) return await takeScan(platform, call, organizationId, scan);
    if (!(error instanceof Refusal)) throw error;
    return {
      nonce: scan.nonce,
      success: false,
      repeated: false,
      attendance: null,
      error: { code: error.code, detail: error.message },
    };
  }
}

class Repeated extends Error {}

function succeeded(nonce: string, attendance: AttendanceBody): Result {
  return { nonce, success: true, repeated: false, attendance, error: null };
}

/** A desk's clock may lag a little; a scan from tomorrow or from last month is a mistake. */
function checkTime(at: Temporal.Instant, now: Temporal.Instant): void {
  if (at.epochMilliseconds > now.epochMilliseconds + 5 * 60_000)
    throw refuseField('at', 'future', 'is in the future: check the clock of the desk');
  if (at.epochMilliseconds < now.epochMilliseconds - 30 * 24 * 3_600_000)
    throw refuseField('at', 'too_old', 'is more than 30 days ago: correct the record by hand');
}

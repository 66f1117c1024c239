import type { Call } from '#kernel/call.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { EndedSpot } from '#slices/signups/index.ts';
import { checkedOut } from '../events.ts';
import { eventData } from '../present.ts';
import { checkOutEnded, removeUnbegun, selectAttended } from '../sql/leaving.ts';
import { carryOver, findRecords } from '../sql/records.ts';

/**
 * For people whose registrations have just ended. Who has another one on the same shift, in another role, stays checked in
 * with it. Others are no longer there: before the shift begins nothing has happened, after that the time until now counts.
 */
export async function leaveShifts(tx: Tx, call: Call, ended: readonly EndedSpot[]): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(ended, (one) => one.organization_id)) {
    const ids = await selectAttended(
      tx,
      organizationId,
      own.map(({ id }) => id),
    );
    if (ids.length === 0) continue;
    await carryOver(tx, organizationId, ids, call.now);
    const [removed, left] = await Promise.all([
      removeUnbegun(tx, organizationId, ids, call.now),
      checkOutEnded(tx, organizationId, ids, call.now),
    ]);
    const rows = left.length === 0 ? [] : await findRecords(tx, [organizationId], left);
    await record(tx, call.now, ...rows.map((row) => checkedOut(organizationId, eventData(row))));
    const audits: AuditEntry[] = [
      ...removed.map(({ registration_id, user_id, checked_in_at }) => ({
        organizationId,
        action: 'attendance.corrected' as const,
        objectId: registration_id,
        subjectUserId: user_id,
        before: { status: 'checked_in', checked_in_at },
        after: { status: 'expected' },
      })),
      ...rows.map(({ registration_id, user_id, status, checked_out_at, minutes }) => ({
        organizationId,
        action: 'attendance.auto_checked_out' as const,
        objectId: registration_id,
        subjectUserId: user_id,
        after: { status, checked_out_at, minutes },
      })),
    ];
    await writeAudit(tx, call, ...audits);
  }
}

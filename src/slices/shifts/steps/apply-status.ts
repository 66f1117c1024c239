import type { Call } from '#kernel/call.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { eventShift, shiftCancelled, shiftUpdated } from '../events.ts';
import type { PlanFollower } from '../follow-ups.ts';
import type { Manage } from '../gate.ts';
import { type ShiftRow, updateShifts } from '../sql/shifts.ts';
import { type Applied, nothingApplied, type ShiftWork } from './shift-work.ts';

export interface CancelInput {
  readonly reason: string | null;
}

export function cancelWork({ reason }: CancelInput, signups: PlanFollower): ShiftWork {
  return {
    changesTimes: true,
    leaves: (shift) =>
      shift.status === 'cancelled' ? shiftErrors.already_cancelled('shift', namedShift(shift)) : undefined,
    obstacles: async () => [],
    apply: (tx, call, grant, targets) => applyCancel(tx, call, grant, targets, reason, signups),
  };
}

async function applyCancel(
  tx: Tx,
  call: Call,
  grant: Manage,
  targets: readonly ShiftRow[],
  reason: string | null,
  signups: PlanFollower,
): Promise<Applied> {
  const { organizationId } = grant;
  const ids = targets.map((target) => target.id);
  const ended = await signups.endAllOn(tx, call, organizationId, ids, reason);
  await updateShifts(tx, grant, ids, { status: 'cancelled', cancelReason: reason }, call.now);
  const events = targets.map((target) =>
    shiftCancelled(organizationId, { shift: eventShift(target, 'cancelled'), reason }),
  );
  await record(tx, call.now, ...events);
  const byShift = Map.groupBy(ended, (row) => row.shift_id);
  const entries = targets.map(
    ({ id, status }): AuditEntry => ({
      organizationId,
      action: 'shift.cancelled',
      objectId: id,
      before: { status },
      after: { status: 'cancelled', registrations: byShift.get(id)?.length ?? 0 },
      reason,
    }),
  );
  await writeAudit(tx, call, ...entries, ...ended.map((row) => row.audit));
  return { ...nothingApplied, changed: targets, released: [...new Set(ended.map((row) => row.user_id))] };
}

export function publishWork(): ShiftWork {
  return {
    changesTimes: false,
    leaves(shift) {
      if (shift.status === 'draft') return undefined;
      const error = shift.status === 'cancelled' ? shiftErrors.cancelled : shiftErrors.already_published;
      return error('shift', namedShift(shift));
    },
    obstacles: async () => [],
    async apply(tx, call, grant, drafts) {
      const { organizationId } = grant;
      const ids = drafts.map((draft) => draft.id);
      await updateShifts(tx, grant, ids, { status: 'published' }, call.now);
      const events = drafts.map((draft) =>
        shiftUpdated(organizationId, { shift: eventShift(draft, 'published'), changes: ['status'] }),
      );
      await record(tx, call.now, ...events);
      const entries = ids.map((objectId) => ({
        organizationId,
        action: 'shift.published' as const,
        objectId,
        before: { status: 'draft' },
        after: { status: 'published' },
      }));
      await writeAudit(tx, call, ...entries);
      return { ...nothingApplied, changed: drafts };
    },
  };
}

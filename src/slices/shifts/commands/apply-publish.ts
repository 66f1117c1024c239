import { writeAudit } from '#platform/audit/index.ts';
import { record } from '#platform/outbox/index.ts';
import { eventShift, shiftUpdated } from '../events.ts';
import { updateShifts } from '../sql/shifts.ts';
import type { ShiftWork } from './prepare-work.ts';

export function publishWork(): ShiftWork {
  return {
    everybody: false,
    leaves: ({ id, status }) =>
      status === 'draft' ? undefined : { code: status, message: `Shift ${id} is ${status} already.` },
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
      return { warnings: [], released: [] };
    },
  };
}

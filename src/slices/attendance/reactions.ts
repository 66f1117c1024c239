import { inTransaction } from '#platform/db/index.ts';
import type { Reaction } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { carryOver } from './sql/records.ts';

/**
 * A person who switches roles after checking in gets another registration on the same shift. Their attendance moves to
 * it, so that they are not expected a second time.
 */
export function followRegistrations(platform: Platform): Reaction {
  return {
    name: 'carry_attendance_over',
    events: ['shift.signup_changed'],
    async react(events, { now }) {
      const left = events.flatMap(({ organizationId, data }) => {
        const { from_registration_id: id } = (data ?? {}) as { from_registration_id?: unknown };
        return typeof id === 'number' && Number.isSafeInteger(id) ? [{ organizationId, id }] : [];
      });
      if (left.length === 0) return;
      await inTransaction(platform.database, {}, async (tx) => {
        for (const [organizationId, own] of Map.groupBy(left, (one) => one.organizationId)) {
          const ids = own.map(({ id }) => id);
          await carryOver(tx, organizationId, ids, now);
        }
      });
    },
  };
}

import { inTransaction } from '#platform/db/index.ts';
import type { Reaction } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { carryOver } from './sql/records.ts';

/**
 * Somebody who changes their role after checking in gets another registration on the same shift. What was noted at the
 * door goes along, so that they are in once, and not expected again beside it.
 */
export function followRegistrations(platform: Platform): Reaction {
  return {
    name: 'carry_attendance_over',
    events: ['shift.signup_changed'],
    async react(events, { now }) {
      const left = events.flatMap(({ data }) => {
        const { from_registration_id: id } = (data ?? {}) as { from_registration_id?: unknown };
        return typeof id === 'number' && Number.isSafeInteger(id) ? [id] : [];
      });
      if (left.length > 0) await inTransaction(platform.database, {}, (tx) => carryOver(tx, left, now));
    },
  };
}

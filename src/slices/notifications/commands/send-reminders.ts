import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { firstSlotHours } from '../rules/kinds.ts';
import { type Counts, insertReminders } from '../sql/due.ts';

export interface ReminderFilter {
  readonly withinHours?: number;
  readonly organizationId?: number;
}

/**
 * Queues every reminder that is due: `sent` are on their way, `skipped` those of people who want none or have no
 * address. Called twice, or from two places at once, each reminder is queued once.
 */
export async function sendReminders(
  platform: Platform,
  call: Call,
  { withinHours = firstSlotHours, organizationId }: ReminderFilter = {},
): Promise<Counts> {
  return await inTransaction(platform.database, call, async (tx) => {
    const counts = await insertReminders(tx, { now: call.now, withinHours, organizationId });
    // Also when nothing is new: what an earlier call has left behind goes out with this one.
    await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
    return counts;
  });
}

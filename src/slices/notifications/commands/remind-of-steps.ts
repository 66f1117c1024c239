import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { claimReminders, selectOrganizationsDue } from '#slices/journeys/index.ts';
import { remindOfSteps, sendKey, sendNotifications } from '../jobs.ts';
import { insertStepReminders } from '../sql/queue.ts';

/** Queues the reminders of steps whose deadline is near. Each is claimed and queued in one transaction, so once. */
export async function sendStepReminders(
  platform: Platform,
  call: Call,
  { organizationId }: { organizationId?: number } = {},
): Promise<{ queued: number }> {
  if (organizationId !== undefined) return { queued: await remindOne(platform, call, organizationId) };
  let queued = 0;
  const due = await selectOrganizationsDue(platform.database.db, call.now, 'reminder_at');
  await forEachOrganization(platform, remindOfSteps.name, due, async (id) => {
    queued += await remindOne(platform, call, id);
  });
  return { queued };
}

async function remindOne(platform: Platform, call: Call, organizationId: number): Promise<number> {
  let queued = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: { count: number; next: number | undefined } = await inTransaction(
      platform.database,
      {},
      async (tx) => {
        const { reminders, next } = await claimReminders(tx, call, { organizationId, after: after ?? 0 });
        await insertStepReminders(tx, reminders, call.now);
        if (reminders.length > 0) await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
        return { count: reminders.length, next };
      },
    );
    queued += page.count;
    after = page.next;
  }
  return queued;
}

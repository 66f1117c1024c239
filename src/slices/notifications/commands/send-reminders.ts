import type { Call } from '#kernel/call.ts';
import { commitInTwoPhases } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { claimReminders, selectOrganizationsDue } from '#slices/journeys/index.ts';
import { roleMay, roles } from '#slices/organizations/index.ts';
import { remindOfSteps, sendKey, sendNotifications } from '../jobs.ts';
import { firstSlotHours } from '../rules/kinds.ts';
import { isMorning, tomorrowIn } from '../rules/mornings.ts';
import { type Counts, insertDigests, insertReminders, selectZones } from '../sql/due.ts';
import { insertStepReminders } from '../sql/queue.ts';

export interface ReminderFilter {
  readonly withinHours?: number;
  readonly organizationIds?: readonly number[];
}

/**
 * Queues every reminder that is due: `sent` are on their way, `skipped` those of people who want none or have no
 * address. Called twice, or from two places at once, each reminder is queued once.
 */
export async function sendReminders(
  platform: Platform,
  call: Call,
  { withinHours = firstSlotHours, organizationIds }: ReminderFilter = {},
): Promise<Counts> {
  return await inTransaction(platform.database, call, async (tx) => {
    const counts = await insertReminders(tx, { now: call.now, withinHours, organizationIds });
    // Also when nothing is new: what an earlier call has left behind goes out with this one.
    await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
    return counts;
  });
}

/**
 * Tells those who plan, in the morning of their organization's own zone, which shifts of tomorrow are understaffed. Looks
 * again all morning: after downtime, or when a person cancels in the morning. One digest for a person and a day.
 */
export async function reportShortages(platform: Platform, call: Call): Promise<number> {
  const planners = roles.filter((role) => roleMay(role, 'shifts.manage'));
  return await inTransaction(platform.database, {}, async (tx) => {
    const places = (await selectZones(tx))
      .filter((zone) => isMorning(call.now, zone))
      .map((zone) => ({ zone, ...tomorrowIn(zone, call.now) }));
    const count = await insertDigests(tx, places, planners, call.now);
    if (count > 0) await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
    return count;
  });
}

/** Queues the reminders of steps whose deadline is near. Each is claimed and queued in one transaction, so once. */
export async function sendStepReminders(
  platform: Platform,
  call: Call,
  { organizationIds }: { organizationIds?: readonly number[] } = {},
): Promise<{ queued: number }> {
  let queued = 0;
  const due = await selectOrganizationsDue(platform.database.db, call.now, 'reminder_at', organizationIds);
  const remind = async (ids: readonly number[]) => {
    queued += await remindIn(platform, call, ids);
  };
  if (!organizationIds) await forEachOrganization(platform, remindOfSteps.name, due, (id) => remind([id]));
  else
    for (let at = 0; at < due.length; at += organizationsAtOnce)
      await remind(due.slice(at, at + organizationsAtOnce));
  return { queued };
}

/** In one transaction: 10,000 commits that wait for the disk take minutes. */
const organizationsAtOnce = 50;

async function remindIn(platform: Platform, call: Call, organizationIds: readonly number[]): Promise<number> {
  let queued = 0;
  let left = organizationIds.map((organizationId) => ({ organizationId, after: 0 }));
  while (left.length > 0) {
    const { reminders, next } = await inTransaction(platform.database, {}, async (tx) => {
      const claimed = await claimReminders(tx, call, left);
      await insertStepReminders(tx, claimed.reminders, call.now);
      if (claimed.reminders.length > 0) {
        await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
        await commitInTwoPhases(tx);
      }
      return claimed;
    });
    queued += reminders.length;
    left = [...next];
  }
  return queued;
}

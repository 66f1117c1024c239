import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { roleMay, roles } from '#slices/organizations/index.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { isMorning, tomorrowIn } from '../rules/mornings.ts';
import { insertDigests, selectZones } from '../sql/due.ts';

/**
 * Tells those who plan, in the morning of their organization's own zone, which shifts of tomorrow lack people. Looks
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

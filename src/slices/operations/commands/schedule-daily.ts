import { type Call, systemCall } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { inTransaction } from '#platform/db/index.ts';
import { defineJob, enqueue } from '#platform/jobs/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { claimTasks, findZone, forgetOldRuns, selectDue } from '../sql.ts';

/** One piece of an organization's daily work. Safe to repeat. */
export interface DailyTask {
  readonly name: string;
  run(call: Call, organizationId: number, date: string): Promise<unknown>;
}

export const dailyTask = defineJob<{ task: string; organization_id: number; date: string }>('daily_task');
export const scheduleDailyJob = defineJob<Record<string, never>>('schedule_daily');

/** From this hour of the organization's own day on. */
const fromHour = 3;
const batch = 500;

export async function scheduleDaily(
  platform: Platform,
  call: Call,
  organizationId: number,
  tasks: readonly DailyTask[],
  wanted?: string,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const zone = await findZone(tx, organizationId);
    if (zone === undefined) throw refuse('not_found');
    const today = call.now.toZonedDateTimeISO(knownZone(zone)).toPlainDate();
    const date = wanted === undefined ? today : Temporal.PlainDate.from(wanted);
    if (Math.abs(today.until(date, { largestUnit: 'day' }).days) > 31) {
      throw refuseField('date', 'out_of_range', 'must be within 31 days of today');
    }
    const names = tasks.map((task) => task.name);
    const claimed = await claimTasks(tx, organizationId, date.toString(), names, call.now);
    for (const name of claimed) {
      await enqueue(tx, dailyTask, { task: name, organization_id: organizationId, date: date.toString() });
    }
    return {
      success: true,
      date: date.toString(),
      scheduled: names.filter((name) => claimed.has(name)),
      already_scheduled: names.filter((name) => !claimed.has(name)),
    };
  });
}

/** What the worker does by itself, for every organization where the day has begun. After downtime it catches up. */
export async function scheduleDueOrganizations(
  platform: Platform,
  now: Temporal.Instant,
  tasks: readonly DailyTask[],
): Promise<void> {
  const call = systemCall('schedule-daily', now);
  for (let after = 0; ; ) {
    const ids = await selectDue(platform.database.db, now, fromHour, after, batch);
    await forEachOrganization(platform, scheduleDailyJob.name, ids, (id) =>
      scheduleDaily(platform, call, id, tasks),
    );
    after = ids.at(-1) ?? after;
    if (ids.length < batch) break;
  }
  await forgetOldRuns(platform.database.db, now);
}

export async function runDailyTask(
  tasks: readonly DailyTask[],
  now: Temporal.Instant,
  payload: { task: string; organization_id: number; date: string },
): Promise<void> {
  const task = tasks.find(({ name }) => name === payload.task);
  if (!task) throw new Error(`no daily task is called ${payload.task}`);
  await task.run(systemCall(`daily-${task.name}`, now), payload.organization_id, payload.date);
}

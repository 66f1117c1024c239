import { type Call, systemCall } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { classifyFailure, inTransaction, type Tx } from '#platform/db/index.ts';
import { splitOnFailure } from '#platform/db/split.ts';
import { defineJob, enqueueAll } from '#platform/jobs/index.ts';
import { noteFailure } from '#platform/jobs/isolate.ts';
import type { DailyTask, Platform } from '#platform/slice.ts';
import { operationErrors } from '../errors.ts';
import { type ClaimedTask, claimTasks, findZone, type LocalDay, selectDue } from '../sql.ts';

export const dailyTask = defineJob<{ task: string; organization_id: number; date: string }>('daily_task');
export const scheduleDailyJob = defineJob<Record<string, never>>('schedule_daily');

/** From this hour on, in the organization's time zone. */
const fromHour = 3;
const batch = 500;
const mostDaysAway = 31;

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
    if (Math.abs(today.until(date, { largestUnit: 'day' }).days) > mostDaysAway)
      throw refuse(operationErrors.out_of_range('date', { days: mostDaysAway }));
    const day = { organization_id: organizationId, date: date.toString() };
    const claimed = new Set((await queueTasks(tx, [day], tasks, call.now)).map(({ task }) => task));
    const names = tasks.map((task) => task.name);
    return {
      success: true,
      date: date.toString(),
      scheduled: names.filter((name) => claimed.has(name)),
      already_scheduled: names.filter((name) => !claimed.has(name)),
    };
  });
}

async function queueTasks(
  tx: Tx,
  days: readonly LocalDay[],
  tasks: readonly DailyTask[],
  now: Temporal.Instant,
): Promise<ClaimedTask[]> {
  const names = tasks.map((task) => task.name);
  const claimed = await claimTasks(tx, days, names, now);
  await enqueueAll(tx, dailyTask, claimed);
  return claimed;
}

/**
 * What the worker does on its own, for every organization where the day has begun. After downtime it catches up. A batch
 * of organizations takes a fixed number of statements.
 */
export async function scheduleDueOrganizations(
  platform: Platform,
  now: Temporal.Instant,
  tasks: readonly DailyTask[],
): Promise<void> {
  for (let after = 0; ; ) {
    const days = await selectDue(platform.database.db, now, fromHour, after, batch);
    const failed = await splitOnFailure(
      days,
      (part) => inTransaction(platform.database, {}, (tx) => queueTasks(tx, part, tasks, now)),
      (error) => classifyFailure(error) !== undefined,
    );
    for (const { item, error } of failed)
      await noteFailure(platform, scheduleDailyJob.name, item.organization_id, error);
    after = days.at(-1)?.organization_id ?? after;
    if (days.length < batch) break;
  }
}

export async function runDailyTask(
  tasks: readonly DailyTask[],
  now: Temporal.Instant,
  payload: { task: string; organization_id: number; date: string },
): Promise<void> {
  const task = tasks.find(({ name }) => name === payload.task);
  if (!task) throw new Error(`no daily task is called ${payload.task}`);
  await task.run(systemCall(`daily-${task.name}`, now), payload.organization_id);
}

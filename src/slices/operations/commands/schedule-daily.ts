import { type Call, systemCall } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { classifyFailure, inTransaction, type Tx } from '#platform/db/index.ts';
import { halves, splitOnFailure } from '#platform/db/split.ts';
import { defineJob, enqueueAll, type JobContext } from '#platform/jobs/index.ts';
import { noteFailure } from '#platform/jobs/isolate.ts';
import type { DailyTask, Platform } from '#platform/slice.ts';
import { operationErrors } from '../errors.ts';
import { type ClaimedTask, claimTasks, findZone, type LocalDay, selectDue } from '../sql.ts';

interface DailyWork {
  readonly task: string;
  readonly organization_ids: readonly number[];
}

export const dailyTask = defineJob<DailyWork>('daily_task', { isBackground: true });
export const scheduleDailyJob = defineJob<Record<string, never>>('schedule_daily', { isBackground: true });

/** From this hour on, in the organization's time zone. */
const fromHour = 3;
/** Organizations in one job: few enough that it takes seconds, many enough that 10,000 of them are not 70,000 jobs. */
const batch = 500;
/** Midnight comes to many organizations at once. Their work begins over most of the hour. */
const spreadOver = Temporal.Duration.from({ minutes: 50 });
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
    const runAt = Temporal.PlainDate.compare(date, today) > 0 ? beginOf(date, zone) : call.now;
    const claimed = new Set((await queueTasks(tx, [day], tasks, call.now, runAt)).map(({ task }) => task));
    const names = tasks.map((task) => task.name);
    return {
      success: true,
      date: date.toString(),
      scheduled: names.filter((name) => claimed.has(name)),
      already_scheduled: names.filter((name) => !claimed.has(name)),
    };
  });
}

/** When the worker would begin with that day on its own. */
const beginOf = (date: Temporal.PlainDate, zone: string): Temporal.Instant =>
  date.toPlainDateTime({ hour: fromHour }).toZonedDateTime(knownZone(zone)).toInstant();

async function queueTasks(
  tx: Tx,
  days: readonly LocalDay[],
  tasks: readonly DailyTask[],
  now: Temporal.Instant,
  runAt = now,
): Promise<ClaimedTask[]> {
  const names = tasks.map((task) => task.name);
  const claimed = await claimTasks(tx, days, names, now);
  const work = [...Map.groupBy(claimed, ({ task }) => task)].map(([task, days]) => ({
    task,
    organization_ids: days.map(({ organization_id }) => organization_id),
  }));
  await enqueueAll(
    tx,
    dailyTask,
    work,
    work.map(() => runAt),
  );
  return claimed;
}

/**
 * What the worker does on its own, for every organization where the day has begun. After downtime it catches up. A batch
 * of organizations takes a fixed number of statements, and each task is one job for all of them.
 */
export async function scheduleDueOrganizations(
  platform: Platform,
  now: Temporal.Instant,
  tasks: readonly DailyTask[],
): Promise<void> {
  const due = await selectDue(platform.database.db, now, fromHour);
  const batches = Math.ceil(due.length / batch);
  for (let at = 0; at < batches; at += 1) {
    const days = due.slice(at * batch, (at + 1) * batch);
    const runAt = now.add({ seconds: Math.floor((spreadOver.total('seconds') * at) / batches) });
    const failed = await splitOnFailure(
      days,
      (part) => inTransaction(platform.database, {}, (tx) => queueTasks(tx, part, tasks, now, runAt)),
      (error) => classifyFailure(error) !== undefined,
    );
    for (const { item, error } of failed)
      await noteFailure(platform, scheduleDailyJob.name, item.organization_id, error);
  }
}

/** Failures of the database say nothing about an organization, unless they keep coming. */
const attemptsTogether = 3;

/**
 * Does one task for its organizations. If that fails, each half becomes a job, until the organization that fails is alone:
 * its job is tried again and ends in the list that its admins see.
 */
export async function runDailyTask(
  { database }: Pick<Platform, 'database'>,
  tasks: readonly DailyTask[],
  { task: name, organization_ids: ids }: DailyWork,
  { now, attempt }: Pick<JobContext, 'now' | 'attempt'>,
): Promise<void> {
  const task = tasks.find((one) => one.name === name);
  if (!task) throw new Error(`no daily task is called ${name}`);
  try {
    await task.run(systemCall(`daily-${name}`, now), ids);
  } catch (error) {
    const isShared = classifyFailure(error) !== undefined && attempt <= attemptsTogether;
    if (ids.length === 1 || isShared) throw error;
    const parts = halves(ids).map((part) => ({ task: name, organization_ids: part }));
    await inTransaction(database, {}, (tx) => enqueueAll(tx, dailyTask, parts));
  }
}

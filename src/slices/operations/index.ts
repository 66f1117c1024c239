import { handleJob } from '#platform/jobs/index.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import {
  dailyTask,
  runDailyTask,
  scheduleDailyJob,
  scheduleDueOrganizations,
} from './commands/schedule-daily.ts';
import { operationRoutes, type Tools } from './routes.ts';
import { expiringRuns } from './sql.ts';

export type { Tools } from './routes.ts';

/** Knows no other slice: what it runs, and who may run it, is handed in by the application. */
export function operations(toolsFor: (platform: Platform) => Tools): Slice {
  return {
    name: 'operations',
    tags: { Jobs: 'Background jobs: run, retry or discard them.' },
    routes: (platform) => operationRoutes(platform, toolsFor(platform)),
    jobs: (platform) => [
      handleJob(dailyTask, (work, context) =>
        runDailyTask(platform, toolsFor(platform).tasks, work, context),
      ),
      handleJob(scheduleDailyJob, (_payload, { now }) =>
        scheduleDueOrganizations(platform, now, toolsFor(platform).tasks),
      ),
    ],
    expiring: [expiringRuns],
    cron: [{ pattern: '*/10 * * * *', job: scheduleDailyJob }],
  };
}

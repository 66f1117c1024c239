import type { Call } from '#kernel/call.ts';
import { storedAnswer } from '#platform/db/index.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Success } from '#platform/http/schema.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import type { DailyTask, Platform } from '#platform/slice.ts';
import { discardFailedJob, retryFailedJob } from './commands/manage-failed-jobs.ts';
import { type Process, processDueJobs } from './commands/process-due.ts';
import { scheduleDaily } from './commands/schedule-daily.ts';
import { readFailedJobs } from './reads.ts';
import {
  AggregateAnswer,
  AggregateRequest,
  FailedJobPage,
  FailedJobQuery,
  ProcessAnswer,
  ProcessRequest,
  RemindAnswer,
  RemindRequest,
  ScheduleAnswer,
  ScheduleRequest,
} from './schema.ts';

/** What the application lends this slice, which knows no other. */
export interface Tools {
  /** Finds the organization in which the caller may run jobs. */
  gate(call: Call, organizationId: number | undefined): Promise<number>;
  /** Refuses a caller who may run jobs nowhere; returns the organizations whose jobs they may see. */
  gateAnywhere(call: Call): Promise<OrganizationScope>;
  readonly tasks: readonly DailyTask[];
  /** Runs what is due in this process and returns the counts for these organizations. */
  readonly process: Process;
  aggregateHours(
    call: Call,
    filter: { organizationId: number; from?: string; to?: string; programId?: number; userId?: number },
  ): Promise<{ records: number; minutes: number }>;
  sendReminders(
    call: Call,
    filter: { organizationId: number; withinHours?: number },
  ): Promise<{ sent: number; skipped: number }>;
}

const jobs = routesFor({ tag: 'Jobs', access: 'authenticated', permission: 'jobs.run' });
const optional = { bodyOptional: true, refuses: ['organization_required'] } as const;

/** Background work, started by a person or by another scheduler. All safe to call twice, also at the same time. */
export function operationRoutes(platform: Platform, tools: Tools): Route[] {
  return [
    jobs.act('/jobs/process', 'processJobs', 'Run due jobs now', {
      description: 'Runs jobs of all organizations. The counts cover your own organizations.',
      ...optional,
      body: ProcessRequest,
      response: ProcessAnswer,
      handle: async (call, { body }) => {
        const scope = await tools.gateAnywhere(call);
        return await once(platform, call, () => processDueJobs(platform, tools.process, body.limit, scope));
      },
    }),
    jobs.act('/jobs/schedule-daily', 'scheduleDaily', 'Queue the daily jobs', {
      description:
        'Once per organization and local date, however often you call it. The jobs of a future date run on that day, from 3 a.m. in the organization’s time zone.',
      ...optional,
      body: ScheduleRequest,
      response: ScheduleAnswer,
      handle: async (call, { body }) => {
        const organizationId = await tools.gate(call, body.organization_id);
        return await scheduleDaily(platform, call, organizationId, tools.tasks, body.date);
      },
    }),
    jobs.act('/jobs/aggregate-hours', 'aggregateHours', 'Recalculate hours', {
      description: 'By person, program and month.',
      ...optional,
      body: AggregateRequest,
      response: AggregateAnswer,
      handle: async (call, { body }) => {
        const organizationId = await tools.gate(call, body.organization_id);
        const filter = {
          organizationId,
          ...(body.from !== undefined && { from: body.from }),
          ...(body.to !== undefined && { to: body.to }),
          ...(body.program_id !== undefined && { programId: body.program_id }),
          ...(body.user_id !== undefined && { userId: body.user_id }),
        };
        return await once(platform, call, async () => ({
          success: true,
          ...(await tools.aggregateHours(call, filter)),
        }));
      },
    }),
    jobs.act('/jobs/send-reminders', 'sendReminders', 'Send due reminders', {
      description: 'Each reminder is sent once, however often you call it.',
      ...optional,
      body: RemindRequest,
      response: RemindAnswer,
      handle: async (call, { body }) => {
        const organizationId = await tools.gate(call, body.organization_id);
        const within = body.within_hours === undefined ? {} : { withinHours: body.within_hours };
        return { success: true, ...(await tools.sendReminders(call, { organizationId, ...within })) };
      },
    }),
    ...failedJobRoutes(platform, tools),
  ];
}

/** For work in many transactions: a request that is repeated gets the first answer, and one with another's key does nothing. */
async function once<Answer>(platform: Platform, call: Call, work: () => Promise<Answer>): Promise<Answer> {
  return (await storedAnswer<Answer>(platform.database, call)) ?? (await work());
}

function failedJobRoutes(platform: Platform, { gate }: Tools): Route[] {
  return [
    jobs.list('/jobs/failed', 'listFailedJobs', 'List failed jobs', {
      description:
        'Background jobs of the organization that failed on every attempt. They’re kept for 90 days and run again only if you retry them.',
      query: FailedJobQuery,
      response: FailedJobPage,
      handle: async (call, { query }) =>
        await readFailedJobs(platform.database.db, await gate(call, query.organization_id), query),
    }),
    jobs.act('/jobs/failed/{id}/retry', 'retryFailedJob', 'Retry a failed job', {
      description: 'Queues the job with all its attempts. If it fails again, it’s listed under a new id.',
      response: Success,
      handle: (call, { params }) => retryFailedJob(platform, gate, call, params.id),
    }),
    jobs.remove('/jobs/failed/{id}', 'discardFailedJob', 'Discard a failed job', {
      description: 'Removes the job from the list without running it.',
      response: Success,
      handle: (call, { params }) => discardFailedJob(platform, gate, call, params.id),
    }),
  ];
}

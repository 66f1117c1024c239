import type { Call } from '#kernel/call.ts';
import { type Route, route } from '#platform/http/route.ts';
import { PathId, Success } from '#platform/http/schema.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import type { Platform } from '#platform/slice.ts';
import { discardFailedJob, retryFailedJob } from './commands/manage-failed-jobs.ts';
import { type DailyTask, scheduleDaily } from './commands/schedule-daily.ts';
import { countDue, readFailedJobs } from './reads.ts';
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
  /** Refuses a caller who may run jobs nowhere; answers whose work they may hear of. */
  gateAnywhere(call: Call): Promise<OrganizationScope>;
  readonly tasks: readonly DailyTask[];
  /** Runs what is due in this process and answers how it went for these organizations. */
  process(
    limit: number | undefined,
    scope: OrganizationScope,
  ): Promise<{ processed: number; failed: number }>;
  aggregateHours(
    call: Call,
    filter: { organizationId: number; from?: string; to?: string; programId?: number; userId?: number },
  ): Promise<{ records: number; minutes: number }>;
  sendReminders(
    call: Call,
    filter: { organizationId: number; withinHours?: number },
  ): Promise<{ sent: number; skipped: number }>;
}

const shared = {
  method: 'POST',
  tag: 'Jobs',
  access: 'authenticated',
  permission: 'jobs.run',
  bodyOptional: true,
  refuses: ['forbidden', 'not_found', 'organization_required'],
} as const;

/** Background work, called by hand or by somebody else's clock. All safe to call twice, and from two places at once. */
export function operationRoutes(platform: Platform, tools: Tools): Route[] {
  return [
    route({
      ...shared,
      path: '/jobs/process',
      operationId: 'processJobs',
      summary: 'Run what is due now',
      description:
        'Runs the jobs that are due, of all organizations. The counts are about your own organizations: jobs that name one of them or carry their events.',
      body: ProcessRequest,
      response: ProcessAnswer,
      handle: async (call, { body }) => {
        const scope = await tools.gateAnywhere(call);
        const { processed, failed } = await tools.process(body.limit, scope);
        return { success: true, processed, failed, remaining: await countDue(platform.database.db, scope) };
      },
    }),
    route({
      ...shared,
      path: '/jobs/schedule-daily',
      operationId: 'scheduleDaily',
      summary: 'Queue the daily jobs, once for each organization and local date',
      body: ScheduleRequest,
      response: ScheduleAnswer,
      handle: async (call, { body }) => {
        const organizationId = await tools.gate(call, body.organization_id);
        return await scheduleDaily(platform, call, organizationId, tools.tasks, body.date);
      },
    }),
    route({
      ...shared,
      path: '/jobs/aggregate-hours',
      operationId: 'aggregateHours',
      summary: 'Add up hours by person, program and month',
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
        return { success: true, ...(await tools.aggregateHours(call, filter)) };
      },
    }),
    route({
      ...shared,
      path: '/jobs/send-reminders',
      operationId: 'sendReminders',
      summary: 'Send the reminders that are due',
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

function failedJobRoutes(platform: Platform, { gate }: Tools): Route[] {
  const { tag, access, permission } = shared;
  const ofOne = { tag, access, permission, params: PathId, response: Success } as const;
  return [
    route({
      method: 'GET',
      path: '/jobs/failed',
      operationId: 'listFailedJobs',
      summary: 'List failed jobs',
      description:
        'Background jobs of the organization that failed on every attempt. They are kept for 90 days and not tried again unless you retry them.',
      tag,
      access,
      permission,
      query: FailedJobQuery,
      response: FailedJobPage,
      refuses: shared.refuses,
      handle: async (call, { query }) =>
        await readFailedJobs(platform.database.db, await gate(call, query.organization_id), query),
    }),
    route({
      ...ofOne,
      method: 'POST',
      path: '/jobs/failed/{id}/retry',
      operationId: 'retryFailedJob',
      summary: 'Retry a failed job',
      description:
        'Queues the job again, with all its attempts. If it fails again, it comes back under a new id.',
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => retryFailedJob(platform, gate, call, params.id),
    }),
    route({
      ...ofOne,
      method: 'DELETE',
      path: '/jobs/failed/{id}',
      operationId: 'discardFailedJob',
      summary: 'Discard a failed job',
      description: 'Removes the job from the list. What it was meant to do is not done.',
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => discardFailedJob(platform, gate, call, params.id),
    }),
  ];
}

import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { zoneChanges } from '#slices/organizations/index.ts';
import { pastWork } from '#slices/signups/index.ts';
import { aggregateMarked } from './commands/aggregate-hours.ts';
import { hoursEvents, reportRejected } from './events.ts';
import { aggregateHoursJob } from './jobs.ts';
import { readPersonalData } from './reads/hours.ts';
import { hoursRoutes } from './routes/hours.ts';
import { reportRoutes } from './routes/reports.ts';
import { markAll } from './sql/hours.ts';
import { pastWorkOf } from './sql/hours-lists.ts';
import { forgetAddressee } from './sql/letters.ts';
import { forgetReports } from './sql/reports.ts';

export const hours: Slice = {
  name: 'hours',
  routes: (platform) => [...hoursRoutes(platform), ...reportRoutes(platform)],
  events: hoursEvents,
  jobs: (platform) => [
    handleJob(aggregateHoursJob, async (_payload, { now, signal }) => {
      await aggregateMarked(platform, systemCall('aggregate-hours', now), undefined, signal);
    }),
  ],
  dailyTasks: (platform) => [
    { name: 'hours', run: (call, organizationIds) => aggregateMarked(platform, call, organizationIds) },
  ],
  cron: [{ pattern: '4,19,34,49 * * * *', job: aggregateHoursJob }],
  personalData: {
    name: 'attendance',
    export: readPersonalData,
    reasonsIn: [reportRejected.type],
    erase: async (tx, _call, userId) => {
      await forgetAddressee(tx, userId);
      await forgetReports(tx, userId);
    },
  },
  // Months start at midnight in the organization's time zone.
  followUps: [zoneChanges.with(markAll), pastWork.with(pastWorkOf)],
};

export { aggregateHours } from './commands/aggregate-hours.ts';
export { hoursAggregated, reportApproved } from './events.ts';
export { readHours } from './reads/hours.ts';
export { periodOf } from './rules.ts';
export { HoursPage } from './schema/hours.ts';
export {
  type AttendanceFigure,
  type Attendee,
  hoursByPerson,
  hoursTable,
  minutesByPerson,
  peopleAddedUpSince,
  whoAttained,
} from './sql/hours-lists.ts';
export { type ApprovedReport, approvedReportsOf, countReportsFor } from './sql/reports.ts';

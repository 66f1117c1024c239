import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { aggregateMarked } from './commands/aggregate-hours.ts';
import { closeAttendance } from './commands/close-attendance.ts';
import { endUnattended } from './commands/end-unattended.ts';
import { forgetPerson } from './commands/forget-person.ts';
import { demoAttendance } from './demo.ts';
import { attendanceEvents } from './events.ts';
import { aggregateHoursJob, closeAttendanceJob } from './jobs.ts';
import { followRegistrations } from './reactions.ts';
import { readHeldOnPerson } from './reads/held.ts';
import { attendanceRoutes } from './routes/attendance.ts';
import { codeRoutes } from './routes/codes.ts';
import { hoursRoutes } from './routes/hours.ts';
import { overviewRoutes } from './routes/overview.ts';
import { expiringScans } from './sql/door.ts';
import { expiringMisses, expiringShortCodes } from './sql/short-codes.ts';

export const attendance: Slice = {
  name: 'attendance',
  routes: (platform) => [
    ...attendanceRoutes(platform),
    ...overviewRoutes(platform),
    ...codeRoutes(platform),
    ...hoursRoutes(platform),
  ],
  events: attendanceEvents,
  reactions: (platform) => [followRegistrations(platform)],
  jobs: (platform) => [
    handleJob(closeAttendanceJob, async (_payload, { now, signal }) => {
      await closeAttendance(platform, systemCall('close-attendance', now), { signal });
    }),
    handleJob(aggregateHoursJob, async (_payload, { now, signal }) => {
      await aggregateMarked(platform, systemCall('aggregate-hours', now), undefined, signal);
    }),
  ],
  cron: [
    { pattern: '*/5 * * * *', job: closeAttendanceJob },
    { pattern: '4,19,34,49 * * * *', job: aggregateHoursJob },
  ],
  expiring: [expiringScans, expiringShortCodes, expiringMisses],
  demo: demoAttendance,
  personalData: { name: 'attendance', export: readHeldOnPerson, erase: forgetPerson },
  memberLeaves: endUnattended,
};

export { type AggregateScope, aggregateHours } from './commands/aggregate-hours.ts';
export { type Closed, closeAttendance } from './commands/close-attendance.ts';
export { checkedIn, checkedOut, hoursAggregated, noShow } from './events.ts';
export { readHours } from './reads/hours.ts';
export { HoursPage } from './schema/hours.ts';
export {
  type AttendanceGoal,
  type Attendee,
  minutesByPerson,
  peopleAddedUpSince,
  whoAttained,
} from './sql/attained.ts';
export { type AttendedRow, attendedBy } from './sql/attended.ts';

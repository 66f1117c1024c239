import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { departures } from '#slices/organizations/index.ts';
import { endedSpots } from '#slices/signups/index.ts';
import { closeAttendance } from './commands/close-attendance.ts';
import { attendanceEvents } from './events.ts';
import { closeAttendanceJob } from './jobs.ts';
import { readPersonalData } from './reads.ts';
import { attendanceRoutes } from './routes/attendance.ts';
import { codeRoutes } from './routes/codes.ts';
import { overviewRoutes } from './routes/overview.ts';
import { expiringScans } from './sql/check-in.ts';
import { expiringMisses, expiringShortCodes } from './sql/short-codes.ts';
import { followDeparture, forgetOldTexts, forgetPerson } from './steps/end-unattended.ts';
import { leaveShifts } from './steps/leave-shifts.ts';

export const attendance: Slice = {
  name: 'attendance',
  tags: { Attendance: 'Check-in, check-out, corrections and hours.' },
  routes: (platform) => [...attendanceRoutes(platform), ...overviewRoutes(platform), ...codeRoutes(platform)],
  events: attendanceEvents,
  jobs: (platform) => [
    handleJob(closeAttendanceJob, async (_payload, { now, signal }) => {
      await closeAttendance(platform, systemCall('close-attendance', now), { signal });
    }),
  ],
  dailyTasks: (platform) =>
    ['no_shows', 'auto_checkout'].map((name) => ({
      name,
      run: (call, organizationIds) => closeAttendance(platform, call, { organizationIds }),
    })),
  cron: [{ pattern: '*/5 * * * *', job: closeAttendanceJob }],
  expiring: [expiringScans, expiringShortCodes, expiringMisses],
  personalData: {
    name: 'attendance',
    export: readPersonalData,
    forgetAhead: forgetOldTexts,
    erase: forgetPerson,
  },
  followUps: [departures.with(followDeparture), endedSpots.with(leaveShifts)],
};

export { checkedOut } from './events.ts';
export { isLate, minutesBetween } from './rules/check-in.ts';
export { attendedBy } from './sql/attended.ts';

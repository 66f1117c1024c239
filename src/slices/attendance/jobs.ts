import { defineJob } from '#platform/jobs/index.ts';

/** Marks no-shows and ends forgotten check-outs, an hour after the end of each shift. */
export const closeAttendanceJob = defineJob<Record<string, never>>('close_attendance');

/** Adds up the hours of those whose attendance has changed. */
export const aggregateHoursJob = defineJob<Record<string, never>>('aggregate_hours');

import { defineJob } from '#platform/jobs/index.ts';

/** Marks no-shows and ends forgotten check-outs, an hour after the end of each shift. */
export const closeAttendanceJob = defineJob<Record<string, never>>('close_attendance', {
  isBackground: true,
});

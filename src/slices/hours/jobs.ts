import { defineJob } from '#platform/jobs/index.ts';

/** Adds up the hours of those whose attendance has changed. */
export const aggregateHoursJob = defineJob<Record<string, never>>('aggregate_hours', { isBackground: true });

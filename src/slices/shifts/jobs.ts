import { defineJob } from '#platform/jobs/index.ts';

/** Makes the next occurrences of endless series. */
export const extendSeries = defineJob<Record<string, never>>('extend_series', { isBackground: true });

/** Carries on with a change to a long series, also after the process that began it has died. */
export const runSeriesChange = defineJob<{ series_change_id: number; organization_id: number }>(
  'run_series_change',
);

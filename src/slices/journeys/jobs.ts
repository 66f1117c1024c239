import { defineJob } from '#platform/jobs/index.ts';

/** Completes what time alone completes. */
export const journeyTimersJob = defineJob<Record<string, never>>('journey_timers', { isBackground: true });

/** Checks people again whose data changed without an event. */
export const advanceJourneysJob = defineJob<{ user_ids: number[] }>('advance_journeys');

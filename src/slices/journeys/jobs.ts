import { defineJob } from '#platform/jobs/index.ts';

/** Completes what time alone completes. */
export const journeyTimersJob = defineJob<Record<string, never>>('journey_timers');

/** Looks again at people of whom something has changed without an event. The database asks for it by this name. */
export const advanceJourneysJob = defineJob<{ user_ids: number[] }>('advance_journeys');

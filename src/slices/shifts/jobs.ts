import { defineJob } from '#platform/jobs/index.ts';

/** Takes back one offer when its time is up. */
export const expireOffer = defineJob<{ registration_id: number; organization_id: number }>('expire_offer');

/** Finds offers whose own job was lost, every few minutes. */
export const expireOffers = defineJob<Record<string, never>>('expire_offers');

/** Makes the next occurrences of endless series. */
export const extendSeries = defineJob<Record<string, never>>('extend_series');

/** Gives free seats to the waitlist, where the change that made it possible could not hold the locks for it. */
export const fillFreedSeats = defineJob<{ shift_id: number; organization_id: number }>('fill_seats');

/** Gives seats that stay free to waiting people who have become eligible, every few minutes. */
export const fillOpenSeatsJob = defineJob<Record<string, never>>('fill_open_seats');

/** Carries on with a change to a long series, also after the process that began it has died. */
export const runSeriesChange = defineJob<{ series_change_id: number; organization_id: number }>(
  'run_series_change',
);

import { defineJob } from '#platform/jobs/index.ts';

/** Withdraws one offer when its time is up. */
export const expireOffer = defineJob<{ registration_id: number; organization_id: number }>('expire_offer', {
  isUrgent: true,
});

/** Finds offers whose own job was lost, every few minutes. */
export const expireOffers = defineJob<Record<string, never>>('expire_offers');

/** Gives free spots to the waitlist, where the change that made it possible could not hold the locks for it. */
export const fillFreedSpots = defineJob<{ shift_id: number; organization_id: number }>('fill_seats', {
  isUrgent: true,
});

export interface ChangedTimes {
  readonly organization_id: number;
  readonly shift_ids: readonly number[];
  /** Shifts that are not to be filled. */
  readonly without: readonly number[];
}

/** Looks where else the people on these shifts wait, after their time has changed. */
export const fillSpotsElsewhere = defineJob<ChangedTimes>('fill_elsewhere', { isUrgent: true });

/** Gives spots that stay free to waiting people who have become eligible, every few minutes. */
export const fillOpenSpotsJob = defineJob<Record<string, never>>('fill_open_seats');

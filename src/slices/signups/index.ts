import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { departures } from '#slices/organizations/index.ts';
import { planChanges } from '#slices/shifts/index.ts';
import { expireOffersOf, expireOneOffer } from './commands/decide-registration.ts';
import { signupCancelled, signupEvents, signupRejected } from './events.ts';
import { expireOffer, expireOffers, fillFreedSpots, fillOpenSpotsJob, fillSpotsElsewhere } from './jobs.ts';
import { readEligibleShifts } from './reads/eligible-shifts.ts';
import { readPersonalData } from './reads/mine.ts';
import { manySignupRoutes } from './routes/bulk.ts';
import { personalRoutes } from './routes/mine.ts';
import { signupRoutes } from './routes/signups.ts';
import { swapRoutes } from './routes/swaps.ts';
import { teamRoutes } from './routes/team.ts';
import { expiringSwaps } from './sql/swaps.ts';
import { leaveRoles } from './sql/writes.ts';
import { endForDeparture, forgetPerson } from './steps/end-coming.ts';
import { endAllOn } from './steps/end-registrations.ts';
import { fillElsewhere, fillFreed, fillOpenSpots, fillSpots, fillWhereTheyWait } from './steps/fill-spots.ts';
import { moveAllOn } from './steps/move-all.ts';

export const signups: Slice = {
  name: 'signups',
  tags: {
    'Sign-up': 'Registrations, waitlists, approvals and eligibility.',
    Calendars: 'Calendar files for calendar programs.',
  },
  routes: (platform) => [
    ...manySignupRoutes(platform),
    ...signupRoutes(platform),
    ...personalRoutes(platform),
    ...swapRoutes(platform),
    ...teamRoutes(platform),
  ],
  events: signupEvents,
  publicEvents: signupEvents,
  expiring: [expiringSwaps],
  jobs: (platform) => [
    handleJob(expireOffer, async ({ registration_id }, { now }) => {
      await expireOneOffer(platform, systemCall('expire-offer', now), registration_id);
    }),
    handleJob(expireOffers, async (_payload, { now }) => {
      await expireOffersOf(platform, systemCall('expire-offers', now));
    }),
    handleJob(fillOpenSpotsJob, (_payload, { now }) => fillOpenSpots(platform, now)),
    handleJob(fillSpotsElsewhere, (changed, { now }) => fillWhereTheyWait(platform, changed, now)),
    handleJob(fillFreedSpots, async (freed, { now }) => {
      await fillFreed(platform, freed, now);
    }),
  ],
  dailyTasks: (platform) => [
    { name: 'offer_expiry', run: (call, organizationIds) => expireOffersOf(platform, call, organizationIds) },
  ],
  cron: [
    { pattern: '*/5 * * * *', job: expireOffers },
    { pattern: '*/5 * * * *', job: fillOpenSpotsJob },
  ],
  personalData: {
    name: 'shifts',
    export: (db, userId) => readPersonalData(db, userId),
    reasonsIn: [signupRejected.type, signupCancelled.type],
    erase: (tx, call, userId) => forgetPerson(tx, call, userId),
  },
  followUps: [
    departures.with(endForDeparture),
    planChanges.with({ endAllOn, moveAllOn, leaveRoles, fillSpots, fillElsewhere, readEligibleShifts }),
  ],
};

export { cancelSignup } from './commands/cancel-signup.ts';
export { signUpAll, signUpAsked } from './commands/sign-up.ts';
export { type EndedSpot, endedSpots, type PastWork, pastWork } from './follow-ups.ts';
export { presentAvailability } from './present.ts';
export { type CalendarEvent, writeNotice } from './reads/icalendar.ts';
export { readMemberRegistrations } from './reads/mine.ts';
export { findCandidates, listRoster, type RosterInput } from './reads/rosters.ts';
export { blockingCodes } from './rules/blocker.ts';
export { shortName } from './rules/short-name.ts';
export { Availability, MyRegistrationPage } from './schema/mine.ts';
export { RosterQuery, RosterRow } from './schema/registration.ts';
export { TeamNotes } from './schema/team.ts';
export { putAvailability } from './sql/mine.ts';
export { findRegistration, selectWaitlistPositions } from './sql/registrations.ts';
export { countMySwaps } from './sql/swaps.ts';
export type { SignupAttempt } from './steps/decide-signups.ts';
export { endRunning, type Leaver } from './steps/end-coming.ts';

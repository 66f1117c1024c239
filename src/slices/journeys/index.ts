import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { profileChanges } from '#slices/accounts/index.ts';
import { departures } from '#slices/organizations/index.ts';
import { advancePeople, runJourneyTimers } from './commands/advance-people.ts';
import { journeyEvents, journeyWithdrawn } from './events.ts';
import { advanceJourneysJob, journeyTimersJob } from './jobs.ts';
import { moveJourneys } from './reactions.ts';
import { readPersonalData } from './reads/enrollments.ts';
import { enrollmentRoutes } from './routes/enrollments.ts';
import { journeyRoutes } from './routes/journeys.ts';
import { advanceSoon } from './steps/advance-soon.ts';
import { forgetPerson, withdrawLeaver } from './steps/withdraw-leaver.ts';

export const journeys: Slice = {
  name: 'journeys',
  tags: { Journeys: 'Journeys, their steps and people’s progress.' },
  routes: (platform) => [...journeyRoutes(platform), ...enrollmentRoutes(platform)],
  events: journeyEvents,
  reactions: (platform) => [moveJourneys(platform)],
  jobs: (platform) => [
    handleJob(journeyTimersJob, async (_payload, { now, signal }) => {
      await runJourneyTimers(platform, systemCall('journey-timers', now), { signal });
    }),
    handleJob(advanceJourneysJob, async ({ user_ids }, { now }) => {
      await advancePeople(platform, systemCall('advance-journeys', now), user_ids);
    }),
  ],
  cron: [{ pattern: '7,22,37,52 * * * *', job: journeyTimersJob }],
  personalData: {
    name: 'journeys',
    export: readPersonalData,
    reasonsIn: [journeyWithdrawn.type],
    erase: forgetPerson,
  },
  followUps: [departures.with(withdrawLeaver), profileChanges.with(advanceSoon)],
};

export { runJourneyTimers } from './commands/advance-people.ts';
export { readMemberJourneys } from './reads/enrollments.ts';
export { findOpenStep } from './reads/journeys.ts';
export type { Sequence, StepPlan } from './rules/steps.ts';
export { Enrollment } from './schema.ts';
export { putVersion } from './sql/journeys.ts';
export { lockAllOf, selectOrganizationsDue } from './sql/progress.ts';
export { advance } from './steps/advance.ts';
export { claimReminders } from './steps/claim-reminders.ts';

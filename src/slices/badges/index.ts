import { systemCall } from '#kernel/call.ts';
import { handleJob } from '#platform/jobs/index.ts';
import type { Slice } from '#platform/slice.ts';
import { departures } from '#slices/organizations/index.ts';
import { awardQualified } from './commands/award-qualified.ts';
import { badgeEvents, badgeRevoked } from './events.ts';
import { evaluateBadge, makeIssuerKeys } from './jobs.ts';
import { awardOnEvents } from './reactions.ts';
import { readPersonalData } from './reads/awards.ts';
import { awardRoutes } from './routes/awards.ts';
import { badgeRoutes } from './routes/badges.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { leaderboardRoutes } from './routes/leaderboard.ts';
import { removeConsent } from './sql/leaderboard.ts';
import { forgetPerson } from './steps/forget-person.ts';
import { makeMissingKeys } from './steps/make-keys.ts';

export const badges: Slice = {
  name: 'badges',
  tags: {
    Badges: 'Badges, awards and Open Badges credentials.',
  },
  routes: (platform) => [
    ...badgeRoutes(platform),
    ...awardRoutes(platform),
    ...credentialRoutes(platform),
    ...leaderboardRoutes(platform),
  ],
  events: badgeEvents,
  reactions: (platform) => [awardOnEvents(platform)],
  jobs: (platform) => [
    handleJob(evaluateBadge, async (job, { now, signal }) => {
      const scope = { badgeId: job.badge_id, organizationIds: [job.organization_id], signal };
      await awardQualified(platform, systemCall('evaluate-badges', now), scope);
    }),
    handleJob(makeIssuerKeys, (_payload, { now, signal }) => makeMissingKeys(platform, now, signal)),
  ],
  dailyTasks: (platform) => [
    {
      name: 'badges',
      // For renewals, where only time has passed, and for missed events.
      run: (call, organizationIds) => awardQualified(platform, call, { organizationIds }),
    },
  ],
  cron: [{ pattern: '11 2 * * *', job: makeIssuerKeys }],
  personalData: {
    name: 'badges',
    export: readPersonalData,
    reasonsIn: [badgeRevoked.type],
    erase: forgetPerson,
  },
  followUps: [
    departures.with(async (tx, _call, { organizationId, userId }) => {
      await removeConsent(tx, organizationId, userId);
    }),
  ],
};

export { awardAgreed } from './commands/award-qualified.ts';
export { makeIssuerKeys } from './jobs.ts';
export { readAwardPage } from './reads/award-page.ts';
export { readMemberAwards } from './reads/awards.ts';
export { type Criteria, isAutomatic } from './rules/criteria.ts';
export { MemberAward } from './schema/awards.ts';
export { heldBadges } from './sql/awards.ts';
export { lockBadge } from './sql/badges.ts';
export { putConsent } from './sql/leaderboard.ts';
export { awardMany, giveBadge } from './steps/give-badge.ts';

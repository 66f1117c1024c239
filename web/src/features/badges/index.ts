/** What other features may use. */
export { LeaderboardConsent } from './leaderboard.tsx';
export { PersonBadges } from './person-badges.tsx';

/** What other features may use. */
export { LeaderboardConsent } from './leaderboard.tsx';

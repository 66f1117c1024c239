/** A message that the server does not want yet is tried this often: about half a day. */
export const mostAttempts = 60;

const longestWaitSeconds = 15 * 60;
const longestPauseSeconds = 60;

/** How long one message waits after so many attempts. `chance` is from 0 to 1 and keeps many from coming at once. */
export function waitSeconds(attempts: number, chance: number): number {
  return Math.min(longestWaitSeconds, 2 ** Math.min(attempts, 20)) * (0.75 + chance / 2);
}

/** How long all sending pauses after the server was found unwell so many times in a row. */
export function pauseSeconds(failures: number): number {
  return Math.min(longestPauseSeconds, 2 ** Math.min(failures, 10));
}

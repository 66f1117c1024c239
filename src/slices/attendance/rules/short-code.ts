/** How long six digits work, and from when on asking again gives new ones. */
export const shortCodeSeconds = 180;
export const renewedBelowSeconds = 60;

/**
 * Of a million codes at most some hundreds are in use at a time. With 10 misses of one caller, or 40 in an organization,
 * in a quarter of an hour a code is guessed about once in a year of trying without pause.
 */
export const missWindowMinutes = 15;
export const missesPerCaller = 10;
export const missesPerOrganization = 40;

export interface Misses {
  readonly byCaller: number;
  readonly inOrganization: number;
  readonly oldestOfCaller: Temporal.Instant | null;
  readonly oldest: Temporal.Instant | null;
}

/** Seconds to wait, or undefined where another guess is fine. */
export function waitAfterMisses(misses: Misses, now: Temporal.Instant): number | undefined {
  const since =
    misses.byCaller >= missesPerCaller
      ? misses.oldestOfCaller
      : misses.inOrganization >= missesPerOrganization
        ? misses.oldest
        : null;
  if (since === null) return undefined;
  const endMs = since.add({ minutes: missWindowMinutes }).epochMilliseconds;
  return Math.max(1, Math.ceil((endMs - now.epochMilliseconds) / 1_000));
}

export function isShortCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/** A person's check-in code changes this often; the one before still works, since clocks and queues lag. */
export const codeSeconds = 60;
const codesAccepted = 3;

/**
 * A device that may lose its network keeps a code for the day. Its windows are days, whose numbers are far below those
 * of minutes.
 */
const daySeconds = 24 * 3_600;
const firstMinute = 1_000_000;

export function dayWindow(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / (daySeconds * 1_000));
}

/** When the code of the day stops working: a shift may go on past midnight. */
export function dayEnd(window: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds((window + 2) * daySeconds * 1_000);
}

export function codeWindow(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / (codeSeconds * 1_000));
}

export function isFresh(window: number, scannedAt: Temporal.Instant): boolean {
  if (window < firstMinute) {
    const today = dayWindow(scannedAt);
    return window === today || window === today - 1;
  }
  const now = codeWindow(scannedAt);
  return window <= now + 1 && window > now - codesAccepted;
}

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

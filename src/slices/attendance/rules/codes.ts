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

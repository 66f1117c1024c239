/** A person's check-in code changes this often; the one before still works, since clocks and queues lag. */
export const codeSeconds = 60;
const codesAccepted = 3;

export function codeWindow(at: Temporal.Instant): number {
  return Math.floor(at.epochMilliseconds / (codeSeconds * 1_000));
}

export function isFresh(window: number, scannedAt: Temporal.Instant): boolean {
  const now = codeWindow(scannedAt);
  return window <= now + 1 && window > now - codesAccepted;
}

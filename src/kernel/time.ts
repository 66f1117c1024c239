/** The one form in which an instant leaves the service: UTC with exactly three decimals. */
export function formatInstant(instant: Temporal.Instant): string {
  return new Date(instant.epochMilliseconds).toISOString();
}

export function formatOptionalInstant(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

/** Callers pass the clock in, so that rules and tests can choose the moment. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Now.instant();

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

const firstMoment = Temporal.Instant.from('0001-01-01T00:00:00Z');
const lastMoment = Temporal.Instant.from('9999-12-31T23:59:59Z');

/** A moment that somebody may have made up is brought back to one that the database can hold. */
export function storable(text: string): Temporal.Instant {
  const given = Temporal.Instant.from(text);
  return [firstMoment, given, lastMoment].toSorted(Temporal.Instant.compare)[1] ?? given;
}

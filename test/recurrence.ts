import type { RecurrenceInput } from '#slices/shifts/rules/recurrence.ts';

/** A series whose first occurrence is given by the clock of its zone. */
export function seriesOf(rrule: string, timeZone: string, from: string, until: string): RecurrenceInput {
  const instant = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();
  return { rrule, timeZone, start: instant(from), end: instant(until) };
}

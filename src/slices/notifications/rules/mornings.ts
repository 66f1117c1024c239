import { knownZone } from '#kernel/zones.ts';

const firstHour = 7;
const lastHour = 11;

/** From seven until noon on the clocks of that place. */
export function isMorning(now: Temporal.Instant, zone: string): boolean {
  const { hour } = now.toZonedDateTimeISO(knownZone(zone));
  return hour >= firstHour && hour <= lastHour;
}

export interface Day {
  readonly date: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export function tomorrowIn(zone: string, now: Temporal.Instant): Day {
  return dayIn(zone, now.toZonedDateTimeISO(knownZone(zone)).toPlainDate().add({ days: 1 }).toString());
}

/** A local date from its first moment to that of the next: 23 or 25 hours where clocks change. */
export function dayIn(zone: string, date: string): Day {
  const day = Temporal.PlainDate.from(date);
  return {
    date,
    from: day.toZonedDateTime(knownZone(zone)).toInstant(),
    until: day.add({ days: 1 }).toZonedDateTime(knownZone(zone)).toInstant(),
  };
}

import { knownZone } from '#kernel/zones.ts';

/** Whether a time on the clock was skipped and so became this one, or comes twice and is the first of the two. */
export function oddityOf(
  clock: Temporal.PlainTime,
  at: Temporal.Instant,
  timeZone: string,
): 'skipped' | 'twice' | undefined {
  const zone = knownZone(timeZone);
  const there = at.toZonedDateTimeISO(zone).toPlainDateTime();
  const wanted = there.toPlainDate().toPlainDateTime(clock);
  const instants = (['earlier', 'later'] as const).map((disambiguation) =>
    wanted.toZonedDateTime(zone, { disambiguation }).toInstant(),
  );
  const [earlier, later] = instants as [Temporal.Instant, Temporal.Instant];
  if (earlier.equals(later)) return undefined;
  if (there.equals(wanted)) return at.equals(earlier) ? 'twice' : undefined;
  return at.equals(later) ? 'skipped' : undefined;
}

/** Between midnight before it starts and midnight after it ends. */
export function clocksChange(start: Temporal.Instant, end: Temporal.Instant, zone: string): boolean {
  const first = start.toZonedDateTimeISO(knownZone(zone)).startOfDay();
  const last = end.toZonedDateTimeISO(knownZone(zone)).startOfDay().add({ days: 1 });
  return first.offsetNanoseconds !== last.offsetNanoseconds;
}

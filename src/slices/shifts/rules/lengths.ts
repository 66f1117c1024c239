import type { Interval } from '#kernel/clock-window.ts';
import { knownZone } from '#kernel/zones.ts';

export const longestDays = 7;

const minuteMs = 60_000;
const longestMs = longestDays * 24 * 60 * minuteMs;

/**
 * From a minute to seven days on the clock, which last an hour more when it goes back. When it goes forward, they are an hour
 * less, and seven times 24 hours are allowed, too.
 */
export function lengthOf({ start, end }: Interval, zone: string): 'possible' | 'too_short' | 'too_long' {
  const ms = end.epochMilliseconds - start.epochMilliseconds;
  if (ms < minuteMs) return 'too_short';
  if (ms <= longestMs) return 'possible';
  const sevenDays = start.toZonedDateTimeISO(knownZone(zone)).add({ days: longestDays }).toInstant();
  return end.epochMilliseconds <= sevenDays.epochMilliseconds ? 'possible' : 'too_long';
}

/**
 * As long on the clock, from another start: what ends at six ends at six, also in the night when clocks change. Where that
 * leaves nothing, or is too long for a shift, it takes as many hours as before. `clock` is when it should start: the clock may
 * skip that.
 */
export function asLong(
  { start, end }: Interval,
  from: Temporal.Instant,
  zone: string,
  clock?: Temporal.PlainDateTime,
): Interval {
  const clockAt = (at: Temporal.Instant) => at.toZonedDateTimeISO(knownZone(zone)).toPlainDateTime();
  const onClock = (clock ?? clockAt(from)).add(clockAt(start).until(clockAt(end)));
  const copy = { start: from, end: onClock.toZonedDateTime(knownZone(zone)).toInstant() };
  return lengthOf(copy, zone) === 'possible' ? copy : { start: from, end: from.add(start.until(end)) };
}

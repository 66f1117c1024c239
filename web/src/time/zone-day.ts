import { zonedFormat } from '../i18n/zoned-format.ts';

/** The instant at which a day (2026-11-14) begins in a zone. */
export function startOfDay(day: string, zone: string): Date {
  const utc = new Date(`${day}T00:00:00Z`);
  // Around a change of the clocks the first guess is an hour off, the second is not.
  const guess = new Date(utc.getTime() - offsetMs(utc, zone));
  return new Date(utc.getTime() - offsetMs(guess, zone));
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
function offsetMs(at: Date, zone: string): number {
  const parts = zonedFormat('en-US', zone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  const there = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return there - Math.floor(at.getTime() / 1_000) * 1_000;
}

/** The day after, as 2026-11-15. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

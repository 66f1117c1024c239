import { knownZone } from '#kernel/zones.ts';
/** The first day of this month or year where the organization is, and the moment at which it begins there. */
export function periodStart(
  now: Temporal.Instant,
  timeZone: string,
  period: 'year' | 'month',
): { month: string; at: Temporal.Instant } {
  const today = now.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate();
  const first = today.with(period === 'year' ? { month: 1, day: 1 } : { day: 1 });
  return { month: first.toString(), at: first.toZonedDateTime(knownZone(timeZone)).toInstant() };
}

import { knownZone } from '#kernel/zones.ts';
export type AwardStatus = 'active' | 'expired' | 'revoked';

export interface AwardTimes {
  readonly expires_at: Temporal.Instant | null;
  readonly revoked_at: Temporal.Instant | null;
}

export function statusOf({ expires_at, revoked_at }: AwardTimes, now: Temporal.Instant): AwardStatus {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Temporal.Instant.compare(expires_at, now) <= 0 ? 'expired' : 'active';
}

/** Counted from now, also when it is renewed early: renewing twice in a row gains nothing. */
export function expiryFrom(now: Temporal.Instant, expiresAfterDays: number | null): Temporal.Instant | null {
  return expiresAfterDays === null ? null : now.add({ hours: 24 * expiresAfterDays });
}

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

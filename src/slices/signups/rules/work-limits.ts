import { type Interval, intersects, windowOn } from '#kernel/clock-window.ts';
import { knownZone } from '#kernel/zones.ts';
import { signupErrors } from '../errors.ts';
import type { Blocker } from './blocker.ts';
import { holdsSpot, type SignupFacts } from './facts.ts';
import { ageOfMajority, isYoungerThan } from './requirements.ts';

export function workLimitBlockers(facts: SignupFacts): Blocker[] {
  return [...weekBlockers(facts), ...underAgeBlockers(facts), ...minorBlockers(facts)];
}

function weekBlockers({ shift, policies, minutesInWeek }: SignupFacts): Blocker[] {
  if (policies.max_hours_per_week === null) return [];
  const minutes = minutesInWeek + shift.end.since(shift.start).total('minutes');
  if (minutes <= policies.max_hours_per_week * 60) return [];
  const hours = { total: minutes, most: policies.max_hours_per_week * 60 };
  return [signupErrors.hours_per_week('shift.start_time', hours)];
}

function underAgeBlockers(facts: SignupFacts): Blocker[] {
  const { minimum_age } = facts.policies.minors;
  // The requirements handle an unknown age: the profile must have a date of birth.
  if (minimum_age === null || !isYoungerThan(minimum_age, facts.person, facts.shift)) return [];
  return [signupErrors.under_age('profile.date_of_birth', { minimum_age })];
}

/** People whose age is unknown count as adults here: only a known minor is kept from night work. */
function minorBlockers(facts: SignupFacts): Blocker[] {
  if (!isYoungerThan(ageOfMajority, facts.person, facts.shift)) return [];
  return [...nightBlockers(facts), ...dayBlockers(facts)];
}

function nightBlockers({ shift, policies }: SignupFacts): Blocker[] {
  const { night_from, night_until } = policies.minors;
  if (night_from === null || night_until === null) return [];
  const days = localDays(shift, shift.timeZone);
  const nights = [days[0]?.subtract({ days: 1 }) ?? [], ...days].flat();
  if (!nights.some((day) => intersects(windowOn(day, night_from, night_until, shift.timeZone), shift)))
    return [];
  const night = { age: ageOfMajority, from: night_from, until: night_until, time_zone: shift.timeZone };
  return [signupErrors.minor_at_night('shift.start_time', night)];
}

function dayBlockers({ shift, policies, others }: SignupFacts): Blocker[] {
  const { max_hours_per_day } = policies.minors;
  if (max_hours_per_day === null) return [];
  const taken = others.filter((other) => other.shiftId !== shift.id && holdsSpot(other.status));
  return localDays(shift, shift.timeZone).flatMap((day) => {
    const whole = windowOn(day, '00:00', '24:00', shift.timeZone);
    const minutes = [shift, ...taken].reduce((sum, span) => sum + sharedMinutes(span, whole), 0);
    if (minutes <= max_hours_per_day * 60) return [];
    const hours = { age: ageOfMajority, total: minutes, most: max_hours_per_day * 60, date: day };
    return [signupErrors.minor_hours_per_day('shift.start_time', hours)];
  });
}

function localDays(span: Interval, timeZone: string): Temporal.PlainDate[] {
  const last = span.end.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(knownZone(timeZone)).toPlainDate();
  const days: Temporal.PlainDate[] = [];
  let day = span.start.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate();
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) days.push(day);
  return days;
}

function sharedMinutes(a: Interval, b: Interval): number {
  const start = Math.max(a.start.epochMilliseconds, b.start.epochMilliseconds);
  const end = Math.min(a.end.epochMilliseconds, b.end.epochMilliseconds);
  return Math.max(0, end - start) / 60_000;
}

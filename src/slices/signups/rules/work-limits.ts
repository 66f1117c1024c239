import { type Interval, intersects, windowOn } from '#kernel/clock-window.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Blocker, Rule } from './blocker.ts';
import { holdsSeat, type SignupFacts } from './facts.ts';
import { ageAt, ageOfMajority } from './requirements.ts';
import { showDate, showMinutes } from './wording.ts';

export function workLimitBlockers(facts: SignupFacts): Blocker[] {
  return [...weekBlockers(facts), ...underAgeBlockers(facts), ...minorBlockers(facts)];
}

function weekBlockers({ shift, policies, minutesInWeek }: SignupFacts): Blocker[] {
  if (policies.max_hours_per_week === null) return [];
  const minutes = minutesInWeek + shift.end.since(shift.start).total('minutes');
  if (minutes <= policies.max_hours_per_week * 60) return [];
  const message = `That would make ${showMinutes(minutes)} in this week; ${showMinutes(policies.max_hours_per_week * 60)} are allowed.`;
  return [blocked('hours_per_week', 'shift.start_time', message, 'Choose a shift in another week.')];
}

function underAgeBlockers(facts: SignupFacts): Blocker[] {
  const { minimum_age } = facts.policies.minors;
  const age = ageAt(facts.person, facts.shift);
  // An unknown age is the business of the requirements: it is mended in the profile.
  if (minimum_age === null || age === null || age >= minimum_age) return [];
  const message = `Volunteers here must be at least ${minimum_age} years old on the day of the shift.`;
  return [
    blocked('under_age', 'profile.date_of_birth', message, 'Ask a coordinator what you can do instead.'),
  ];
}

/** People whose age is unknown count as adults here: only a known minor is kept from night work. */
function minorBlockers(facts: SignupFacts): Blocker[] {
  const age = ageAt(facts.person, facts.shift);
  if (age === null || age >= ageOfMajority) return [];
  return [...nightBlockers(facts), ...dayBlockers(facts)];
}

function nightBlockers({ shift, policies }: SignupFacts): Blocker[] {
  const { night_from, night_until } = policies.minors;
  if (night_from === null || night_until === null) return [];
  const days = localDays(shift, shift.timeZone);
  const nights = [days[0]?.subtract({ days: 1 }) ?? [], ...days].flat();
  if (!nights.some((day) => intersects(windowOn(day, night_from, night_until, shift.timeZone), shift)))
    return [];
  const message = `People under ${ageOfMajority} may not work between ${night_from} and ${night_until}.`;
  return [blocked('minor_at_night', 'shift.start_time', message, 'Choose a shift by day.')];
}

function dayBlockers({ shift, policies, others }: SignupFacts): Blocker[] {
  const { max_hours_per_day } = policies.minors;
  if (max_hours_per_day === null) return [];
  const taken = others.filter((other) => other.shiftId !== shift.id && holdsSeat(other.status));
  return localDays(shift, shift.timeZone).flatMap((day) => {
    const whole = windowOn(day, '00:00', '24:00', shift.timeZone);
    const minutes = [shift, ...taken].reduce((sum, span) => sum + sharedMinutes(span, whole), 0);
    if (minutes <= max_hours_per_day * 60) return [];
    const message = `That would make ${showMinutes(minutes)} on ${showDate(day)}; people under ${ageOfMajority} may work ${showMinutes(max_hours_per_day * 60)} a day.`;
    return [
      blocked('minor_hours_per_day', 'shift.start_time', message, 'Choose a shorter shift or another day.'),
    ];
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

function blocked(rule: Rule, path: string, message: string, remedy: string): Blocker {
  return { code: 'policy_conflict', rule, path, message, remedy: { text: remedy } };
}

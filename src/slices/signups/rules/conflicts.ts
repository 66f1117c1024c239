import { isAvailable } from './availability.ts';
import type { Blocker } from './blocker.ts';
import { holdsSeat, type OtherRegistration, type SignupFacts } from './facts.ts';
import { showMinutes, showSpan } from './wording.ts';

export function alreadyRegisteredBlockers({ existing }: SignupFacts): Blocker[] {
  if (!existing || existing.status === 'cancelled') return [];
  const state = existing.status.replace('_', ' ');
  return [
    {
      code: 'already_registered',
      rule: 'already_registered',
      path: 'user_id',
      message: `There is already a registration for this shift (${state}).`,
      remedy: { text: 'See your registrations.', href: '/me/registrations' },
    },
  ];
}

/** Everything that takes the person's time already: one blocker for each registration in the way. */
export function scheduleBlockers(facts: SignupFacts): Blocker[] {
  return facts.others
    .filter((other) => other.shiftId !== facts.shift.id && holdsSeat(other.status))
    .flatMap((other) => scheduleBlocker(facts, other) ?? []);
}

function scheduleBlocker({ shift, policies }: SignupFacts, other: OtherRegistration): Blocker | null {
  const restMinutes = minutesBetween(shift, other);
  // Most others are far away: the words are found only for those that are not.
  if (restMinutes !== null && restMinutes >= policies.min_rest_minutes) return null;
  const span = showSpan(other.start, other.end, shift.timeZone);
  const remedy = { text: 'Cancel or change that registration first.', href: '/me/registrations' };
  const blocked = { code: 'schedule_conflict', path: 'shift.start_time', remedy } as const;
  if (restMinutes === null) {
    return { ...blocked, rule: 'overlap', message: `This overlaps shift ${other.shiftId}, ${span}.` };
  }
  const needed = showMinutes(policies.min_rest_minutes);
  const message = `Only ${showMinutes(restMinutes)} of rest to shift ${other.shiftId}, ${span}; ${needed} are needed.`;
  return { ...blocked, rule: 'rest_too_short', message };
}

interface Span {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/** Spans hold their start and not their end, so one may begin where the other ends. `null`: they overlap. */
function minutesBetween(a: Span, b: Span): number | null {
  const afterA = b.start.epochNanoseconds - a.end.epochNanoseconds;
  const afterB = a.start.epochNanoseconds - b.end.epochNanoseconds;
  const gap = afterA > afterB ? afterA : afterB;
  return gap < 0n ? null : Number(gap) / 60_000_000_000;
}

export function availabilityBlockers({ shift, person }: SignupFacts): Blocker[] {
  const { availability } = person;
  if (!availability || isAvailable(availability, shift.start, shift.end)) return [];
  return [
    {
      code: 'availability_conflict',
      rule: 'outside_availability',
      path: 'availability',
      message: `${showSpan(shift.start, shift.end, shift.timeZone)} is outside the declared availability.`,
      remedy: { text: 'Change your availability, or choose another shift.', href: '/me/availability' },
    },
  ];
}

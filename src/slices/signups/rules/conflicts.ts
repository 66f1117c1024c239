import { signupErrors } from '../errors.ts';
import { isAvailable } from './availability.ts';
import type { Blocker } from './blocker.ts';
import { holdsSpot, type OtherRegistration, type SignupFacts } from './facts.ts';

export function alreadyRegisteredBlockers({ existing }: SignupFacts): Blocker[] {
  if (!existing || existing.status === 'cancelled') return [];
  return [signupErrors.already_registered('user_id', { status: existing.status })];
}

/**
 * Everything that takes the person's time already: one blocker for each registration in the way. An offer counts until it is
 * declined: else its spot would be held for someone who can't take it any more.
 */
export function scheduleBlockers(facts: SignupFacts): Blocker[] {
  return facts.others
    .filter((other) => other.shiftId !== facts.shift.id && holdsSpot(other.status))
    .flatMap((other) => scheduleBlocker(facts, other) ?? []);
}

function scheduleBlocker({ shift, policies, actor }: SignupFacts, other: OtherRegistration): Blocker | null {
  const restMinutes = minutesBetween(shift, other);
  // Most others are far away: nothing is said about them.
  if (restMinutes !== null && restMinutes >= policies.min_rest_minutes) return null;
  // Which shifts a person has at another organization is only for them to know.
  if (!actor.isSelf && other.organizationId !== shift.organizationId) {
    return restMinutes === null
      ? signupErrors.overlap_elsewhere('shift.start_time')
      : signupErrors.rest_elsewhere('shift.start_time', { needed: policies.min_rest_minutes });
  }
  const isOffer = other.status === 'offered';
  const span = { shift_id: other.shiftId, start: other.start, end: other.end, time_zone: shift.timeZone };
  if (restMinutes === null)
    return isOffer
      ? signupErrors.overlap_offer('shift.start_time', span)
      : signupErrors.overlap('shift.start_time', span);
  // Rounded down: 29 minutes and 59 seconds must not read like 30.
  const rest = { rest: Math.floor(restMinutes), needed: policies.min_rest_minutes };
  return isOffer
    ? signupErrors.rest_offer('shift.start_time', { ...span, ...rest })
    : signupErrors.rest_too_short('shift.start_time', { ...span, ...rest });
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
  const { start, end, timeZone } = shift;
  return [signupErrors.outside_availability('availability', { start, end, time_zone: timeZone })];
}

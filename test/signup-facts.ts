import type { OtherRegistration, SignupFacts } from '#slices/signups/rules/facts.ts';
import { defaultPolicies } from '#slices/signups/rules/policies.ts';

/** Plain facts for tests: a volunteer, a published shift with a spot, nothing in the way. */
export const berlin = 'Europe/Berlin';

export function at(text: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(text).toZonedDateTime(berlin).toInstant();
}

export const freeShift: SignupFacts['shift'] = {
  id: 1,
  missionId: 1,
  organizationId: 1,
  start: at('2026-06-10T09:00'),
  end: at('2026-06-10T13:00'),
  timeZone: berlin,
  status: 'published',
  capacity: 10,
  waitlistCapacity: 0,
  requiresApproval: false,
  spotsTaken: 3,
  waitlisted: 0,
  waitlistFirst: false,
};

export const freeSignup: SignupFacts = {
  now: at('2026-06-01T12:00'),
  shift: freeShift,
  role: null,
  person: { id: 7, dateOfBirth: null, profileFields: [], availability: null },
  others: [],
  existing: null,
  minutesInWeek: 0,
  policies: defaultPolicies,
  requirements: { profileFields: [], forms: [], badges: [], journeys: [], minimumAge: null },
  fulfilled: { forms: [], badges: [], journeys: [] },
  actor: { isCoordinator: false, isSelf: true },
  override: null,
};

export const coordinator = { isCoordinator: true, isSelf: false };

export const overrideAll = {
  reason: 'Nobody else can drive',
  policy: true,
  availability: true,
  requirements: true,
  capacity: true,
};

export function other(
  from: string,
  until: string,
  status: OtherRegistration['status'] = 'active',
): OtherRegistration {
  return { shiftId: 2, organizationId: 1, start: at(from), end: at(until), status };
}

import { knownZone } from '#kernel/zones.ts';
import { signupErrors } from '../errors.ts';
import type { Blocker } from './blocker.ts';
import type { Named, PersonFacts, ShiftFacts, SignupFacts } from './facts.ts';

/** Whether the person is known to be younger than this on the day the shift starts, where it takes place. */
export function isYoungerThan(
  age: number,
  { dateOfBirth }: PersonFacts,
  { start, timeZone }: ShiftFacts,
): boolean {
  if (!dateOfBirth) return false;
  // The years are enough for most people. Where the shift takes place, it can still be the year before. The exact age takes 6 µs.
  const years = new Date(start.epochMilliseconds).getUTCFullYear() - dateOfBirth.year;
  if (years >= age + 2) return false;
  const day = start.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate();
  return dateOfBirth.until(day, { largestUnit: 'years' }).years < age;
}

export const ageOfMajority = 18;

/** Everything the Mission and the organization ask of the person that is not there yet. */
export function requirementBlockers(facts: SignupFacts): Blocker[] {
  const { requirements, fulfilled } = facts;
  return [
    ...missingProfileFields(facts).map(profileBlocker),
    ...lacking(requirements.forms, fulfilled.forms).map(({ id, name }) =>
      name === null
        ? signupErrors.requirement_gone(`requirements.forms.${id}`)
        : signupErrors.missing_form(`requirements.forms.${id}`, { form_id: id, form_name: name }),
    ),
    ...lacking(requirements.badges, fulfilled.badges).map(({ id, name }) =>
      name === null
        ? signupErrors.requirement_gone(`requirements.badges.${id}`)
        : signupErrors.missing_badge(`requirements.badges.${id}`, { badge_id: id, badge_name: name }),
    ),
    ...lacking(requirements.journeys, fulfilled.journeys).map(({ id, name }) =>
      name === null
        ? signupErrors.requirement_gone(`requirements.journeys.${id}`)
        : signupErrors.missing_journey(`requirements.journeys.${id}`, { journey_id: id, journey_name: name }),
    ),
    ...ageBlockers(facts),
  ];
}

function profileBlocker(field: string): Blocker {
  const error =
    field === 'email_verified' ? signupErrors.email_unverified : signupErrors.missing_profile_field;
  return error(`profile.${field}`, { field });
}

/** A rule about age makes the date of birth a needed field, listed or not. */
function missingProfileFields({ requirements, person, policies }: SignupFacts): string[] {
  const needed = new Set(requirements.profileFields);
  const asksAge = requirements.minimumAge !== null || policies.minors.minimum_age !== null;
  const given = new Set(person.profileFields);
  if (person.dateOfBirth) given.add('date_of_birth');
  else given.delete('date_of_birth');
  if (asksAge) needed.add('date_of_birth');
  return [...needed.difference(given)];
}

function lacking(needed: readonly Named[], there: readonly number[]): Named[] {
  return needed.filter(({ id }) => !there.includes(id));
}

function ageBlockers({ requirements, person, shift }: SignupFacts): Blocker[] {
  const { minimumAge } = requirements;
  if (minimumAge === null || !isYoungerThan(minimumAge, person, shift)) return [];
  return [signupErrors.minimum_age('requirements.minimum_age', { minimum_age: minimumAge })];
}

import { knownZone } from '#kernel/zones.ts';
import type { Blocker, Rule } from './blocker.ts';
import type { Named, PersonFacts, ShiftFacts, SignupFacts } from './facts.ts';

/** Age in years on the day the shift starts, where it takes place. `null`: not known. */
export function ageAt(person: PersonFacts, shift: ShiftFacts): number | null {
  if (!person.dateOfBirth) return null;
  const day = shift.start.toZonedDateTimeISO(knownZone(shift.timeZone)).toPlainDate();
  return person.dateOfBirth.until(day, { largestUnit: 'years' }).years;
}

export const ageOfMajority = 18;

/** Everything the Mission and the organization ask of the person that is not there yet. */
export function requirementBlockers(facts: SignupFacts): Blocker[] {
  const { requirements, fulfilled } = facts;
  return [
    ...missingProfileFields(facts).map(missingProfileField),
    ...lacking(requirements.forms, fulfilled.forms).map((form) =>
      missing('missing_form', `forms.${form.id}`, `The form “${form.name}” is missing.`, {
        text: 'Fill it in.',
        href: `/forms/${form.id}`,
      }),
    ),
    ...lacking(requirements.badges, fulfilled.badges).map((badge) =>
      missing('missing_badge', `badges.${badge.id}`, `The badge “${badge.name}” is needed.`, {
        text: 'See how to earn it.',
        href: `/badges/${badge.id}`,
      }),
    ),
    ...lacking(requirements.journeys, fulfilled.journeys).map((journey) =>
      missing(
        'missing_journey',
        `journeys.${journey.id}`,
        `The journey “${journey.name}” is not completed.`,
        {
          text: 'Go on with it.',
          href: `/journeys/${journey.id}`,
        },
      ),
    ),
    ...ageBlockers(facts),
  ];
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

function missingProfileField(field: string): Blocker {
  return {
    code: 'profile_incomplete',
    rule: 'missing_profile_field',
    path: `profile.${field}`,
    message: `The profile lacks: ${field.replaceAll('_', ' ')}.`,
    remedy: { text: 'Add it to the profile.', href: '/me' },
  };
}

function lacking(needed: readonly Named[], there: readonly number[]): Named[] {
  return needed.filter(({ id }) => !there.includes(id));
}

function ageBlockers({ requirements, person, shift }: SignupFacts): Blocker[] {
  const { minimumAge } = requirements;
  const age = ageAt(person, shift);
  if (minimumAge === null || age === null || age >= minimumAge) return [];
  return [
    missing('minimum_age', 'minimum_age', `This Mission is for people of ${minimumAge} years and older.`, {
      text: 'Choose a shift of another Mission.',
    }),
  ];
}

function missing(rule: Rule, path: string, message: string, remedy: Blocker['remedy']): Blocker {
  return { code: 'requirements_incomplete', rule, path: `requirements.${path}`, message, remedy };
}

import { knownZone } from '#kernel/zones.ts';
import type { PersonFacts, ShiftFacts } from './facts.ts';

/** Age in years on the day the shift starts, where it takes place. `null`: not known. */
export function ageAt(person: PersonFacts, shift: ShiftFacts): number | null {
  if (!person.dateOfBirth) return null;
  const day = shift.start.toZonedDateTimeISO(knownZone(shift.timeZone)).toPlainDate();
  return person.dateOfBirth.until(day, { largestUnit: 'years' }).years;
}

export const ageOfMajority = 18;

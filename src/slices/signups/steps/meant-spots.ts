import { removeFromTally, type Tally } from '../facts/assemble.ts';
import type { Facts, ShiftFactsRow } from '../facts/load.ts';
import type { Granted } from '../rules/decide.ts';
import type { RegistrationRow } from '../sql/registrations.ts';
import type { GivenSpot } from './give-spots.ts';

/** Someone on the waitlist of a shift, or with an offer from it, whom a spot of that shift is meant for. */
export type Waiting = RegistrationRow & { readonly status: 'waitlisted' | 'offered' };

export function isWaiting(registration: RegistrationRow | undefined): registration is Waiting {
  return registration?.status === 'waitlisted' || registration?.status === 'offered';
}

/** From here on the rules see them as if they didn't wait. Nothing is written: if they are refused, they still wait. */
export function setAside(facts: Facts, tally: Tally, waiting: Waiting): void {
  facts.drop(waiting.shift_id, waiting.user_id);
  if (waiting.status === 'offered') removeFromTally(tally, waiting.role_id);
  else tally.waitlisted -= 1;
}

/** Their registration becomes the spot. Other waitlists stay as they are, as with any sign-up. */
export function spotInstead(
  row: ShiftFactsRow,
  waiting: Waiting,
  { flags, passed }: Pick<Granted<string>, 'flags' | 'passed'>,
  spot: Required<Pick<GivenSpot, 'status' | 'roleId'>> & { source: string; flags?: readonly string[] },
): GivenSpot {
  const given = {
    reason: null,
    source: spot.source,
    flags: [...(spot.flags ?? []), ...flags],
    passed: passed.map(({ code }) => code),
  };
  const entry = { registrationId: waiting.id, userId: waiting.user_id, roleId: waiting.role_id };
  const { status, roleId } = spot;
  return { row, entry, before: waiting.status, status, roleId, leaving: [], given };
}

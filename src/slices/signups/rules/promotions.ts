import { knownZone } from '#kernel/zones.ts';
import { isFull } from './capacity.ts';

interface Spots {
  readonly capacity: number | null;
  readonly spotsTaken: number;
}

export interface WaitlistEntry {
  readonly registrationId: number;
  readonly roleId: number | null;
}

export interface PromotionFacts<Entry extends WaitlistEntry> {
  readonly shift: Spots;
  readonly roles: readonly (Spots & { readonly id: number })[];
  /** In the order in which people joined. */
  readonly waitlist: readonly Entry[];
  /** Called only if there is a spot for the person, because it can be expensive. */
  readonly isEligible: (entry: Entry) => boolean;
}

/** Who gets the free spots, in order. People who are passed over keep their place on the waitlist. */
export function choosePromotions<Entry extends WaitlistEntry>(facts: PromotionFacts<Entry>): Entry[] {
  const roles = new Map(facts.roles.map((role) => [role.id, role]));
  const chosenByRole = new Map<number | null, number>();
  const chosen: Entry[] = [];
  for (const entry of facts.waitlist) {
    if (isFull(taken(facts.shift, chosen.length))) break;
    const role = entry.roleId === null ? undefined : roles.get(entry.roleId);
    const sameRole = chosenByRole.get(entry.roleId) ?? 0;
    if (role && isFull(taken(role, sameRole))) continue;
    if (!facts.isEligible(entry)) continue;
    chosen.push(entry);
    chosenByRole.set(entry.roleId, sameRole + 1);
  }
  return chosen;
}

function taken(spots: Spots, more: number): Spots {
  return { capacity: spots.capacity, spotsTaken: spots.spotsTaken + more };
}

/** How long a waiting person may think about an offered spot: the nearer the shift, the shorter. */
export function offerExpiry(
  now: Temporal.Instant,
  shiftStart: Temporal.Instant,
  timeZone: string,
): Temporal.Instant {
  const expiry = now.add({ minutes: minutesToThink(now, shiftStart, timeZone) });
  return Temporal.Instant.compare(expiry, shiftStart) < 0 ? expiry : shiftStart;
}

function minutesToThink(now: Temporal.Instant, shiftStart: Temporal.Instant, timeZone: string): number {
  const today = now.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate();
  if (today.equals(shiftStart.toZonedDateTimeISO(knownZone(timeZone)).toPlainDate())) return 30;
  return shiftStart.since(now).total('hours') < 48 ? 2 * 60 : 24 * 60;
}

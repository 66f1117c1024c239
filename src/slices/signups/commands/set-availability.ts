import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { lockPeople } from '#slices/shifts/index.ts';
import { fillFreedSpots } from '../jobs.ts';
import { presentAvailability } from '../present.ts';
import { type AvailabilityException, availabilityErrors } from '../rules/availability.ts';
import { Availability, type AvailabilityBody, type AvailabilityInput } from '../schema/mine.ts';
import { putAvailability } from '../sql/mine.ts';
import { selectOpenWaits } from '../sql/registrations.ts';

/** Replaces what the person has declared. Existing registrations stay: others count on them. */
export async function setAvailability(
  platform: Platform,
  call: Call,
  { userId }: Person,
  input: AvailabilityInput,
): Promise<AvailabilityBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    await lockPeople(tx, [userId]);
    const profile = await findProfile(tx, userId);
    if (!profile) throw refuse('not_found');
    const before = await presentAvailability(tx, userId);
    checkIfMatch(call, Availability, before);
    const declared = {
      timeZone: input.time_zone ?? knownZone(profile.time_zone),
      weekly: input.weekly ?? [],
      exceptions: (input.exceptions ?? []).map(withoutEmptyHours),
    };
    const [first, ...others] = availabilityErrors(declared);
    if (first) throw refuse(first, ...others);
    const { timeZone: time_zone, weekly, exceptions } = declared;
    if (!changesOf(before, { time_zone, weekly, exceptions })) return before;
    await putAvailability(tx, userId, declared, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'availability.changed',
      // When someone is at home is personal: the record says only that it changed.
      objectId: userId,
      subjectUserId: userId,
    });
    // A waitlist may have passed the person over because of what they had declared before.
    await enqueueAll(tx, fillFreedSpots, await selectOpenWaits(tx, [userId], call.now));
    return await presentAvailability(tx, userId);
  });
}

type GivenException = NonNullable<AvailabilityInput['exceptions']>[number];

/** Null says the same as nothing. */
function withoutEmptyHours({ date, available, from, until }: GivenException): AvailabilityException {
  return { date, available, ...(from != null && { from }), ...(until != null && { until }) };
}

import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import { record } from '#platform/outbox/index.ts';
import { swapReopened } from '../events.ts';
import { expireOffer } from '../jobs.ts';
import { offerExpiry } from '../rules/promotions.ts';
import { reopenAccepted } from '../sql/swaps.ts';
import { moveRegistrations, selectOffersOn, setOfferEnds } from '../sql/writes.ts';

/** Registrations take over the new times of these shifts. Returns whose they are. */
export async function moveAllOn(
  tx: Tx,
  call: Call,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<number[]> {
  await askTakersAgain(tx, call, organizationId, shiftIds);
  const moved = await moveRegistrations(tx, organizationId, shiftIds);
  await shortenOffers(tx, call, organizationId, shiftIds);
  return moved;
}

/** The nearer the shift, the shorter an offer holds its spot. It is never made longer: the person has read when it ends. */
async function shortenOffers(
  tx: Tx,
  call: Call,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<void> {
  const shorter = (await selectOffersOn(tx, organizationId, shiftIds)).flatMap((offer) => {
    const endsAt = offerExpiry(call.now, offer.start_time, offer.time_zone);
    return Temporal.Instant.compare(endsAt, offer.offer_expires_at) < 0 ? [{ id: offer.id, endsAt }] : [];
  });
  if (shorter.length === 0) return;
  await setOfferEnds(tx, organizationId, shorter);
  await enqueueAll(
    tx,
    expireOffer,
    shorter.map(({ id }) => ({ registration_id: id, organization_id: organizationId })),
    shorter.map(({ endsAt }) => endsAt),
  );
}

/** Someone who accepted a spot and waits for a coordinator agreed to the old time. */
async function askTakersAgain(
  tx: Tx,
  call: Call,
  organizationId: number,
  shiftIds: readonly number[],
): Promise<void> {
  const swaps = await reopenAccepted(tx, organizationId, shiftIds);
  if (swaps.length === 0) return;
  await record(
    tx,
    call.now,
    ...swaps.map(({ id, shift_id, user_id, to_user_id, taker_id }) =>
      swapReopened(organizationId, { swap_id: id, shift_id, user_id, to_user_id, taker_id }),
    ),
  );
  await writeAudit(
    tx,
    call,
    ...swaps.map(({ id, shift_id, user_id, taker_id }) => ({
      organizationId,
      action: 'swap.reopened' as const,
      objectId: id,
      subjectUserId: user_id,
      before: { shift_id, taker_id },
      after: { shift_id, taker_id: null },
    })),
  );
}

import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { signUpAll, type Ticket } from '#slices/signups/index.ts';
import type { CheckInInput } from '../schema.ts';
import { loadDoor } from '../sql/door.ts';

/** Gives somebody who stands at the door without a sign-up a seat, by the rules of an override. */
export async function walkIn(
  tx: Tx,
  platform: Platform,
  call: Call,
  shiftId: number,
  userId: number,
  override: CheckInInput['override'],
): Promise<{ registrationId: number; isWalkIn: boolean }> {
  // The key of the request settles the check-in, not the sign-up within it.
  const { idempotency: _, ...own } = call;
  const ticket: Ticket = {
    call: own,
    userId,
    input: {
      source: 'kiosk',
      override: { reason: override?.reason ?? 'walk-in', capacity: override?.capacity ?? false },
    },
  };
  const [answered] = await signUpAll(tx, platform.database, shiftId, [ticket]);
  if (!answered) throw refuse('not_found');
  if ('refusal' in answered) {
    const registrationId = await seatTakenMeanwhile(tx, answered.refusal, shiftId, userId);
    if (registrationId === undefined) throw answered.refusal;
    return { registrationId, isWalkIn: false };
  }
  const { registration } = answered.answer;
  if (registration.status === 'active') return { registrationId: registration.id, isWalkIn: true };
  // On the waitlist or awaiting approval: that is no reason to be inside, and it is undone with the refusal.
  if (registration.status === 'pending_approval') {
    throw new Refusal('policy_conflict', {
      detail: 'This shift needs approval: sign the person up and approve it, then check them in.',
      errors: [{ path: 'user_id', code: 'needs_approval', message: 'must be signed up and approved first' }],
    });
  }
  throw new Refusal('capacity_conflict', {
    detail: 'The shift is full. Send `override` with a reason and `capacity: true` for a seat beyond it.',
    errors: [{ path: 'override.capacity', code: 'shift_full', message: 'is needed for this walk-in' }],
  });
}

/** Two desks scan the same person at once: the second finds the seat that the first has made. */
async function seatTakenMeanwhile(
  tx: Tx,
  refusal: Refusal,
  shiftId: number,
  userId: number,
): Promise<number | undefined> {
  if (refusal.code !== 'already_registered') return undefined;
  const door = await loadDoor(tx, shiftId, userId, null);
  return door?.registration_status === 'active' ? (door.registration_id ?? undefined) : undefined;
}

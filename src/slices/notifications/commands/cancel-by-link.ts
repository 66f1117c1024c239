import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { cancelSignup, findRegistration } from '#slices/signups/index.ts';
import { callOfPerson, readCantComeToken } from '../gate.ts';
import type { LinkOutcome } from '../schema/links.ts';

/** Cancels the sign-up that a link was made for. The second time there is none, and nothing happens. */
export async function cancelByLink(platform: Platform, call: Call, token: string): Promise<LinkOutcome> {
  const { db, sealer } = platform.database;
  const registration = await findRegistration(db, readCantComeToken(sealer, token));
  if (!registration) throw refuse('token_invalid');
  if (registration.status === 'cancelled') return { outcome: 'gone' };
  const { shift_id: shiftId, user_id: userId } = registration;
  const input = { source: 'self_service' as const, registration_id: registration.id };
  try {
    await cancelSignup(platform, callOfPerson(call, userId), shiftId, userId, input);
    return { outcome: 'cancelled' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'not_found') return { outcome: 'gone' };
    if (error.code === 'policy_conflict') return { outcome: 'refused' };
    throw error;
  }
}

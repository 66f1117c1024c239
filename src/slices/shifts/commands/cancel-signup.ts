import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { signupCancelled } from '../events.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideCancel } from '../rules/decide-cancel.ts';
import type { CancelSignupInput } from '../schema/registration.ts';
import { loadFacts, type ShiftFactsRow } from '../sql/facts.ts';
import { findLive, type RegistrationRow, updateStatuses } from '../sql/registrations.ts';
import { actorFacts, policiesOf, shiftFacts, tallyOf } from './assemble-facts.ts';
import { fillSeats } from './fill-seats.ts';
import { holdSeats } from './hold-seats.ts';

/** Gives a seat or a place on the waitlist back, and the seat to the next in line. */
export async function cancelSignup(
  platform: Platform,
  call: Call,
  shiftId: number,
  userId: number,
  input: CancelSignupInput,
): Promise<void> {
  await holdSeats(platform, call, [shiftId], [userId], async (tx, held) => {
    const registration = await findLive(tx, shiftId, userId);
    const row = await loadFacts(tx, shiftId, call.actor.kind === 'person' ? [call.actor.userId] : []);
    if (!registration || !row)
      throw refuse('not_found', 'There is no registration of this person on this shift.');
    const actor = actorFacts(call, row, userId);
    if (!actor.isSelf && !actor.isCoordinator) throw refuse('forbidden');
    const decision = decideCancel({
      now: call.now,
      shift: shiftFacts(row, tallyOf(row)),
      registration,
      policies: policiesOf(row),
      actor,
    });
    if (decision.outcome === 'refuse') {
      const { code, detail, errors } = refusalOf(decision.blockers);
      throw refuse(code, detail, errors);
    }
    const source = input.source ?? (actor.isSelf ? 'self_service' : 'coordinator');
    await endRegistration(tx, call, row, registration, {
      reason: input.reason ?? null,
      source,
      flags: decision.flags,
    });
    await fillSeats(tx, call, held, [shiftId], [userId]);
    return null;
  });
}

export interface Ending {
  readonly reason: string | null;
  readonly source: string;
  readonly flags: readonly string[];
}

export async function endRegistration(
  tx: Tx,
  call: Call,
  row: Pick<ShiftFactsRow, 'organization_id'>,
  registration: RegistrationRow,
  { reason, source, flags }: Ending,
): Promise<void> {
  const { id, shift_id, user_id, role_key, status } = registration;
  await updateStatuses(tx, [{ id, status: 'cancelled', cancelReason: reason, source, flags }], call.now);
  const late = flags.includes('late_cancellation');
  const data = {
    registration_id: id,
    shift_id,
    user_id,
    role_key,
    status: 'cancelled',
    reason,
    source,
    late,
  };
  await record(tx, call.now, signupCancelled(row.organization_id, data));
  await writeAudit(tx, call, {
    organizationId: row.organization_id,
    action: 'registration.cancelled',
    objectType: 'registration',
    objectId: id,
    subjectUserId: user_id,
    before: { status },
    after: { status: 'cancelled', flags },
    reason,
    source,
  });
}

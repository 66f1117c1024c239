import type { Call } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { signupChanged } from '../events.ts';
import { presentRegistration } from '../reads/registrations.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideChange } from '../rules/decide-change.ts';
import type { ActorFacts } from '../rules/facts.ts';
import type { ChangeSignupInput, SignupAnswerBody } from '../schema/registration.ts';
import { loadFacts, type ShiftFactsRow } from '../sql/facts.ts';
import {
  allowOverbooking,
  findLive,
  findRegistration,
  insertRegistrations,
  type RegistrationRow,
  updateStatuses,
} from '../sql/registrations.ts';
import {
  actorFacts,
  policiesOf,
  shiftFacts,
  signupFacts,
  tallyOf,
  toOverride,
  wantedRole,
} from './assemble-facts.ts';
import { fillSeats } from './fill-seats.ts';
import { holdSeats } from './hold-seats.ts';

/** Moves a registration to another shift of the same mission: the old seat goes only if the new one is granted. */
export async function changeSignup(
  platform: Platform,
  call: Call,
  userId: number,
  destinationId: number,
  input: ChangeSignupInput,
): Promise<SignupAnswerBody> {
  const shiftIds = [destinationId, input.current_shift_id];
  return await holdSeats(platform, call, shiftIds, [userId], async (tx, held) => {
    const caller = call.actor.kind === 'person' ? [call.actor.userId] : [];
    const destination = await loadFacts(tx, destinationId, [...new Set([userId, ...caller])]);
    if (!destination || destination.status === 'draft') throw refuse('not_found');
    const actor = actorFacts(call, destination, userId);
    if (!actor.isSelf && !actor.isCoordinator)
      throw refuse(
        'forbidden',
        'Only coordinators move somebody else. Leave `user_id` out to move yourself.',
      );
    if (input.override && !actor.isCoordinator)
      throw refuse('forbidden', 'Only coordinators may override a rule. Leave `override` out.');
    const current = await loadFacts(tx, input.current_shift_id, [userId]);
    const registration = current && (await findLive(tx, current.id, userId));
    if (!current || !registration || !['active', 'pending_approval'].includes(registration.status)) {
      const who = actor.isSelf ? 'you are' : 'this person is';
      throw refuseField('current_shift_id', 'not_registered', `is not a shift ${who} registered for`);
    }
    const moved = await move(tx, call, { destination, current, registration, actor }, input);
    await fillSeats(tx, call, held, [current.id], [userId]);
    const row = await findRegistration(tx, moved);
    if (!row) throw refuse('not_found');
    const waits = row.status === 'pending_approval';
    const [who, has] = actor.isSelf ? ['You', 'have'] : ['This person', 'has'];
    return {
      success: true,
      message: waits
        ? `${who} ${has} moved; the new shift waits for approval.`
        : `${who} ${has} moved to the other shift.`,
      registration: presentRegistration(row),
    };
  });
}

interface Move {
  readonly destination: ShiftFactsRow;
  readonly current: ShiftFactsRow;
  readonly registration: RegistrationRow;
  readonly actor: ActorFacts;
}

async function move(
  tx: Tx,
  call: Call,
  { destination, current, registration, actor }: Move,
  input: ChangeSignupInput,
): Promise<number> {
  const userId = registration.user_id;
  const person = destination.people.find(({ id }) => id === userId);
  if (!person) throw refuse('not_found');
  const tally = tallyOf(destination);
  const role = wantedRole(destination, { roleId: input.role_id, roleKey: input.role_key }, tally);
  const override = toOverride(input.override);
  const source = actor.isSelf ? 'self_service' : 'coordinator';
  const decision = decideChange({
    destination: signupFacts(destination, person, { now: call.now, role, actor, override, tally }),
    current: {
      shift: shiftFacts(current, tallyOf(current)),
      roleId: registration.role_id,
      status: registration.status,
      policies: policiesOf(current),
    },
    organizationTimeZone: destination.organization_zone,
  });
  if (decision.outcome === 'refuse') {
    const { code, detail, errors } = refusalOf(decision.blockers);
    throw refuse(code, detail, errors);
  }
  const status = decision.outcome === 'confirm' ? 'active' : 'pending_approval';
  const id = person.next_id;
  const reason = `moved to shift ${destination.id}`;
  // The old one first: the two may overlap in time.
  await updateStatuses(tx, [{ id: registration.id, status: 'cancelled', cancelReason: reason }], call.now);
  if (override?.capacity) await allowOverbooking(tx, destination.id, [role?.id ?? null]);
  await insertRegistrations(tx, [
    {
      id,
      organizationId: destination.organization_id,
      shiftId: destination.id,
      userId,
      roleId: role?.id ?? null,
      status,
      start: destination.start_time,
      end: destination.end_time,
      flags: decision.flags,
      source,
      now: call.now,
    },
  ]);
  const roleKey = role?.key ?? null;
  const data = { registration_id: id, shift_id: destination.id, user_id: userId, role_key: roleKey, status };
  const from = { from_shift_id: current.id, from_registration_id: registration.id };
  await record(tx, call.now, signupChanged(destination.organization_id, { ...data, ...from }));
  await writeAudit(tx, call, {
    organizationId: destination.organization_id,
    action: 'registration.changed',
    objectType: 'registration',
    objectId: id,
    subjectUserId: userId,
    before: { registration_id: registration.id, shift_id: current.id, status: registration.status },
    after: { shift_id: destination.id, status, role_id: role?.id ?? null, flags: decision.flags },
    source,
    ...(override && { reason: override.reason }),
  });
  return id;
}

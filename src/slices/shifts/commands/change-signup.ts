import type { Call } from '#kernel/call.ts';
import { refuse, refuseField } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { signupChanged } from '../events.ts';
import { loadFacts, type ShiftFactsRow } from '../facts.ts';
import { presentRegistration } from '../reads/registrations.ts';
import { decideChange } from '../rules/decide-change.ts';
import type { ActorFacts } from '../rules/facts.ts';
import { changeMessage } from '../rules/signup-messages.ts';
import type { ChangeSignupInput, SignupAnswerBody } from '../schema/registration.ts';
import {
  allowOverbooking,
  drawRegistrationIds,
  findLive,
  findRegistration,
  insertRegistrations,
  type RegistrationRow,
  updateStatuses,
} from '../sql/registrations.ts';
import {
  actorFacts,
  policiesOf,
  refusalFor,
  shiftFacts,
  signupFacts,
  tallyOf,
  toOverride,
  wantedRole,
} from './assemble-facts.ts';
import { fillSeats } from './fill-seats.ts';
import { holdSeats } from './hold-seats.ts';

/** Switches to another shift of the same mission: the old spot goes only if the new one is granted. */
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
    const userIds = [...new Set([userId, ...caller])];
    const ids = await drawRegistrationIds(tx, 1);
    const facts = await loadFacts(
      tx,
      [...new Set(shiftIds)].map((shiftId) => ({ shiftId, userIds })),
    );
    const destination = facts.shift(destinationId);
    if (!destination || destination.status === 'draft') throw refuse('not_found');
    const actor = actorFacts(call, destination, userId);
    if (!actor.isSelf && !actor.isCoordinator)
      throw refuse('forbidden', 'Only coordinators can switch other people. Leave out `user_id` to switch.');
    if (input.override && !actor.isCoordinator)
      throw refuse('forbidden', 'Only coordinators can override a rule. Leave out `override`.');
    const current = facts.shift(input.current_shift_id);
    const registration = current && (await findLive(tx, current.id, userId));
    if (!current || !registration || !['active', 'pending_approval'].includes(registration.status)) {
      const who = actor.isSelf ? "You're" : 'This person is';
      throw refuseField('current_shift_id', 'not_registered', `${who} not signed up for this shift.`);
    }
    const [id] = await ids();
    if (id === undefined) throw new Error('no id was drawn');
    await move(tx, call, { id, destination, current, registration, actor }, input);
    await fillSeats(tx, call, held, [current.id], [userId]);
    const row = await findRegistration(tx, id);
    if (!row) throw refuse('not_found');
    const message = changeMessage(row.status, { isSelf: actor.isSelf, name: row.user_name });
    return { success: true, message, registration: presentRegistration(row) };
  });
}

interface Move {
  readonly id: number;
  readonly destination: ShiftFactsRow;
  readonly current: ShiftFactsRow;
  readonly registration: RegistrationRow;
  readonly actor: ActorFacts;
}

async function move(
  tx: Tx,
  call: Call,
  { id, destination, current, registration, actor }: Move,
  input: ChangeSignupInput,
): Promise<void> {
  const userId = registration.user_id;
  const person = destination.person(userId);
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
  if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor);
  const status = decision.outcome === 'confirm' ? 'active' : 'pending_approval';
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
}

import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { refuseForOthers } from '#slices/organizations/index.ts';
import { attempt, type Result, withLocks } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { actorFacts, memberAmong, refusalFor } from '../facts/assemble.ts';
import { loadFacts } from '../facts/load.ts';
import { changeMessage, presentRegistration } from '../present.ts';
import type { BulkRegistrationsBody, MoveManyInput } from '../schema/bulk.ts';
import type { ChangeSignupInput, SignupAnswerBody } from '../schema/registration.ts';
import { findLive, findRegistration } from '../sql/registrations.ts';
import { drawRegistrationIds } from '../sql/writes.ts';
import { MoveBatch } from '../steps/decide-moves.ts';
import { fillSpots } from '../steps/fill-spots.ts';
import { followEnded } from '../steps/follow-ended.ts';
import { onRegistrations } from '../steps/open-registrations.ts';

/** Switches to another shift of the same mission: the old spot goes only if the new one is granted. */
export async function changeSignup(
  platform: Platform,
  call: Call,
  userId: number,
  destinationId: number,
  input: ChangeSignupInput,
): Promise<SignupAnswerBody> {
  const shiftIds = [destinationId, input.current_shift_id];
  return await withLocks(platform, call, shiftIds, [userId], async (tx, locks) => {
    const caller = call.actor.kind === 'person' ? [call.actor.userId] : [];
    const userIds = [...new Set([userId, ...caller])];
    const ids = await drawRegistrationIds(tx, 1);
    const facts = await loadFacts(
      tx,
      [...new Set(shiftIds)].map((shiftId) => ({ shiftId, userIds })),
    );
    const destination = facts.shift(destinationId);
    if (!destination || destination.is_hidden) throw refuse('not_found');
    const actor = actorFacts(call, destination, userId);
    if (!actor.isSelf && !actor.isCoordinator) {
      const toPeople = signupErrors.switch_by_coordinators('user_id');
      throw refuseForOthers(call, 'shifts.manage', destination.organization_id, toPeople);
    }
    if (input.override && !actor.isCoordinator)
      throw refuse(signupErrors.override_by_coordinators('override'));
    const { name } = memberAmong(destination, userId, actor.isSelf);
    const isNear = facts.shift(input.current_shift_id)?.organization_id === destination.organization_id;
    // What someone does in other organizations is their own business.
    const registration =
      isNear || actor.isSelf ? await findLive(tx, input.current_shift_id, userId) : undefined;
    if (!registration) {
      const missing = [signupErrors.not_registered('current_shift_id')];
      throw refusalFor(missing, actor, name);
    }
    const [id] = await ids();
    if (id === undefined) throw new Error('no id was drawn');
    const batch = new MoveBatch(call, facts, destination, wishOf(input));
    batch.decide(id, registration, actor);
    await batch.write(tx);
    await followEnded(platform, tx, call, [registration]);
    await fillSpots(tx, call, locks, [registration.shift_id], [userId]);
    const row = await findRegistration(tx, id);
    if (!row) throw refuse('not_found');
    const message = changeMessage(call.language, row.status, { isSelf: actor.isSelf, name: row.user_name });
    return { success: true, message, registration: presentRegistration(row) };
  });
}

/** A coordinator's list of people, moved to one shift in its order. Who is refused keeps the old spot. */
export async function moveMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  input: MoveManyInput,
): Promise<BulkRegistrationsBody> {
  const { ids, shift_id: shiftId } = input;
  const asked = { ids, shiftIds: [shiftId] };
  return await onRegistrations(
    platform,
    call,
    organizationId,
    asked,
    async ({ tx, locks, registrations }) => {
      const free = await drawRegistrationIds(tx, registrations.length);
      const userIds = [...new Set(registrations.map(({ user_id }) => user_id))];
      const shiftIds = new Set([shiftId, ...registrations.map(({ shift_id }) => shift_id)]);
      const facts = await loadFacts(
        tx,
        [...shiftIds].map((id) => ({ shiftId: id, userIds: id === shiftId ? userIds : [] })),
      );
      const destination = facts.shift(shiftId);
      if (destination?.organization_id !== organizationId || destination.is_hidden)
        throw refuse(signupErrors.shift_not_found('shift_id'));
      const batch = new MoveBatch(call, facts, destination, wishOf(input));
      const newIds = await free();
      const actor = { isCoordinator: true, isSelf: false };
      const results = new Map(
        registrations.map((registration, index): [number, Result] => {
          const id = newIds[index];
          if (id === undefined) throw new Error('no id was drawn');
          const move = (): Result => {
            batch.decide(id, registration, actor);
            return { status: 'done', id };
          };
          return [registration.id, attempt(move)];
        }),
      );
      await batch.write(tx);
      const moved = registrations.filter(({ id }) => results.get(id)?.status === 'done');
      await followEnded(platform, tx, call, moved);
      const left = new Set(moved.map(({ shift_id }) => shift_id));
      const people = new Set(moved.map(({ user_id }) => user_id));
      if (moved.length > 0) await fillSpots(tx, call, locks, [...left], [...people]);
      return results;
    },
  );
}

function wishOf({ role_id, role_key, override }: Pick<MoveManyInput, 'role_id' | 'role_key' | 'override'>) {
  return { roleId: role_id, roleKey: role_key, override };
}

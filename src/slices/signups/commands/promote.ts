import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { allowOverbooking, attempt, type Locks, type Result, withLocks } from '#slices/shifts/index.ts';
import {
  addToTally,
  refusalFor,
  signupFacts,
  type Tally,
  tallyOf,
  toOverride,
  wantedRole,
} from '../facts/assemble.ts';
import { type Facts, loadFacts, type ShiftFactsRow } from '../facts/load.ts';
import { presentRegistration, signupMessage } from '../present.ts';
import { decidePromotion } from '../rules/decide.ts';
import type { BulkRegistrationsBody, PromoteInput } from '../schema/bulk.ts';
import type { SignupAnswerBody } from '../schema/registration.ts';
import { findRegistration, type ManagedRegistration } from '../sql/registrations.ts';
import { type GivenSpot, giveSpots, overlappingWaits } from '../steps/give-spots.ts';
import { misplaced, onRegistrations, type Results } from '../steps/open-registrations.ts';

/** Gives spots to people who wait, even if others are ahead of them on the waitlist. */
export async function promoteMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids, ...input }: PromoteInput & { readonly ids: readonly number[] },
): Promise<BulkRegistrationsBody> {
  return await onRegistrations(platform, call, organizationId, { ids }, ({ tx, locks, registrations }) =>
    promoteAll(tx, call, locks, registrations, input),
  );
}

export async function promote(
  platform: Platform,
  call: Call,
  id: number,
  input: PromoteInput,
): Promise<SignupAnswerBody> {
  const known = await findRegistration(platform.database.db, id);
  if (!known) throw refuse('not_found');
  return await withLocks(platform, call, [known.shift_id], [known.user_id], async (tx, locks) => {
    const before = await findRegistration(tx, id);
    if (!before) throw refuse('not_found');
    await authorize(tx, call, 'shifts.manage', before.organization_id);
    const result = (await promoteAll(tx, call, locks, [before], input)).get(id);
    if (result?.status === 'refused') throw result.refusal;
    if (result?.status === 'unchanged') throw misplaced(before.status, 'waitlisted');
    const after = await findRegistration(tx, id);
    if (!after) throw refuse('not_found');
    const isSelf = call.actor.kind === 'person' && call.actor.userId === after.user_id;
    const message = signupMessage(call.language, after.status, { isSelf, name: after.user_name }, null);
    return { success: true, message, registration: presentRegistration(after) };
  });
}

/** The shifts and the people are locked, and the caller may manage the shifts. */
async function promoteAll(
  tx: Tx,
  call: Call,
  locks: Locks,
  registrations: readonly ManagedRegistration[],
  input: PromoteInput,
): Promise<Results> {
  const byShift = Map.groupBy(registrations, ({ shift_id }) => shift_id);
  const questions = [...byShift].map(([shiftId, rows]) => {
    return { shiftId, userIds: rows.map(({ user_id }) => user_id) };
  });
  const batch = new Promotions(call, await loadFacts(tx, questions), input);
  const results = new Map(registrations.map((one) => [one.id, attempt(() => batch.decide(one))]));
  const [first] = registrations;
  if (input.override?.capacity && first) await allowOverbooking(tx, first.organization_id, batch.newSpots());
  await giveSpots(tx, call, locks, batch.spots);
  return results;
}

/** Each is decided on what those before it left. */
class Promotions {
  readonly spots: GivenSpot[] = [];
  readonly #call: Call;
  readonly #facts: Facts;
  readonly #input: PromoteInput;
  readonly #tallies = new Map<number, Tally>();

  constructor(call: Call, facts: Facts, input: PromoteInput) {
    this.#call = call;
    this.#facts = facts;
    this.#input = input;
  }

  decide({ id, shift_id, user_id, role_id, status: before }: ManagedRegistration): Result {
    if (before === 'active') return { status: 'unchanged' };
    if (before !== 'waitlisted' && before !== 'offered') throw misplaced(before, 'waitlisted');
    const row = this.#facts.shift(shift_id);
    const person = row?.person(user_id);
    if (!row || !person) throw refuse('not_found');
    // A spot on an overlapping shift, given a moment ago, has taken the person off this waitlist.
    if (person.existing?.id !== id) throw misplaced('cancelled', 'waitlisted');
    const override = toOverride(this.#input.override);
    const actor = { isCoordinator: true, isSelf: false };
    const tally = this.#tallyOf(row);
    const role = wantedRole(row, { roleId: role_id }, tally);
    const asking = { now: this.#call.now, role, actor, override, tally };
    const decision = decidePromotion(signupFacts(row, person, asking));
    if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor, person.name);
    const leaving = overlappingWaits(row, person);
    const entry = { registrationId: id, userId: user_id, roleId: role_id };
    const passed = decision.passed.map(({ code }) => code);
    const reason = override?.reason ?? this.#input.reason ?? null;
    const given = { reason, flags: decision.flags, passed };
    this.spots.push({ row, entry, before, status: 'active', leaving, given });
    if (before === 'waitlisted') addToTally(tally, role_id, 'active');
    this.#facts.note(row, user_id, { id, status: 'active' });
    for (const { shiftId } of leaving) this.#facts.drop(shiftId, user_id);
    return { status: 'done' };
  }

  /** Those that are taken now; an offer has held its spot before. */
  newSpots() {
    return this.spots
      .filter(({ before }) => before === 'waitlisted')
      .map(({ row, entry }) => ({ shiftId: row.id, roleId: entry.roleId }));
  }

  #tallyOf(row: ShiftFactsRow): Tally {
    const tally = this.#tallies.get(row.id) ?? tallyOf(row);
    this.#tallies.set(row.id, tally);
    return tally;
  }
}

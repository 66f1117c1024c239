import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import { isolate } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type Locks, withLocks } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { refusalFor, signupFacts, tallyOf } from '../facts/assemble.ts';
import { loadShiftFacts } from '../facts/load.ts';
import { expireOffers } from '../jobs.ts';
import { signupTexts } from '../messages/index.ts';
import { presentRegistration, signupMessage } from '../present.ts';
import { promotionBlockers } from '../rules/decide.ts';
import type { SignupAnswerBody } from '../schema/registration.ts';
import { findRegistration, type RegistrationRow, selectExpiredOffers } from '../sql/registrations.ts';
import { endRegistrations } from '../steps/end-registrations.ts';
import { fillSpots } from '../steps/fill-spots.ts';
import { giveSpots, overlappingWaits, statusWithSpot } from '../steps/give-spots.ts';
import { misplaced } from '../steps/open-registrations.ts';
import { writeApprovals, writeRejections } from '../steps/write-decisions.ts';

type Known = RegistrationRow & { readonly user_name: string };
type Work = (tx: Tx, registration: Known, locks: Locks) => Promise<string>;

/** Locks the registration's shift and person, then works on the registration as it stands now. */
async function withRegistration(
  platform: Platform,
  call: Call,
  id: number,
  expected: 'pending_approval' | 'offered',
  work: Work,
): Promise<SignupAnswerBody> {
  const known = await findRegistration(platform.database.db, id);
  if (!known) throw refuse('not_found');
  return await withLocks(platform, call, [known.shift_id], [known.user_id], async (tx, locks) => {
    const registration = await findRegistration(tx, id);
    if (!registration) throw refuse('not_found');
    const message = await work(tx, registration, locks);
    if (registration.status !== expected) {
      throw misplaced(registration.status, expected);
    }
    const after = await findRegistration(tx, id);
    if (!after) throw refuse('not_found');
    return { success: true, message, registration: presentRegistration(after) };
  });
}

export async function approve(platform: Platform, call: Call, id: number): Promise<SignupAnswerBody> {
  return await withRegistration(platform, call, id, 'pending_approval', async (tx, registration) => {
    await authorize(tx, call, 'shifts.manage', registration.organization_id);
    if (registration.status !== 'pending_approval') return '';
    await writeApprovals(tx, call, [registration]);
    const to = { isSelf: isOwn(call, registration), name: registration.user_name };
    return signupMessage(call.language, 'active', to, null);
  });
}

export async function reject(
  platform: Platform,
  call: Call,
  id: number,
  reason: string | null,
): Promise<SignupAnswerBody> {
  return await withRegistration(platform, call, id, 'pending_approval', async (tx, registration, locks) => {
    await authorize(tx, call, 'shifts.manage', registration.organization_id);
    if (registration.status !== 'pending_approval') return '';
    await writeRejections(tx, call, locks, [registration], reason);
    return signupTexts.say(call.language, 'answers.rejected');
  });
}

/** Takes an offered spot. What may have come between, another shift say, is looked at once more. */
export async function acceptOffer(platform: Platform, call: Call, id: number): Promise<SignupAnswerBody> {
  return await withRegistration(platform, call, id, 'offered', async (tx, registration, locks) => {
    await checkOwner(tx, call, registration);
    if (registration.status !== 'offered') return '';
    if (
      registration.offer_expires_at &&
      Temporal.Instant.compare(registration.offer_expires_at, call.now) <= 0
    ) {
      throw refuse(signupErrors.offer_expired('offer'));
    }
    const row = await loadShiftFacts(tx, registration.shift_id, [registration.user_id]);
    const person = row?.person(registration.user_id);
    if (!row || !person) throw refuse('not_found');
    const isSelf = isOwn(call, registration);
    const actor = { isCoordinator: false, isSelf: true };
    const asking = { now: call.now, role: null, actor, override: null, tally: tallyOf(row) };
    const blockers = promotionBlockers(signupFacts(row, person, asking));
    if (blockers.length > 0) throw refusalFor(blockers, { isSelf }, person.name);
    const entry = { registrationId: id, userId: registration.user_id, roleId: registration.role_id };
    const leaving = overlappingWaits(row, person);
    const status = statusWithSpot(row);
    await giveSpots(tx, call, locks, [{ row, entry, before: 'offered', status, leaving }]);
    return signupMessage(call.language, status, { isSelf, name: person.name }, null);
  });
}

export async function declineOffer(
  platform: Platform,
  call: Call,
  id: number,
  reason: string | null,
): Promise<SignupAnswerBody> {
  return await withRegistration(platform, call, id, 'offered', async (tx, registration, locks) => {
    await checkOwner(tx, call, registration);
    if (registration.status !== 'offered') return '';
    await endRegistrations(tx, call, [registration], {
      reason,
      source: 'self_service',
      flags: ['declined'],
    });
    await fillSpots(tx, call, locks, [registration.shift_id], [registration.user_id]);
    return signupTexts.say(call.language, 'answers.declined');
  });
}

/** All offers whose time is up, of one organization or of all. One that fails does not keep the others waiting. */
export async function expireOffersOf(
  platform: Platform,
  call: Call,
  organizationIds?: readonly number[],
): Promise<number> {
  let expired = 0;
  for (let after = 0; ; ) {
    const page = await selectExpiredOffers(platform.database.db, call.now, { organizationIds, after });
    const last = page.at(-1);
    if (last === undefined) return expired;
    after = last.id;
    for (const { id, organization_id } of page) {
      const expire = () => expireOneOffer(platform, call, id);
      if (await isolate(platform, expireOffers.name, organization_id, expire)) expired += 1;
    }
  }
}

/** Safe to repeat: an offer that has been taken or declined is left alone. */
export async function expireOneOffer(platform: Platform, call: Call, id: number): Promise<boolean> {
  const known = await findRegistration(platform.database.db, id);
  if (known?.status !== 'offered') return false;
  return await withLocks(platform, {}, [known.shift_id], [known.user_id], async (tx, locks) => {
    const registration = await findRegistration(tx, id);
    const expiresAt = registration?.offer_expires_at;
    if (!registration || !expiresAt || Temporal.Instant.compare(expiresAt, call.now) > 0) return false;
    const ending = { reason: 'offer_expired', source: 'system', flags: ['offer_expired'] };
    await endRegistrations(tx, call, [registration], ending);
    await fillSpots(tx, call, locks, [registration.shift_id], [registration.user_id]);
    return true;
  });
}

function isOwn({ actor }: Call, registration: RegistrationRow): boolean {
  return actor.kind === 'person' && actor.userId === registration.user_id;
}

async function checkOwner(tx: Tx, call: Call, registration: RegistrationRow): Promise<void> {
  if (isOwn(call, registration)) return;
  await authorize(tx, call, 'shifts.manage', registration.organization_id);
}

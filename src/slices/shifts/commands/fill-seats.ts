import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { record } from '#platform/outbox/index.ts';
import { signupCancelled, waitlistOffered, waitlistPromoted } from '../events.ts';
import { expireOffer } from '../jobs.ts';
import { promotionBlockers } from '../rules/decide.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import { choosePromotions, offerExpiry } from '../rules/promotions.ts';
import { headOfList, loadFacts, type OtherRow, type PersonRow, type ShiftFactsRow } from '../sql/facts.ts';
import {
  type RegistrationRow,
  type StatusChange,
  selectOpenWaits,
  selectRegistrations,
  selectWaiting,
  updateStatuses,
  type WaitingRow,
} from '../sql/registrations.ts';
import { policiesOf, signupFacts, tallyOf } from './assemble-facts.ts';
import { type Held, requireHeld } from './hold-seats.ts';

/**
 * Gives free seats to the waitlist, in order, in the transaction that freed them. Promotion withdraws a person
 * from waitlists that overlap with the new seat. Whoever's time has become free (`released`) may have been passed
 * over elsewhere while a seat stayed empty: those shifts are looked at as well.
 */
export async function fillSeats(
  tx: Tx,
  call: Call,
  held: Held,
  shiftIds: readonly number[],
  released: readonly number[] = [],
): Promise<void> {
  for (const shiftId of shiftIds) await fillShift(tx, call, held, shiftId);
  const elsewhere = (await selectOpenWaits(tx, released)).filter((id) => !shiftIds.includes(id));
  requireHeld(held, elsewhere);
  for (const shiftId of elsewhere) await fillShift(tx, call, held, shiftId);
}

async function fillShift(tx: Tx, call: Call, held: Held, shiftId: number): Promise<void> {
  const waiting = await selectWaiting(tx, shiftId, headOfList);
  if (waiting.length === 0) return;
  const row = await loadFacts(
    tx,
    shiftId,
    waiting.map((entry) => entry.userId),
  );
  if (!row) return;
  const people = new Map(row.people.map((person) => [person.id, person]));
  const chosen = choose(call, row, waiting, people);
  const offers = policiesOf(row).waitlist_mode === 'offer';
  for (const entry of chosen) {
    const person = people.get(entry.userId);
    if (!person) continue;
    if (offers) await offerSeat(tx, call, row, entry);
    else await promote(tx, call, held, row, entry, person);
  }
}

function choose(
  call: Call,
  row: ShiftFactsRow,
  waiting: readonly WaitingRow[],
  people: Map<number, PersonRow>,
): WaitingRow[] {
  const tally = tallyOf(row);
  const actor = { isCoordinator: false, isSelf: false };
  const isEligible = (entry: WaitingRow): boolean => {
    const person = people.get(entry.userId);
    if (!person) return false;
    const facts = signupFacts(row, person, { now: call.now, role: null, actor, override: null, tally });
    return promotionBlockers(facts).length === 0;
  };
  return choosePromotions({
    shift: { capacity: row.capacity, seatsTaken: tally.seats },
    roles: row.roles.map((role) => ({ id: role.id, capacity: role.capacity, seatsTaken: role.taken })),
    waitlist: waiting,
    isEligible,
  });
}

async function offerSeat(tx: Tx, call: Call, row: ShiftFactsRow, entry: WaitingRow): Promise<void> {
  const expiresAt = offerExpiry(call.now, row.start_time, row.time_zone);
  await updateStatuses(
    tx,
    [{ id: entry.registrationId, status: 'offered', offerExpiresAt: expiresAt }],
    call.now,
  );
  const data = { ...eventData(row, entry, 'offered'), offer_expires_at: formatInstant(expiresAt) };
  await record(tx, call.now, waitlistOffered(row.organization_id, data));
  await writeAudit(tx, call, auditEntry(row, entry, 'registration.offered', 'offered'));
  await enqueue(tx, expireOffer, { registration_id: entry.registrationId }, { runAt: expiresAt });
}

export async function promote(
  tx: Tx,
  call: Call,
  held: Held,
  row: ShiftFactsRow,
  entry: WaitingRow,
  person: PersonRow,
  before: RegistrationStatus = 'waitlisted',
): Promise<RegistrationStatus> {
  const status = row.requires_approval ? 'pending_approval' : 'active';
  const overlapping = overlappingWaits(row, person);
  requireHeld(
    held,
    overlapping.map((other) => other.shift_id),
  );
  // Other shifts may be of other organizations: the record of leaving them is theirs.
  const leaving = await selectRegistrations(
    tx,
    overlapping.map((other) => other.id),
  );
  await updateStatuses(tx, [{ id: entry.registrationId, status }, ...leaving.map(withdrawal)], call.now);
  await record(
    tx,
    call.now,
    waitlistPromoted(row.organization_id, eventData(row, entry, status)),
    ...leaving.map(withdrawalEvent),
  );
  await writeAudit(
    tx,
    call,
    { ...auditEntry(row, entry, 'registration.promoted', status), before: { status: before } },
    ...leaving.map(withdrawalAudit),
  );
  return status;
}

const withdrawalReason = 'took a seat on a shift at the same time';

function overlappingWaits(row: ShiftFactsRow, person: PersonRow): OtherRow[] {
  const start = row.start_time.epochMilliseconds;
  const end = row.end_time.epochMilliseconds;
  return person.others.filter(
    (other) => other.status === 'waitlisted' && other.start < end && other.end > start,
  );
}

function withdrawal({ id }: RegistrationRow): StatusChange {
  return { id, status: 'cancelled', cancelReason: withdrawalReason, source: 'system' };
}

function withdrawalEvent(left: RegistrationRow): DomainEvent {
  return signupCancelled(left.organization_id, {
    registration_id: left.id,
    shift_id: left.shift_id,
    user_id: left.user_id,
    role_key: left.role_key,
    status: 'cancelled',
    reason: withdrawalReason,
    source: 'system',
    late: false,
  });
}

function withdrawalAudit(left: RegistrationRow): AuditEntry {
  return {
    organizationId: left.organization_id,
    action: 'registration.cancelled',
    objectType: 'registration',
    objectId: left.id,
    subjectUserId: left.user_id,
    before: { status: left.status },
    after: { status: 'cancelled' },
    reason: withdrawalReason,
    source: 'system',
  };
}

function eventData(row: ShiftFactsRow, entry: WaitingRow, status: RegistrationStatus) {
  const role = row.roles.find(({ id }) => id === entry.roleId);
  return {
    registration_id: entry.registrationId,
    shift_id: row.id,
    user_id: entry.userId,
    role_key: role?.key ?? null,
    status,
  };
}

function auditEntry(
  row: ShiftFactsRow,
  entry: WaitingRow,
  action: string,
  status: RegistrationStatus,
): AuditEntry {
  return {
    organizationId: row.organization_id,
    action,
    objectType: 'registration',
    objectId: entry.registrationId,
    subjectUserId: entry.userId,
    before: { status: 'waitlisted' },
    after: { status },
  };
}

import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import { record } from '#platform/outbox/index.ts';
import { type Locks, requireLocks } from '#slices/shifts/index.ts';
import { waitlistOffered, waitlistPromoted } from '../events.ts';
import type { OtherRow, PersonRow, ShiftFactsRow } from '../facts/load.ts';
import { expireOffer } from '../jobs.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import { offerExpiry } from '../rules/promotions.ts';
import { selectRegistrations, type WaitingRow } from '../sql/registrations.ts';
import { type StatusChange, updateStatuses } from '../sql/writes.ts';
import { cancelledAudit, cancelledEvent } from './end-registrations.ts';

/** A spot for a person on the waitlist, or for one who has an offer. */
export interface GivenSpot {
  readonly row: ShiftFactsRow;
  readonly entry: Omit<WaitingRow, 'shiftId'>;
  readonly before: 'waitlisted' | 'offered';
  readonly status: 'active' | 'pending_approval' | 'offered';
  /** Of the spot, where it isn't the one that the person waited for. */
  readonly roleId?: number | null;
  /** The waitlists that the person leaves for it. */
  readonly leaving: readonly OtherRow[];
  /** Where it was given out of turn: why, how, and which rules were passed. */
  readonly given?: {
    readonly source?: string;
    readonly reason: string | null;
    readonly flags: readonly string[];
    readonly passed: readonly string[];
  };
}

export function statusWithSpot(row: ShiftFactsRow): 'active' | 'pending_approval' {
  return row.requires_approval ? 'pending_approval' : 'active';
}

/** The person's places on waitlists of other shifts at the same time. */
export function overlappingWaits(row: ShiftFactsRow, person: PersonRow | undefined): OtherRow[] {
  const start = row.start_time.epochMilliseconds;
  const end = row.end_time.epochMilliseconds;
  const others = person?.others ?? [];
  return others.filter(
    (other) => other.status === 'waitlisted' && other.startMs < end && other.endMs > start,
  );
}

/** Why a person leaves a waitlist: they got a spot at the same time on another shift. */
const withdrawal = { reason: 'took_another_spot', source: 'system', flags: [] };

/** Writes any number of promotions and offers: one update, one batch of events, audit rows and jobs. */
export async function giveSpots(
  tx: Tx,
  call: Call,
  locks: Locks,
  spots: readonly GivenSpot[],
): Promise<void> {
  if (spots.length === 0) return;
  const left = spots.flatMap(({ leaving }) => leaving);
  requireLocks(
    locks,
    left.map(({ shiftId }) => shiftId),
  );
  // Other shifts may be of other organizations: the record of leaving them is theirs.
  const leaving = await selectRegistrations(
    tx,
    left.map(({ organizationId }) => organizationId),
    left.map(({ id }) => id),
  );
  const withdrawn = leaving.map((registration): StatusChange => {
    return { registration, status: 'cancelled', cancelReason: withdrawal.reason, source: withdrawal.source };
  });
  const given = spots.map((spot) => ({ ...spot, expiresAt: expiryOf(call, spot) }));
  await updateStatuses(tx, [...given.map(statusChange), ...withdrawn], call.now);
  await record(
    tx,
    call.now,
    ...given.map(spotEvent),
    ...leaving.map((registration) => cancelledEvent(registration, withdrawal)),
  );
  await writeAudit(
    tx,
    call,
    ...given.map(spotAudit),
    ...leaving.map((registration) => cancelledAudit(registration, withdrawal)),
  );
  const offers = given.filter(({ expiresAt }) => expiresAt !== null);
  await enqueueAll(
    tx,
    expireOffer,
    offers.map(({ row, entry }) => ({
      registration_id: entry.registrationId,
      organization_id: row.organization_id,
    })),
    offers.flatMap(({ expiresAt }) => expiresAt ?? []),
  );
}

type DatedSpot = GivenSpot & { readonly expiresAt: Temporal.Instant | null };

function expiryOf(call: Call, { row, status }: GivenSpot): Temporal.Instant | null {
  return status === 'offered' ? offerExpiry(call.now, row.start_time, row.time_zone) : null;
}

function statusChange({ row, entry, before, status, roleId, expiresAt, given }: DatedSpot): StatusChange {
  return {
    registration: {
      id: entry.registrationId,
      organization_id: row.organization_id,
      shift_id: row.id,
      user_id: entry.userId,
      role_id: entry.roleId,
      status: before,
    },
    status,
    offerExpiresAt: expiresAt,
    ...(roleId !== undefined && { roleId }),
    ...(given && { flags: given.flags }),
    ...(given?.source !== undefined && { source: given.source }),
  };
}

function spotEvent({ row, entry, status, roleId = entry.roleId, expiresAt }: DatedSpot): DomainEvent {
  const role = row.roles.find(({ id }) => id === roleId);
  const data = {
    registration_id: entry.registrationId,
    shift_id: row.id,
    user_id: entry.userId,
    role_key: role?.key ?? null,
    status,
  };
  if (expiresAt === null) return waitlistPromoted(row.organization_id, data);
  return waitlistOffered(row.organization_id, { ...data, offer_expires_at: formatInstant(expiresAt) });
}

function spotAudit({ row, entry, before, status, roleId, given }: DatedSpot): AuditEntry {
  return {
    organizationId: row.organization_id,
    action: status === 'offered' ? 'registration.offered' : 'registration.promoted',
    objectId: entry.registrationId,
    subjectUserId: entry.userId,
    before: {
      status: before as RegistrationStatus,
      ...(roleId !== undefined && { role_id: entry.roleId }),
    },
    after: {
      status,
      ...(roleId !== undefined && { role_id: roleId }),
      ...(given && given.flags.length > 0 && { flags: given.flags, passed: given.passed }),
    },
    ...(given && { reason: given.reason }),
    ...(given?.source !== undefined && { source: given.source }),
  };
}

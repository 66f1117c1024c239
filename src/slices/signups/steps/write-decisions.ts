import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Locks } from '#slices/shifts/index.ts';
import { signupApproved, signupRejected } from '../events.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import { updateStatuses } from '../sql/writes.ts';
import type { EndedRegistration } from './end-registrations.ts';
import { fillSpots } from './fill-spots.ts';

export async function writeApprovals(
  tx: Tx,
  call: Call,
  registrations: readonly EndedRegistration[],
): Promise<void> {
  if (registrations.length === 0) return;
  await updateStatuses(
    tx,
    registrations.map((registration) => ({ registration, status: 'active' })),
    call.now,
  );
  const events = registrations.map((one) => signupApproved(one.organization_id, eventData(one, 'active')));
  await record(tx, call.now, ...events);
  const entries = registrations.map((one) => auditEntry(one, 'registration.approved', 'active', null));
  await writeAudit(tx, call, ...entries);
}

/** The freed spots go to the waitlists. */
export async function writeRejections(
  tx: Tx,
  call: Call,
  locks: Locks,
  registrations: readonly EndedRegistration[],
  reason: string | null,
): Promise<void> {
  if (registrations.length === 0) return;
  await updateStatuses(
    tx,
    registrations.map((registration) => {
      return { registration, status: 'cancelled', cancelReason: reason, flags: ['rejected'] };
    }),
    call.now,
  );
  const events = registrations.map((one) =>
    signupRejected(one.organization_id, { ...eventData(one, 'cancelled'), reason }),
  );
  await record(tx, call.now, ...events);
  const entries = registrations.map((one) => auditEntry(one, 'registration.rejected', 'cancelled', reason));
  await writeAudit(tx, call, ...entries);
  await fillAfter(tx, call, locks, registrations);
}

export async function fillAfter(
  tx: Tx,
  call: Call,
  locks: Locks,
  ended: readonly EndedRegistration[],
): Promise<void> {
  if (ended.length === 0) return;
  const shiftIds = new Set(ended.map(({ shift_id }) => shift_id));
  const people = new Set(ended.map(({ user_id }) => user_id));
  await fillSpots(tx, call, locks, [...shiftIds], [...people]);
}

function eventData({ id, shift_id, user_id, role_key }: EndedRegistration, status: RegistrationStatus) {
  return { registration_id: id, shift_id, user_id, role_key, status };
}

function auditEntry(
  registration: EndedRegistration,
  action: AuditAction,
  status: RegistrationStatus,
  reason: string | null,
): AuditEntry {
  return {
    organizationId: registration.organization_id,
    action,
    objectId: registration.id,
    subjectUserId: registration.user_id,
    before: { status: registration.status },
    after: { status },
    reason,
  };
}

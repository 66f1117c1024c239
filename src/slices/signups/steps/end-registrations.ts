import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Ended } from '#slices/shifts/index.ts';
import { signupCancelled } from '../events.ts';
import type { RegistrationRow } from '../sql/registrations.ts';
import { cancelAllOf, updateStatuses } from '../sql/writes.ts';
import { endOffersOf } from './end-swaps.ts';

export interface Ending {
  readonly reason: string | null;
  readonly source: string;
  readonly flags: readonly string[];
}

/** Ends any number of registrations for one reason. */
export async function endRegistrations(
  tx: Tx,
  call: Call,
  registrations: readonly EndedRegistration[],
  ending: Ending,
): Promise<void> {
  await endEach(
    tx,
    call,
    registrations.map((registration) => ({ registration, ending })),
  );
}

/** The same with a reason for each: one update, one batch of events, one batch of audit rows. */
export async function endEach(
  tx: Tx,
  call: Call,
  ended: readonly { readonly registration: EndedRegistration; readonly ending: Ending }[],
): Promise<void> {
  if (ended.length === 0) return;
  await updateStatuses(
    tx,
    ended.map(({ registration, ending: { reason, source, flags } }) => {
      return { registration, status: 'cancelled', cancelReason: reason, source, flags };
    }),
    call.now,
  );
  await record(
    tx,
    call.now,
    ...ended.map(({ registration, ending }) => cancelledEvent(registration, ending)),
  );
  await writeAudit(
    tx,
    call,
    ...ended.map(({ registration, ending }) => cancelledAudit(registration, ending)),
  );
  await endOffersOf(
    tx,
    call,
    ended.map(({ registration }) => registration),
  );
}

/** What has to be known about a registration to end it. */
export type EndedRegistration = Pick<
  RegistrationRow,
  'id' | 'organization_id' | 'shift_id' | 'user_id' | 'role_id' | 'role_key' | 'status'
>;

export function cancelledEvent(
  registration: EndedRegistration,
  { reason, source, flags }: Ending,
): DomainEvent {
  return signupCancelled(registration.organization_id, {
    registration_id: registration.id,
    shift_id: registration.shift_id,
    user_id: registration.user_id,
    role_key: registration.role_key,
    status: 'cancelled',
    reason,
    source,
    late: flags.includes('late_cancellation'),
  });
}

export function cancelledAudit(
  registration: EndedRegistration,
  { reason, source, flags }: Ending,
): AuditEntry {
  return {
    organizationId: registration.organization_id,
    action: 'registration.cancelled',
    objectId: registration.id,
    subjectUserId: registration.user_id,
    before: { status: registration.status },
    after: { status: 'cancelled', flags },
    reason,
    source,
  };
}

export async function endAllOn(
  tx: Tx,
  call: Call,
  organizationId: number,
  shiftIds: readonly number[],
  reason: string | null,
): Promise<Ended[]> {
  const ended = await cancelAllOf(tx, organizationId, shiftIds, reason, call.now);
  await endOffersOf(tx, call, ended);
  return ended.map(({ id, shift_id, user_id, status }) => ({
    shift_id,
    user_id,
    audit: {
      organizationId,
      action: 'registration.cancelled',
      objectId: id,
      subjectUserId: user_id,
      before: { status },
      after: { status: 'cancelled' },
      reason,
    },
  }));
}

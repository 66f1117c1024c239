import type { AuditAction } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { attempt, type Held, type Result } from '#slices/shifts/index.ts';
import { signupApproved, signupRejected } from '../events.ts';
import { policiesOf, refusalFor, shiftFacts, tallyOf } from '../facts/assemble.ts';
import { loadFacts } from '../facts/load.ts';
import { decideCancel } from '../rules/decide-cancel.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import type { BulkRegistrationsBody, CancelManyInput } from '../schema/bulk.ts';
import { updateStatuses } from '../sql/registrations.ts';
import { type EndedRegistration, type Ending, endEach } from '../steps/end-registrations.ts';
import { fillSeats } from '../steps/fill-spots.ts';
import { misplaced, onRegistrations } from '../steps/open-registrations.ts';

export async function approveMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids }: { readonly ids: readonly number[] },
): Promise<BulkRegistrationsBody> {
  return await onRegistrations(platform, call, organizationId, { ids }, async ({ tx, registrations }) => {
    const results = resultsOf(registrations, 'active');
    await writeApprovals(tx, call, registrations.filter(isPending));
    return results;
  });
}

export async function rejectMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids, reason }: { readonly ids: readonly number[]; readonly reason?: string },
): Promise<BulkRegistrationsBody> {
  const work = { ids };
  return await onRegistrations(platform, call, organizationId, work, async ({ tx, held, registrations }) => {
    const results = resultsOf(registrations, 'cancelled');
    await writeRejections(tx, call, held, registrations.filter(isPending), reason ?? null);
    return results;
  });
}

export async function cancelMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids, reason = null, source }: CancelManyInput,
): Promise<BulkRegistrationsBody> {
  const usual = call.actor.kind === 'api_key' ? 'api' : 'coordinator';
  const work = { ids };
  return await onRegistrations(platform, call, organizationId, work, async ({ tx, held, registrations }) => {
    const shiftIds = [...new Set(registrations.map(({ shift_id }) => shift_id))];
    const facts = await loadFacts(
      tx,
      shiftIds.map((shiftId) => ({ shiftId, userIds: [] })),
    );
    const ended: { registration: EndedRegistration; ending: Ending }[] = [];
    const decide = (registration: EndedRegistration): Result => {
      const row = facts.shift(registration.shift_id);
      if (registration.status === 'cancelled' || !row) return { status: 'unchanged' };
      const actor = { isCoordinator: true, isSelf: false };
      const decision = decideCancel({
        now: call.now,
        shift: shiftFacts(row, tallyOf(row)),
        registration,
        policies: policiesOf(row),
        actor,
      });
      if (decision.outcome === 'refuse') throw refusalFor(decision.blockers, actor);
      ended.push({ registration, ending: { reason, source: source ?? usual, flags: decision.flags } });
      return { status: 'done' };
    };
    const results = new Map(registrations.map((one) => [one.id, attempt(() => decide(one))]));
    await endEach(tx, call, ended);
    await fillAfter(
      tx,
      call,
      held,
      ended.map(({ registration }) => registration),
    );
    return results;
  });
}

export async function writeApprovals(
  tx: Tx,
  call: Call,
  registrations: readonly EndedRegistration[],
): Promise<void> {
  if (registrations.length === 0) return;
  await updateStatuses(
    tx,
    registrations.map(({ id }) => ({ id, status: 'active' })),
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
  held: Held,
  registrations: readonly EndedRegistration[],
  reason: string | null,
): Promise<void> {
  if (registrations.length === 0) return;
  await updateStatuses(
    tx,
    registrations.map(({ id }) => ({ id, status: 'cancelled', cancelReason: reason, flags: ['rejected'] })),
    call.now,
  );
  const events = registrations.map((one) =>
    signupRejected(one.organization_id, { ...eventData(one, 'cancelled'), reason }),
  );
  await record(tx, call.now, ...events);
  const entries = registrations.map((one) => auditEntry(one, 'registration.rejected', 'cancelled', reason));
  await writeAudit(tx, call, ...entries);
  await fillAfter(tx, call, held, registrations);
}

async function fillAfter(tx: Tx, call: Call, held: Held, ended: readonly EndedRegistration[]): Promise<void> {
  if (ended.length === 0) return;
  const shiftIds = new Set(ended.map(({ shift_id }) => shift_id));
  const people = new Set(ended.map(({ user_id }) => user_id));
  await fillSeats(tx, call, held, [...shiftIds], [...people]);
}

const isPending = ({ status }: EndedRegistration) => status === 'pending_approval';

/** For decisions about what waits for approval. */
function resultsOf(
  registrations: readonly EndedRegistration[],
  becomes: RegistrationStatus,
): Map<number, Result> {
  return new Map(
    registrations.map((one): [number, Result] => {
      if (isPending(one)) return [one.id, { status: 'done' }];
      if (one.status === becomes) return [one.id, { status: 'unchanged' }];
      return [one.id, { status: 'refused', refusal: misplaced(one.status, 'waiting for approval') }];
    }),
  );
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

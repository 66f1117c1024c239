import type { Call } from '#kernel/call.ts';
import type { Platform } from '#platform/slice.ts';
import { attempt, type Result } from '#slices/shifts/index.ts';
import { policiesOf, shiftFacts, tallyOf } from '../facts/assemble.ts';
import { loadFacts } from '../facts/load.ts';
import { refusalOf } from '../rules/blocker.ts';
import { decideCancel } from '../rules/decide-cancel.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import type { BulkRegistrationsBody, CancelManyInput } from '../schema/bulk.ts';
import { type EndedRegistration, type Ending, endEach } from '../steps/end-registrations.ts';
import { followEnded } from '../steps/follow-ended.ts';
import { misplaced, onRegistrations } from '../steps/open-registrations.ts';
import { fillAfter, writeApprovals, writeRejections } from '../steps/write-decisions.ts';

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
  return await onRegistrations(platform, call, organizationId, work, async ({ tx, locks, registrations }) => {
    const results = resultsOf(registrations, 'cancelled');
    await writeRejections(tx, call, locks, registrations.filter(isPending), reason ?? null);
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
  return await onRegistrations(platform, call, organizationId, work, async ({ tx, locks, registrations }) => {
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
      if (decision.outcome === 'refuse') throw refusalOf(decision.blockers);
      ended.push({ registration, ending: { reason, source: source ?? usual, flags: decision.flags } });
      return { status: 'done' };
    };
    const results = new Map(registrations.map((one) => [one.id, attempt(() => decide(one))]));
    await endEach(tx, call, ended);
    const left = ended.map(({ registration }) => registration);
    await followEnded(platform, tx, call, left);
    await fillAfter(tx, call, locks, left);
    return results;
  });
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
      return [one.id, { status: 'refused', refusal: misplaced(one.status, 'pending_approval') }];
    }),
  );
}

import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type Locks, lockMany, type Result } from '#slices/shifts/index.ts';
import { signupErrors } from '../errors.ts';
import { presentItems } from '../present.ts';
import type { RegistrationStatus } from '../rules/facts.ts';
import type { BulkRegistrationsBody } from '../schema/bulk.ts';
import { type ManagedRegistration, selectManaged, selectRegistrations } from '../sql/registrations.ts';

export interface Opened {
  readonly tx: Tx;
  readonly locks: Locks;
  /** Those that belong to the organization, as they are behind the locks and in the order of the request. */
  readonly registrations: readonly ManagedRegistration[];
}

/** What became of each registration. */
export type Results = ReadonlyMap<number, Result>;

/**
 * A coordinator's decision about many registrations: one transaction, in which one refusal is not another's. All their
 * shifts are locked, then all their people; the number of statements does not depend on how many there are.
 */
export async function onRegistrations(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids, shiftIds = [] }: { readonly ids: readonly number[]; readonly shiftIds?: readonly number[] },
  work: (opened: Opened) => Promise<Results>,
): Promise<BulkRegistrationsBody> {
  const known = await selectManaged(platform.database.db, organizationId, ids);
  const shifts = new Set([...known.map(({ shift_id }) => shift_id), ...shiftIds]);
  const people = { userIds: known.map(({ user_id }) => user_id) };
  return await lockMany(platform, call, [...shifts], people, async (tx, locks) => {
    await authorize(tx, call, 'shifts.manage', organizationId);
    const registrations = await selectManaged(tx, organizationId, ids);
    const found = await work({ tx, locks, registrations });
    const results = ids.map((id): Result => {
      return found.get(id) ?? { status: 'refused', refusal: refuse('not_found') };
    });
    const shown = results.map(
      (result, index) => (result.status === 'done' && result.id) || (ids[index] ?? 0),
    );
    return presentItems(call.language, ids, results, await selectRegistrations(tx, [organizationId], shown));
  });
}

/** The registration is no longer, or not yet, what the decision is about. */
export function misplaced(status: RegistrationStatus, expected: RegistrationStatus): Refusal {
  return refuse(signupErrors.wrong_status('status', { status, expected }));
}

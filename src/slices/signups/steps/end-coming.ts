import type { Call } from '#kernel/call.ts';
import { attemptWithin, type Tx } from '#platform/db/index.ts';
import { enqueueAll } from '#platform/jobs/index.ts';
import type { Departure } from '#slices/organizations/index.ts';
import { lockPeople, lockShifts, setWaitlistFirst } from '#slices/shifts/index.ts';
import { fillFreedSpots } from '../jobs.ts';
import { holdsSpot } from '../rules/facts.ts';
import { deleteFeeds, revokeFeedsOf } from '../sql/feeds.ts';
import { deleteAvailability, type MyRegistrationRow, selectUnended } from '../sql/mine.ts';
import { selectOpenWaits, selectRegistrations } from '../sql/registrations.ts';
import { forgetReasons } from '../sql/writes.ts';
import { type EndedRegistration, type Ending, endRegistrations } from './end-registrations.ts';
import { endOffersTo } from './end-swaps.ts';

/** A person whose registrations end: in one organization, or in all when the account is erased. */
export interface Leaver {
  readonly userId: number;
  readonly organizationId?: number;
  readonly reason: Departure['reason'] | 'erased';
}

/** Ends what a former member has to come in the organization, and their links to its calendar. */
export async function endForDeparture(tx: Tx, call: Call, departure: Departure): Promise<void> {
  await endComing(tx, call, departure);
  await endOffersTo(tx, call, departure);
  await revokeFeedsOf(tx, departure, call.now);
}

/**
 * Ends every registration that has not begun. Shifts that are running stay locked but are left alone where the person
 * has a spot: whether they are there, only attendance knows.
 */
export async function endComing(tx: Tx, call: Call, leaver: Leaver): Promise<void> {
  const unended = await lockUnended(tx, call, leaver);
  const isRunning = ({ status, shift_start: start }: MyRegistrationRow) =>
    status === 'active' && Temporal.Instant.compare(start, call.now) <= 0;
  await endOf(
    tx,
    call,
    unended.filter((row) => !isRunning(row)),
    leaver,
  );
}

/** For registrations on running shifts. Their shifts and the person are locked already. */
export async function endRunning(
  tx: Tx,
  call: Call,
  running: readonly { readonly id: number; readonly organization_id: number }[],
  leaver: Leaver,
): Promise<void> {
  const organizations = running.map((row) => row.organization_id);
  const ids = running.map(({ id }) => id);
  await endOf(tx, call, await selectRegistrations(tx, organizations, ids), leaver);
}

/**
 * Locks the shifts, then the person, and answers what there is to end. A sign-up may come in before the person is
 * locked; its shift is then added by starting over, so that locks are still taken in the one order.
 */
async function lockUnended(tx: Tx, call: Call, leaver: Leaver): Promise<MyRegistrationRow[]> {
  const scope = { organizationId: leaver.organizationId, now: call.now };
  const select = () => selectUnended(tx, leaver.userId, scope);
  const shiftsOf = (rows: readonly MyRegistrationRow[]) => rows.map((row) => row.shift_id);
  const locks = new Set(shiftsOf(await select()));
  for (;;) {
    const rows = await attemptWithin(tx, async () => {
      await lockShifts(tx, [...locks]);
      await lockPeople(tx, [leaver.userId]);
      const found = await select();
      const missing = shiftsOf(found).filter((id) => !locks.has(id));
      for (const id of missing) locks.add(id);
      return missing.length === 0 ? found : undefined;
    });
    if (rows) return rows;
  }
}

/**
 * Filling a spot needs locks on shifts and people that are not held here, and the transaction holds locks of other
 * slices: waitlists get the spots in separate transactions, right after this one. So do waitlists on which the
 * person was passed over because of what has ended now.
 */
async function endOf(
  tx: Tx,
  call: Call,
  registrations: readonly EndedRegistration[],
  leaver: Leaver,
): Promise<void> {
  if (registrations.length === 0) return;
  await endRegistrations(tx, call, registrations, endingFor(call, leaver.reason));
  const freed = registrations.filter(({ status }) => holdsSpot(status));
  const openTo = leaver.reason === 'erased' ? [] : await selectOpenWaits(tx, [leaver.userId], call.now);
  for (const [organizationId, own] of Map.groupBy(freed, (row) => row.organization_id)) {
    const shiftIds = own.map(({ shift_id }) => shift_id);
    await setWaitlistFirst(tx, organizationId, shiftIds, true);
  }
  const organizations = new Map([...freed, ...openTo].map((row) => [row.shift_id, row.organization_id]));
  const jobs = [...organizations].map(([shift_id, organization_id]) => ({ shift_id, organization_id }));
  await enqueueAll(
    tx,
    fillFreedSpots,
    jobs.sort((one, other) => one.shift_id - other.shift_id),
  );
}

function endingFor(call: Call, reason: Leaver['reason']): Ending {
  switch (reason) {
    case 'removed': {
      const source = call.actor.kind === 'api_key' ? 'api' : 'coordinator';
      return { reason: 'member_removed', source, flags: ['member_removed'] };
    }
    case 'left':
      return { reason: 'member_left', source: 'self_service', flags: ['member_left'] };
    case 'erased':
      return { reason: 'account_erased', source: 'self_service', flags: ['account_erased'] };
  }
}

/**
 * What an erased person leaves behind: no spot that another person could have, no text, no link. What is past stays
 * and counts, without a name.
 */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await endComing(tx, call, { userId, reason: 'erased' });
  await endOffersTo(tx, call, { userId });
  await forgetReasons(tx, userId);
  await deleteAvailability(tx, userId);
  await deleteFeeds(tx, userId);
}

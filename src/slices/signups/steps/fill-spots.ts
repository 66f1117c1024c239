import { setImmediate } from 'node:timers/promises';
import { type Call, systemCall } from '#kernel/call.ts';
import { classifyFailure, inTransaction, type Reader, type Tx } from '#platform/db/index.ts';
import { enqueue, enqueueAll } from '#platform/jobs/index.ts';
import { isolate } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import {
  headOfList,
  type Locks,
  requireLocks,
  requireWholeWaitlists,
  setWaitlistFirst,
  withLocks,
} from '#slices/shifts/index.ts';
import { policiesOf, signupFacts, tallyOf } from '../facts/assemble.ts';
import { type Facts, loadFacts, type ShiftFactsRow } from '../facts/load.ts';
import { type ChangedTimes, fillFreedSpots, fillOpenSpotsJob, fillSpotsElsewhere } from '../jobs.ts';
import { promotionBlockers } from '../rules/decide.ts';
import { choosePromotions } from '../rules/promotions.ts';
import {
  selectOpenWaits,
  selectShiftsToFill,
  selectWaiting,
  selectWaitsOf,
  type WaitingRow,
  type WaitlistPlace,
} from '../sql/registrations.ts';
import { type GivenSpot, giveSpots, overlappingWaits, statusWithSpot } from './give-spots.ts';

/** Gives the freed spots of a shift to its waitlist. Safe to repeat. */
export async function fillFreed(
  platform: Platform,
  { shift_id: id, organization_id }: { readonly shift_id: number; readonly organization_id: number },
  now: Temporal.Instant,
): Promise<void> {
  await fillOne(platform, systemCall('fill-spots', now), { id, organization_id });
}

/** From then on, newcomers can have what is left. */
async function fillOne(
  platform: Platform,
  call: Call,
  { id, organization_id }: { readonly id: number; readonly organization_id: number },
): Promise<void> {
  await withLocks(platform, {}, [id], [], async (tx, locks) => {
    await fillSpots(tx, call, locks, [id]);
    await setWaitlistFirst(tx, organization_id, [id], false);
    return null;
  });
}

/** So many shifts are read at once. */
const pageSize = 50;

/**
 * Checks shifts again where people wait although a spot is free. They were passed over for something that may have
 * changed since without any spot being freed: their availability, their profile, a policy. Locks are taken only where
 * someone can have the spot now, and where newcomers still wait for a job that was given up. Safe to repeat.
 */
export async function fillOpenSpots(platform: Platform, now: Temporal.Instant): Promise<void> {
  const call = systemCall('fill-open-spots', now);
  const { db } = platform.database;
  for (let after = 0; ; ) {
    const page = await selectShiftsToFill(db, now, after, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    const shiftIds = page.map(({ id }) => id);
    const toFill = new Set(await fillable(platform, now, shiftIds));
    for (const shift of page.filter(({ id, waitlist_first }) => waitlist_first || toFill.has(id)))
      await isolate(platform, fillOpenSpotsJob.name, shift.organization_id, () =>
        fillOne(platform, call, shift),
      );
  }
}

/** One shift that cannot be judged must not keep the others from being filled: then each is judged alone. */
async function fillable(
  platform: Platform,
  now: Temporal.Instant,
  shiftIds: readonly number[],
): Promise<readonly number[]> {
  try {
    return await fillableShifts(platform.database.db, now, shiftIds);
  } catch (error) {
    if (classifyFailure(error) === 'unavailable') throw error;
    platform.log.warn(
      { err: error, shifts: shiftIds },
      'could not read several waitlists at once; reading them one by one',
    );
    return shiftIds;
  }
}

export async function fillElsewhere(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
  without: readonly number[],
): Promise<void> {
  await enqueue(tx, fillSpotsElsewhere, { organization_id: organizationId, shift_ids: shiftIds, without });
}

/**
 * All that they wait for, with a free spot or not: who is freeing one at this moment may have passed them over, and each
 * of these jobs waits for that.
 */
export async function fillWhereTheyWait(
  platform: Platform,
  { organization_id, shift_ids, without }: ChangedTimes,
  now: Temporal.Instant,
): Promise<void> {
  await inTransaction(platform.database, {}, async (tx) => {
    const waits = await selectWaitsOf(tx, organization_id, shift_ids, now);
    const others = waits.filter(({ shift_id }) => !without.includes(shift_id));
    await enqueueAll(tx, fillFreedSpots, others);
  });
}

/**
 * Gives free spots to the waitlists, in order, in the transaction that freed them. Promotion withdraws a person
 * from waitlists that overlap with the new spot. People whose time has become free (`released`) may have been passed
 * over elsewhere while a spot stayed empty: those shifts are looked at as well. The number of statements grows neither
 * with shifts nor with people, only with the length of a waitlist on which many in a row cannot take the spot.
 */
export async function fillSpots(
  tx: Tx,
  call: Call,
  locks: Locks,
  shiftIds: readonly number[],
  released: readonly number[] = [],
): Promise<void> {
  const open = (await selectOpenWaits(tx, released, call.now)).map(({ shift_id }) => shift_id);
  const elsewhere = open.filter((id) => !shiftIds.includes(id));
  requireLocks(locks, elsewhere);
  let places: readonly WaitlistPlace[] = startOf([...shiftIds, ...elsewhere]);
  while (places.length > 0) {
    const round = await chooseAmong(tx, call.now, places);
    await giveSpots(tx, call, locks, round.given);
    places = round.next;
    requireWholeWaitlists(
      locks,
      places.map(({ shiftId }) => shiftId),
    );
  }
}

/** Which of these shifts have a spot that a person on their waitlist can take. Only reads. */
export async function fillableShifts(
  db: Reader,
  now: Temporal.Instant,
  shiftIds: readonly number[],
): Promise<number[]> {
  const fillable = new Set<number>();
  let places = startOf(shiftIds);
  while (places.length > 0) {
    const round = await chooseAmong(db, now, places);
    for (const { row } of round.given) fillable.add(row.id);
    places = round.next.filter(({ shiftId }) => !fillable.has(shiftId));
  }
  return shiftIds.filter((id) => fillable.has(id));
}

function startOf(shiftIds: readonly number[]): WaitlistPlace[] {
  return [...new Set(shiftIds)].map((shiftId) => ({ shiftId, after: 0 }));
}

interface Round {
  readonly given: readonly GivenSpot[];
  /** Where waitlists go on that were not read to their end although a spot is left. */
  readonly next: readonly WaitlistPlace[];
}

/** How many people on all waitlists together one round looks at, but the head of each list at least. */
const mostInRound = 500;

async function chooseAmong(
  db: Reader,
  now: Temporal.Instant,
  places: readonly WaitlistPlace[],
): Promise<Round> {
  const isFirst = places.every(({ after }) => after === 0);
  const limit = isFirst ? headOfList : Math.max(headOfList, Math.floor(mostInRound / places.length));
  const waiting = Map.groupBy(await selectWaiting(db, places, limit, now), ({ shiftId }) => shiftId);
  if (waiting.size === 0) return { given: [], next: [] };
  const facts = await loadFacts(
    db,
    [...waiting].map(([shiftId, rows]) => ({ shiftId, userIds: rows.map(({ userId }) => userId) })),
  );
  const given: GivenSpot[] = [];
  const next: WaitlistPlace[] = [];
  for (const { shiftId } of places) {
    const rows = waiting.get(shiftId);
    const row = facts.shift(shiftId);
    if (!rows || !row) continue;
    const chosen = choose(facts, now, row, rows);
    given.push(...chosen);
    const last = rows.at(-1);
    const isLeft = row.capacity === null || tallyOf(row).spots + chosen.length < row.capacity;
    if (rows.length === limit && isLeft && last) next.push({ shiftId, after: last.registrationId });
    // Long lists take a while; other requests may run in between.
    await setImmediate();
  }
  return { given, next };
}

/** Who gets the free spots of one shift. What is decided is noted for the shifts that follow. */
function choose(
  facts: Facts,
  now: Temporal.Instant,
  row: ShiftFactsRow,
  waiting: readonly WaitingRow[],
): GivenSpot[] {
  const tally = tallyOf(row);
  const actor = { isCoordinator: false, isSelf: false };
  const isEligible = ({ userId, registrationId }: WaitingRow): boolean => {
    const person = row.person(userId);
    // People who got a spot at the same time a moment ago are no longer on this waitlist.
    if (person?.existing?.id !== registrationId) return false;
    const asking = { now, role: null, actor, override: null, tally };
    return promotionBlockers(signupFacts(row, person, asking)).length === 0;
  };
  const chosen = choosePromotions({
    shift: { capacity: row.capacity, spotsTaken: tally.spots },
    roles: row.roles.map((role) => ({ id: role.id, capacity: role.capacity, spotsTaken: role.taken })),
    waitlist: waiting,
    isEligible,
  });
  const isOffer = policiesOf(row).waitlist_mode === 'offer';
  return chosen.map((entry) => {
    const status = isOffer ? 'offered' : statusWithSpot(row);
    const leaving = isOffer ? [] : overlappingWaits(row, row.person(entry.userId));
    facts.note(row, entry.userId, { id: entry.registrationId, status });
    for (const { shiftId } of leaving) facts.drop(shiftId, entry.userId);
    return { row, entry, before: 'waitlisted', status, leaving };
  });
}

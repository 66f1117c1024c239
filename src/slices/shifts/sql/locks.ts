import { sql } from 'kysely';
import { anyPlace, ask, findPlaces, groupByPlace, send, setting, type Tx } from '#platform/db/index.ts';

/**
 * Shifts first, in the order of their organizations and ids, then people: every transaction of this slice takes its
 * locks in this order. They are sent ahead; whatever is read behind them sees the state when they were granted.
 */
export async function lockShifts(tx: Tx, shiftIds: readonly number[]): Promise<void> {
  for (const [organizationId, ids] of await groupByPlace(tx, 'shifts', shiftIds)) {
    await send(
      tx,
      sql`
      select ${setting('keepPlans', 'useIndexes')} from shift_seats
      where organization_id = ${organizationId} and shift_id = any(${ids}::bigint[]) order by shift_id for update
    `,
    );
  }
}

/** Locks those of the shifts that nobody else has locked, without waiting. On Citus they are of one organization. */
export async function lockFreeShifts(
  tx: Tx,
  shiftIds: readonly number[],
): Promise<() => Promise<ReadonlySet<number>>> {
  const groups = await groupByPlace(tx, 'shifts', shiftIds);
  const organizations = groups.map(([organizationId]) => organizationId);
  const rows = await ask(
    tx,
    sql<{ shift_id: number }>`
    select shift_id, ${setting('keepPlans', 'useIndexes')} from shift_seats
    where organization_id = ${anyPlace(organizations)} and shift_id = any(${groups.flatMap(([, ids]) => ids)}::bigint[])
    order by organization_id, shift_id for update skip locked
  `,
  );
  return async () => new Set((await rows()).map(({ shift_id }) => shift_id));
}

/** Whom a transaction may touch beyond the people it names. */
export interface PeopleOf {
  /** Those at the head of these shifts' waitlists may be given a spot. */
  readonly shiftIds: readonly number[];
  /** Of these shifts, everyone on the waitlist may. */
  readonly wholeWaitlists?: readonly number[];
}

/** `lock_people` in migrations/0009_signups.sql says whom else it locks, and why it is a function. */
export async function lockPeople(tx: Tx, userIds: readonly number[], more?: PeopleOf): Promise<void> {
  const places = [...(await findPlaces(tx, 'shifts', more?.shiftIds ?? []))];
  const people = userIds.filter(Number.isSafeInteger);
  await send(
    tx,
    sql`
    select lock_people(${people}::bigint[], ${places.map(([, organizationId]) => organizationId)}::bigint[],
      ${places.map(([id]) => id)}::bigint[], ${[...(more?.wholeWaitlists ?? [])]}::bigint[], false)
  `,
  );
}

/** How many at the head of a waitlist are locked at once. Further down it goes only where the head is not enough. */
export const headOfList = 100;

/** Whom a person shares a lock with, as `lock_people` sees it: below zero, so that it is never the id of a shift. */
export function lockOfPerson(userId: number): number {
  return -1 - (userId % 2_048);
}

/** Locks those people whom nobody else has locked, without waiting, and answers who is held. */
export async function lockFreePeople(
  tx: Tx,
  userIds: readonly number[],
): Promise<() => Promise<ReadonlySet<number>>> {
  const people = [...new Set(userIds)].filter(Number.isSafeInteger);
  const rows = await ask(
    tx,
    sql<{ user_id: number }>`select user_id from lock_free_people(${people}::bigint[]) as user_id`,
  );
  return async () => new Set((await rows()).map(({ user_id }) => user_id));
}

import { sql } from 'kysely';
import { send, setting, type Tx } from '#platform/db/index.ts';

/**
 * Shifts first, in the order of their ids, then people: every transaction of this slice takes its locks in
 * this order. They are sent ahead; statements after them see the data as it was when the locks were granted.
 */
export async function lockShifts(tx: Tx, shiftIds: readonly number[]): Promise<void> {
  await send(
    tx,
    sql`
    select ${setting('keepPlans')} from shift_seats where shift_id = any(${[...shiftIds]}::bigint[]) order by shift_id for update
  `,
  );
}

/** Whom a transaction may touch beyond the people it names. */
export interface PeopleOf {
  /** Those at the head of these shifts' waitlists, who may be given a spot. */
  readonly waitlists?: readonly number[];
  /** Everyone on the waitlists of these shifts. */
  readonly wholeWaitlists?: readonly number[];
  /** Everyone on these shifts: their time changes with the shift's. */
  readonly rosters?: readonly number[];
}

/**
 * People share a fixed number of locks. Two who share one wait for each other now and then; in return a change
 * of a long series with long waitlists cannot exhaust the lock table of the database.
 */
export async function lockPeople(tx: Tx, userIds: readonly number[], more: PeopleOf = {}): Promise<void> {
  const { waitlists = [], wholeWaitlists = [], rosters = [] } = more;
  const waiting =
    waitlists.length === 0
      ? sql``
      : sql`union select head.user_id from unnest(${[...waitlists]}::bigint[]) as shift (id) cross join lateral (
              select user_id from registrations where shift_id = shift.id and status = 'waitlisted'
              order by id limit ${headOfList}
            ) as head`;
  const allWaiting =
    wholeWaitlists.length === 0
      ? sql``
      : sql`union select user_id from registrations
            where shift_id = any(${[...wholeWaitlists]}::bigint[]) and status = 'waitlisted'`;
  const registered =
    rosters.length === 0
      ? sql``
      : sql`union select user_id from registrations
            where shift_id = any(${[...rosters]}::bigint[]) and status <> 'cancelled'`;
  await send(
    tx,
    sql`
    select pg_advisory_xact_lock(${personSpace}, key)
    from (
      select distinct hashint8(id) & ${personLocks - 1} as key
      from (select unnest(${userIds.filter(Number.isSafeInteger)}::bigint[]) as id ${waiting} ${allWaiting} ${registered}) as wanted order by key
    ) as sorted
  `,
  );
}

/** How many at the head of a waitlist are locked at once. Further down it goes only where the head is not enough. */
export const headOfList = 100;

/** A constant that names the lock space of people. */
const personSpace = 1_886_545_010;

/** A power of two, and a third of what PostgreSQL's lock table holds by default. */
const personLocks = 2_048;

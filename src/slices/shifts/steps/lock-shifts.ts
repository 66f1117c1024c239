import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { brokenConstraint, inTransaction, isLockTimeout, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockPeople, lockShifts, selectWaitingElsewhere } from '../sql/locks.ts';

/** The shifts whose spots this transaction may change. */
export interface Locks extends ReadonlySet<number> {
  /** Those whose waitlists are locked to the end. Of the others only the head is. */
  readonly wholeWaitlists?: ReadonlySet<number>;
  /** All people on the shifts are locked. */
  readonly everybody?: boolean;
}

/** The transaction turns out to need more locks than it has: it starts over with all of them. */
class MoreLocksNeeded extends Error {
  readonly shiftIds: readonly number[];
  readonly wholeWaitlists: readonly number[];
  readonly everybody: boolean;

  constructor({
    shiftIds = [],
    wholeWaitlists = [],
    everybody = false,
  }: {
    shiftIds?: number[];
    wholeWaitlists?: number[];
    everybody?: boolean;
  }) {
    super('more locks are needed');
    this.shiftIds = shiftIds;
    this.wholeWaitlists = wholeWaitlists;
    this.everybody = everybody;
  }
}

export interface LockOptions {
  /** Locks all people on the shifts, for work that changes when they are busy. */
  readonly everybody?: boolean;
  /** Locks those people on the shifts who wait for other ones, for work that may let them have a spot there. */
  readonly freesTime?: boolean;
  /** How long to wait for each lock, where others would have to wait for what is locked already. */
  readonly lockTimeoutMs?: number;
}

const mostAttempts = 20;

/**
 * Runs work that changes spots, with all locks taken in one order: shifts, then people. Locks are never added later,
 * which could end in a circle of waiting; instead the work starts over with the larger set.
 */
export async function withLocks<Answer>(
  platform: Platform,
  call: Pick<Call, 'idempotency'>,
  shiftIds: readonly number[],
  userIds: readonly number[],
  work: (tx: Tx, locks: Locks) => Promise<Answer>,
  { everybody = false, freesTime = false, lockTimeoutMs }: LockOptions = {},
): Promise<Answer> {
  const wholeWaitlists = new Set<number>();
  const locks = Object.assign(new Set(shiftIds), { wholeWaitlists, everybody });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(
        platform.database,
        call,
        async (tx) => {
          await lockShifts(tx, [...locks]);
          const waiting = freesTime ? await selectWaitingElsewhere(tx, shiftIds, platform.clock()) : [];
          await lockPeople(tx, [...userIds, ...waiting], {
            shiftIds: [...locks],
            wholeWaitlists: [...wholeWaitlists],
            everybody: locks.everybody,
          });
          return await work(tx, locks);
        },
        { ...(lockTimeoutMs !== undefined && { lockTimeoutMs }) },
      );
    } catch (error) {
      if (!(error instanceof MoreLocksNeeded)) throw explainConstraint(error) ?? error;
      if (attempt >= mostAttempts) throw refuse('overloaded');
      for (const id of error.shiftIds) locks.add(id);
      for (const id of error.wholeWaitlists) wholeWaitlists.add(id);
      locks.everybody ||= error.everybody;
    }
  }
}

const lockTimeoutMs = 300;
/** As long as any other transaction waits for a lock. */
export const longestTryMs = 5_000;

/**
 * Locks many shifts, but never keeps some of them while it waits long for another one: then it lets go of all and
 * tries again.
 */
export async function lockMany<Answer>(
  platform: Platform,
  call: Pick<Call, 'idempotency'>,
  ids: readonly number[],
  {
    everybody,
    freesTime = false,
    userIds = [],
    giveUpAt = performance.now() + longestTryMs,
  }: { everybody: boolean; freesTime?: boolean; userIds?: readonly number[]; giveUpAt?: number },
  work: (tx: Tx, locks: Locks) => Promise<Answer>,
): Promise<Answer> {
  const options = { everybody, freesTime, ...(ids.length > 1 && { lockTimeoutMs }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withLocks(platform, call, ids, userIds, work, options);
    } catch (error) {
      if (ids.length < 2 || performance.now() >= giveUpAt || !isLockTimeout(error)) throw error;
      await sleep(Math.random() * Math.min(500, 50 * attempt));
    }
  }
}

export function requireLocks(locks: Locks, shiftIds: readonly number[]): void {
  const missing = shiftIds.filter((id) => !locks.has(id));
  if (missing.length > 0) throw new MoreLocksNeeded({ shiftIds: missing });
}

/** Before the time of everyone on the shifts changes. */
export function requireEverybody(locks: Locks): void {
  if (!locks.everybody) throw new MoreLocksNeeded({ everybody: true });
}

/** Before anyone behind the head of these waitlists is looked at. */
export function requireWholeWaitlists(locks: Locks, shiftIds: readonly number[]): void {
  const missing = shiftIds.filter((id) => !locks.wholeWaitlists?.has(id));
  if (missing.length > 0) throw new MoreLocksNeeded({ wholeWaitlists: missing });
}

/** The database's last line of defense, in the words of the rules that should have spoken first. */
export function explainConstraint(error: unknown): Refusal | undefined {
  switch (brokenConstraint(error)) {
    case 'one_place_at_a_time':
      return refuse('schedule_conflict');
    case 'registrations_one_live':
      return refuse('already_registered');
    case 'shift_is_never_overfull':
    case 'role_is_never_overfull':
      return refuse('capacity_conflict');
    default:
      return undefined;
  }
}

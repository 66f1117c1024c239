import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { brokenConstraint, inTransaction, isLockTimeout, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockPeople, lockShifts } from '../sql/locks.ts';

/** The shifts whose spots this transaction may change. */
export interface Locks extends ReadonlySet<number> {
  /** Those whose waitlists are locked to the end. Of the others only the head is. */
  readonly wholeWaitlists?: ReadonlySet<number>;
}

/** The transaction turns out to need more locks than it has: it starts over with all of them. */
class MoreLocksNeeded extends Error {
  readonly shiftIds: readonly number[];
  readonly wholeWaitlists: readonly number[];

  constructor({
    shiftIds = [],
    wholeWaitlists = [],
  }: {
    shiftIds?: number[];
    wholeWaitlists?: number[];
  }) {
    super('more locks are needed');
    this.shiftIds = shiftIds;
    this.wholeWaitlists = wholeWaitlists;
  }
}

export interface LockOptions {
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
  { lockTimeoutMs }: LockOptions = {},
): Promise<Answer> {
  const wholeWaitlists = new Set<number>();
  const locks = Object.assign(new Set(shiftIds), { wholeWaitlists });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(
        platform.database,
        call,
        async (tx) => {
          await lockShifts(tx, [...locks]);
          await lockPeople(tx, userIds, { shiftIds: [...locks], wholeWaitlists: [...wholeWaitlists] });
          return await work(tx, locks);
        },
        { ...(lockTimeoutMs !== undefined && { lockTimeoutMs }) },
      );
    } catch (error) {
      if (!(error instanceof MoreLocksNeeded)) throw explainConstraint(error) ?? error;
      if (attempt >= mostAttempts) throw refuse('overloaded');
      for (const id of error.shiftIds) locks.add(id);
      for (const id of error.wholeWaitlists) wholeWaitlists.add(id);
    }
  }
}

const lockTimeoutMs = 300;
/** As long as any other transaction waits for a lock. */
export const longestTryMs = 5_000;

/**
 * Locks many shifts, but never keeps some of them while it waits long for another one: then it lets go of all and
 * tries again. So it does with a single one where the work limits its own waits.
 */
export async function lockMany<Answer>(
  platform: Platform,
  call: Pick<Call, 'idempotency'>,
  ids: readonly number[],
  {
    userIds = [],
    giveUpAt = performance.now() + longestTryMs,
  }: { userIds?: readonly number[]; giveUpAt?: number },
  work: (tx: Tx, locks: Locks) => Promise<Answer>,
): Promise<Answer> {
  const options = { ...(ids.length > 1 && { lockTimeoutMs }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withLocks(platform, call, ids, userIds, work, options);
    } catch (error) {
      if (performance.now() >= giveUpAt || !isLockTimeout(error)) throw error;
      await sleep(Math.random() * Math.min(500, 50 * attempt));
    }
  }
}

export function requireLocks(locks: Locks, shiftIds: readonly number[]): void {
  const missing = shiftIds.filter((id) => !locks.has(id));
  if (missing.length > 0) throw new MoreLocksNeeded({ shiftIds: missing });
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

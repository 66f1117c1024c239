import type { Call } from '#kernel/call.ts';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { brokenConstraint, inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockPeople, lockShifts } from '../sql/facts.ts';

/** The shifts whose seats this transaction may change. */
export type Held = ReadonlySet<number>;

/** More shifts turn out to be touched than were locked: the transaction is begun again with all of them. */
class MoreShiftsNeeded extends Error {
  readonly shiftIds: readonly number[];

  constructor(shiftIds: readonly number[]) {
    super('more shifts are needed');
    this.shiftIds = shiftIds;
  }
}

export interface HoldOptions {
  /** Locks all people on the shifts, for work that changes when they are busy. */
  readonly everybody?: boolean;
  /** How long to wait for each lock, where others would have to wait for what is held already. */
  readonly lockTimeoutMs?: number;
}

const mostAttempts = 20;

/**
 * Runs work that changes seats, with all locks taken in one order: shifts by id, then people. Locks are never
 * added later, which could end in a circle of waiting; instead the work starts anew with the larger set.
 */
export async function holdSeats<Answer>(
  platform: Platform,
  call: Pick<Call, 'idempotency'>,
  shiftIds: readonly number[],
  userIds: readonly number[],
  work: (tx: Tx, held: Held) => Promise<Answer>,
  { everybody = false, lockTimeoutMs }: HoldOptions = {},
): Promise<Answer> {
  const held = new Set(shiftIds);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(
        platform.database,
        call,
        async (tx) => {
          await lockShifts(tx, [...held]);
          await lockPeople(tx, userIds, { waitlists: [...held], rosters: everybody ? [...held] : [] });
          return await work(tx, held);
        },
        { ...(lockTimeoutMs !== undefined && { lockTimeoutMs }) },
      );
    } catch (error) {
      if (!(error instanceof MoreShiftsNeeded)) throw explainConstraint(error) ?? error;
      if (attempt >= mostAttempts) throw refuse('overloaded');
      for (const id of error.shiftIds) held.add(id);
    }
  }
}

export function requireHeld(held: Held, shiftIds: readonly number[]): void {
  const missing = shiftIds.filter((id) => !held.has(id));
  if (missing.length > 0) throw new MoreShiftsNeeded(missing);
}

/** The database's last line of defence, in the words of the rules that should have spoken first. */
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

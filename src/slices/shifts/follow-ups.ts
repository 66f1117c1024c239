import type { Call } from '#kernel/call.ts';
import type { AuditEntry } from '#platform/audit/index.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { FollowUpPoint } from '#platform/slice.ts';
import type { ListFilter } from './sql/list-conditions.ts';
import type { Locks } from './steps/lock-shifts.ts';

/** A registration that has ended with its shift. */
export interface Ended {
  readonly shift_id: number;
  readonly user_id: number;
  readonly audit: AuditEntry;
}

/** What happens to sign-ups when the plan changes. */
export interface PlanFollower {
  /** Ends every registration on shifts that are cancelled. The caller writes the audit rows together with its own. */
  endAllOn(
    tx: Tx,
    call: Call,
    organizationId: number,
    shiftIds: readonly number[],
    reason: string | null,
  ): Promise<Ended[]>;
  /** Takes over the new times of these shifts. Returns whose time has changed. */
  moveAllOn(tx: Tx, call: Call, organizationId: number, shiftIds: readonly number[]): Promise<number[]>;
  /** For roles that are about to be removed: no one has a spot in them, but people may have wished for one. */
  leaveRoles(
    tx: Tx,
    organizationId: number,
    shiftIds: readonly number[],
    roleIds: readonly number[],
  ): Promise<void>;
  /** Gives free spots on these shifts to their waitlists, and others to people whose time has become free. */
  fillSpots(
    tx: Tx,
    call: Call,
    locks: Locks,
    shiftIds: readonly number[],
    released?: readonly number[],
  ): Promise<void>;
  /**
   * Right after the commit, serves the waitlists of other shifts that people on these wait for: their time has changed.
   * Before it, others may still see them as busy, and pass them over.
   */
  fillElsewhere(
    tx: Tx,
    organizationId: number,
    shiftIds: readonly number[],
    without: readonly number[],
  ): Promise<void>;
  /** Shifts that the caller can sign up for now. */
  readEligibleShifts(db: Reader, call: Call, filter: ListFilter): Promise<RawAnswer>;
}

export const planChanges = new FollowUpPoint<PlanFollower>();

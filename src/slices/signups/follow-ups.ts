import type { Call } from '#kernel/call.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { FollowUpPoint } from '#platform/slice.ts';

/** How much someone has done in an organization, and when they were last there. */
export interface PastWork {
  readonly user_id: number;
  readonly month_minutes: number;
  readonly total_minutes: number;
  readonly last_shift_at: Temporal.Instant | null;
}

/** What people have done so far, for those who choose among them. `month` is its first day. */
export const pastWork = new FollowUpPoint<
  (
    db: Reader,
    organizationId: number,
    userIds: readonly number[],
    month: string,
  ) => Promise<readonly PastWork[]>
>();

/** A registration that has ended in this transaction. The person may have another one on the same shift by now. */
export interface EndedSpot {
  readonly id: number;
  readonly organization_id: number;
}

/** Registrations that end or are replaced although their people may be on the shift already. */
export const endedSpots = new FollowUpPoint<
  (tx: Tx, call: Call, ended: readonly EndedSpot[]) => Promise<void>
>();

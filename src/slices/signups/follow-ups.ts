import type { Reader } from '#platform/db/index.ts';
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

import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { FollowUpPoint } from '#platform/slice.ts';

/** A person stops being a member of an organization but keeps their account. */
export interface Departure {
  readonly organizationId: number;
  readonly userId: number;
  readonly reason: 'removed' | 'left';
}

/** An organization has moved to another time zone, where days and months begin at other moments. */
export const zoneChanges = new FollowUpPoint<(tx: Tx, organizationId: number) => Promise<void>>();

/** Ends what is planned for a person who leaves, after the membership is deleted. */
export const departures = new FollowUpPoint<(tx: Tx, call: Call, departure: Departure) => Promise<void>>();

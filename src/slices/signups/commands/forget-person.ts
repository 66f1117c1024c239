import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { deleteAvailability } from '../sql/availability.ts';
import { deleteFeeds } from '../sql/feeds.ts';
import { forgetReasons } from '../sql/mine.ts';
import { endComing } from './end-coming.ts';

/**
 * What an erased person leaves behind: no spot that another person could have, no text, no link. What is past stays
 * and counts, without a name.
 */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await endComing(tx, call, { userId, reason: 'erased' });
  await forgetReasons(tx, userId);
  await deleteAvailability(tx, userId);
  await deleteFeeds(tx, userId);
}

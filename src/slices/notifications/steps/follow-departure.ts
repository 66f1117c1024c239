import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Departure } from '#slices/organizations/index.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { insertRemoval, skipWaiting } from '../sql/queue.ts';

/** Queued emails don't go to former members. People who were removed get one email about what has ended. */
export async function followDeparture(tx: Tx, call: Call, departure: Departure): Promise<void> {
  await skipWaiting(tx, departure, call.now);
  if (departure.reason !== 'removed') return;
  await insertRemoval(tx, departure, call.now);
  await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
}

import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { endRunning, type Leaver } from '#slices/signups/index.ts';
import { lockUnattended } from '../sql/unattended.ts';

/** Ends registrations on running shifts that a leaver has not come to. Where they are checked in, the shift counts. */
export async function endUnattended(tx: Tx, call: Call, leaver: Leaver): Promise<void> {
  const ids = await lockUnattended(tx, leaver, call.now);
  if (ids.length > 0) await endRunning(tx, call, ids, leaver);
}

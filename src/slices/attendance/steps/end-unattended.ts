import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { endRunning, type Leaver } from '#slices/signups/index.ts';
import { forgetTexts, lockUnattended } from '../sql/attended.ts';
import { selectEndedOf } from '../sql/leaving.ts';
import { dropShortCode } from '../sql/short-codes.ts';
import { leaveShifts } from './leave-shifts.ts';

/** What a leaver has to come has ended already; those who had checked in early are no longer there. */
export async function followDeparture(tx: Tx, call: Call, leaver: Leaver): Promise<void> {
  await leaveShifts(tx, call, await selectEndedOf(tx, leaver));
  await endUnattended(tx, call, leaver);
}

/** Ends registrations on running shifts that a leaver has not come to. Where they are checked in, the shift counts. */
async function endUnattended(tx: Tx, call: Call, leaver: Leaver): Promise<void> {
  const absent = await lockUnattended(tx, leaver, call.now);
  if (absent.length > 0) await endRunning(tx, call, absent, leaver);
}

/** No shift lasts longer than seven days: the shifts of these texts are over, and no one works on them. */
export async function forgetOldTexts(tx: Tx, call: Call, userId: number): Promise<void> {
  await forgetTexts(tx, userId, call.now.subtract({ hours: 8 * 24 }));
}

/** That a person was there, and for how long, stays, because totals are made of it. It no longer says who it was. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await followDeparture(tx, call, { userId, reason: 'erased' });
  await forgetTexts(tx, userId);
  await dropShortCode(tx, userId);
}

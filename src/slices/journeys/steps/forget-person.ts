import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { forgetNotes } from '../sql/enrolling.ts';
import { withdrawLeaver } from './withdraw-leaver.ts';

/** That somebody was on the way stays, for the totals; nothing goes on, and what was written about them is gone. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await withdrawLeaver(tx, call, { userId, reason: 'erased' });
  await forgetNotes(tx, userId);
}

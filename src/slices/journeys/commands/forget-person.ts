import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { forgetNotes } from '../sql/enrolling.ts';
import { withdrawLeaver } from './withdraw-leaver.ts';

/** Enrolments stay for the totals. Active ones end, and notes about the person are removed. */
export async function forgetPerson(tx: Tx, call: Call, userId: number): Promise<void> {
  await withdrawLeaver(tx, call, { userId, reason: 'erased' });
  await forgetNotes(tx, userId);
}
